import * as z from 'zod/mini'

/*
 * Not allowed are NUL, which PostgreSQL cannot store; lone surrogates, which UTF-8 cannot encode; and the bidirectional
 * controls, with which `gpj.exe` can be made to look like `exe.jpg`. The marks of right-to-left languages (U+200E,
 * U+200F) are allowed.
 */
const unstorable = '\\0\\p{Cs}'
const directions = '\\u202A-\\u202E\\u2066-\\u2069'
const plain = new RegExp(`^[^${unstorable}${directions}]*$`, 'u')

/** Removes these characters, from texts that nobody typed, such as file names. */
export const toPlainText = (text: string): string =>
  text.toWellFormed().replace(new RegExp(`[\\0${directions}]`, 'gu'), '')

/** Number of its characters (code points): an emoji outside of the basic plane counts as one, not as two. */
export const lengthOf = (text: string): number => Array.from(text).length

/** Whether a text has none of these characters. */
export const isPlainText = (text: string): boolean => plain.test(text)

const unreadable = 'Contains characters that cannot be shown or stored'

/**
 * Base of every text schema of a request, in body, form, path, query or header. Not of answers: what was stored before
 * this rule must stay readable.
 */
export const text = z.string().check(z.regex(plain, unreadable))

/** A secret that may have been set before the rule: it is only compared, never shown. */
export const knownSecret = z.string().check(z.regex(new RegExp(`^[^${unstorable}]*$`, 'u'), unreadable))

const isPlain = (value: unknown): boolean => {
  if (typeof value === 'string') return isPlainText(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => isPlainText(key) && isPlain(inner))
}

/** Any JSON value, all keys and texts of which keep the rule of `text`. */
export const plainJson = z.unknown().check(z.refine(isPlain, unreadable))
