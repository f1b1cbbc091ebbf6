import * as z from 'zod/mini'
import { data, id, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { text } from './text.ts'

const path = '/api/v1/users/me/second-factor'
const tag = 'second factor'

/** Six digits of the authenticator app, or a recovery code with any case and separators. */
const code = text.check(z.minLength(1), z.maxLength(64))
const password = text.check(z.maxLength(128))

/** Number of recovery codes in a set. */
export const recoveryCodeCount = 10
const recoveryCodes = data(z.object({ recoveryCodes: z.array(z.string()) }))

/** State of the own two-step verification (ADR 43). */
export const secondFactor = z.object({
  /** Time at which it was turned on; null: it is off. */
  since: z.nullable(timestamp),
  recoveryCodesLeft: z.number(),
  /** The organisation requires it. */
  required: z.boolean(),
})
export type SecondFactor = z.infer<typeof secondFactor>

export const getSecondFactor = endpoint({
  method: 'GET',
  path,
  summary: 'Two-step verification of the own account',
  tag,
  success: { status: 200, body: data(secondFactor) },
})

export const beginSecondFactor = endpoint({
  method: 'POST',
  path,
  summary: 'Make a secret for an authenticator app (RFC 6238); it counts once a code of the app has confirmed it',
  tag,
  success: {
    status: 200,
    /** `secret` in Base32, `uri` as authenticator apps read it from a QR code (otpauth://). */
    body: data(z.object({ secret: z.string(), uri: z.string() })),
  },
  errors: ['ERR_0409'],
})

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: `${path}/confirm`,
  summary: 'Turn two-step verification on; the recovery codes are answered only here, and all other sessions end',
  tag,
  body: data(z.object({ code, password })),
  success: { status: 200, body: recoveryCodes },
  errors: ['ERR_0409', 'ERR_1009', 'ERR_1022', 'ERR_0429'],
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: `${path}/recovery-codes`,
  summary: 'Make new recovery codes; the older ones stop working',
  tag,
  body: data(z.object({ code, password })),
  success: { status: 200, body: recoveryCodes },
  errors: ['ERR_0409', 'ERR_1009', 'ERR_1022', 'ERR_0429'],
})

export const disableSecondFactor = endpoint({
  method: 'POST',
  path: `${path}/disable`,
  summary: 'Turn two-step verification off; where the organisation asks for it, it must be set up again',
  tag,
  body: data(z.object({ code, password })),
  success: { status: 204, body: null },
  errors: ['ERR_1009', 'ERR_1022', 'ERR_0429'],
})

export const resetSecondFactor = endpoint({
  method: 'DELETE',
  path: '/api/v1/organisation/members/:userId/second-factor',
  summary: 'Turn off the two-step verification of a member who has lost app and recovery codes',
  tag,
  params: z.object({ userId: id }),
  success: { status: 204, body: null },
})

export const requireSecondFactor = endpoint({
  method: 'PUT',
  path: '/api/v1/organisation/second-factor',
  summary: 'Whether every member of the organisation needs two-step verification; an admin who asks for it has it',
  tag,
  body: data(z.object({ required: z.boolean() })),
  success: { status: 204, body: null },
  errors: ['ERR_0409'],
})
