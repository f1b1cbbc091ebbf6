import type { Config } from '../config.ts'

/** Absolute addresses of the screens that mailed links open (D1-2.1-11, D1-2.1-29). */
export const links = {
  signup: ({ publicUrl }: Config) => `${publicUrl}/auth/signup`,
  signupConfirm: ({ publicUrl }: Config, token: string) =>
    `${publicUrl}/auth/signup/confirm?${new URLSearchParams({ token })}`,
  invitation: ({ publicUrl }: Config, id: string, token: string) =>
    `${publicUrl}/auth/invitation/${id}?${new URLSearchParams({ token })}`,
  project: ({ publicUrl }: Config, id: string) => `${publicUrl}/projects/${id}`,
  login: ({ publicUrl }: Config) => `${publicUrl}/auth/login`,
  subscriptions: ({ publicUrl }: Config) => `${publicUrl}/settings/subscriptions`,
  passwordReset: ({ publicUrl }: Config) => `${publicUrl}/auth/password/reset`,
  passwordConfirm: ({ publicUrl }: Config, email: string, token: string) =>
    `${publicUrl}/auth/password/confirm?${new URLSearchParams({ email, token })}`,
}

/** Hours that a mailed link works (ADR 20, ADR 22). */
export const linkHours = { signup: 24, passwordReset: 1, invitation: 7 * 24 }

/** The moment so many hours later, by absolute time. */
export const hoursAfter = (moment: Date, hours: number): Date => new Date(moment.getTime() + hours * 3_600_000)
