import * as z from 'zod/mini'
import { text } from './text.ts'

/** The rules of a new password (document 1 §5), in the order in which the checklist shows them. */
export const passwordRules = [
  { id: 'length', label: '8 to 128 characters', test: (p: string) => p.length >= 8 && p.length <= 128 },
  { id: 'uppercase', label: 'One uppercase letter', test: (p: string) => /\p{Lu}/u.test(p) },
  { id: 'lowercase', label: 'One lowercase letter', test: (p: string) => /\p{Ll}/u.test(p) },
  { id: 'digit', label: 'One digit', test: (p: string) => /[0-9]/.test(p) },
  { id: 'special', label: 'One special character from # ! @ $ % & _ * -', test: (p: string) => /[#!@$%&_*-]/.test(p) },
] as const

export type PasswordRule = (typeof passwordRules)[number]

export const isNewPassword = (password: string): boolean => passwordRules.every((rule) => rule.test(password))

export const newPassword = text.check(z.maxLength(128), z.refine(isNewPassword))
