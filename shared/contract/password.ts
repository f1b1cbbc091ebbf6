import * as z from 'zod/mini'
import { text } from './text.ts'

/** The rules of a new password (D1-5-09 to D1-5-13), in the order of the checklist. */
export const passwordRules = [
  { id: 'length', label: '8 to 128 characters', test: (p: string) => p.length >= 8 && p.length <= 128 },
  { id: 'uppercase', label: 'One uppercase letter', test: (p: string) => /\p{Lu}/u.test(p) },
  { id: 'lowercase', label: 'One lowercase letter', test: (p: string) => /\p{Ll}/u.test(p) },
  { id: 'digit', label: 'One digit', test: (p: string) => /[0-9]/.test(p) },
  { id: 'special', label: 'One special character from # ! @ $ % & _ * -', test: (p: string) => /[#!@$%&_*-]/.test(p) },
] as const

export type PasswordRule = (typeof passwordRules)[number]

/** Whether a password keeps all rules. That it is not a common one is checked by the server only (ADR 43). */
export const isNewPassword = (password: string): boolean => passwordRules.every((rule) => rule.test(password))

/** Schema of a new password in requests. */
export const newPassword = text.check(z.maxLength(128), z.refine(isNewPassword))
