import * as z from 'zod/mini'

/*
 * NUL, which PostgreSQL cannot store; halves of surrogate pairs, which UTF-8 cannot say; and the controls by which a text
 * is shown in another direction than it is written, so that `gpj.exe` looks like `exe.jpg`. The marks of right-to-left
 * languages (U+200E, U+200F) are none of these.
 */
const storable = '\\0\\p{Cs}'
const directions = '\\u202A-\\u202E\\u2066-\\u2069'
const plain = new RegExp(`^[^${storable}${directions}]*$`, 'u')

/** A text without them: for what nobody typed, as the name of a file. */
export const toPlainText = (text: string): string =>
  text.toWellFormed().replace(new RegExp(`[\\0${directions}]`, 'gu'), '')

export const isPlainText = (text: string): boolean => plain.test(text)

const unreadable = 'Contains characters that cannot be shown or stored'

/**
 * Every text that a caller sends, in a body, form, path, query or header, begins with this one. Texts of answers do not:
 * what was stored before the rule has to stay readable.
 */
export const text = z.string().check(z.regex(plain, unreadable))

/** A secret that was set before the rule: it is only compared, and never shown. */
export const knownSecret = z.string().check(z.regex(new RegExp(`^[^${storable}]*$`, 'u'), unreadable))

const isPlain = (value: unknown): boolean => {
  if (typeof value === 'string') return isPlainText(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => isPlainText(key) && isPlain(inner))
}

/** JSON of any form, all of whose texts are such texts. */
export const plainJson = z.unknown().check(z.refine(isPlain, unreadable))
