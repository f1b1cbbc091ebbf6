import * as z from 'zod/mini'
import { data, description, errorBody, name } from './common.ts'
import { endpoint } from './endpoint.ts'
import { newPassword } from './password.ts'
import { knownSecret, text } from './text.ts'

/** Address as the server accepts it; forms are stricter (`isFormEmail`). */
export const emailAddress = z.email().check(z.maxLength(254))
/** First or last name, 1 to 128 characters. */
export const personName = name
const shortText = z.optional(description)
/** An agreement can only be accepted, not declined. */
export const accepted = z.literal(true)

/** Opaque secret from a mailed link. */
export const linkToken = text.check(z.minLength(16), z.maxLength(256))

/** Optional answers of the sign-up and of accepted invitations (D1-3-07, D1-3-10). */
export const additionalInformation = z.object({
  department: shortText,
  position: shortText,
  fieldOfWork: shortText,
  discoverySource: shortText,
})

/** Token call (D1-7-04 to D1-7-07): form-encoded, with Basic authorisation from app id and secret. */
export const tokenRequest = z.discriminatedUnion('grant_type', [
  z.object({
    grant_type: z.literal('password'),
    scope: z.literal('all_info'),
    username: text.check(z.maxLength(254)),
    password: knownSecret.check(z.maxLength(128)),
  }),
  z.object({ grant_type: z.literal('refresh_token'), refresh_token: text.check(z.maxLength(256)) }),
  /**
   * Second step of a log-in (ADR 43): the ticket of a refusal `ERR_1021`, with a code of the app or a recovery code.
   */
  z.object({
    grant_type: z.literal('second_factor'),
    ticket: text.check(z.maxLength(256)),
    code: text.check(z.minLength(1), z.maxLength(64)),
  }),
])
/** The values of `grant_type`: others are refused with `ERR_1007`. */
export const grantTypes: readonly string[] = ['password', 'refresh_token', 'second_factor']

/** Refusal `ERR_1021`: the password was right; the ticket is valid for one second step, for 5 minutes (ADR 43). */
export const tokenRefusal = z.extend(errorBody, { ticket: z.optional(z.string()) })

/** Answer of a token call (D1-7-08). */
export const tokenAnswer = z.object({
  access_token: z.string(),
  /** Seconds until the access token expires. */
  expires_in: z.number(),
  refresh_token: z.string(),
  token_type: z.literal('Bearer'),
})
export type TokenAnswer = z.infer<typeof tokenAnswer>

const deviceCookie = { 'set-cookie': 'Remembers the device, so that failures elsewhere do not slow it down' }

export const requestToken = endpoint({
  method: 'POST',
  path: '/api/v1/oauth2/token',
  summary: 'Log in, take the second step of a log-in, or refresh a session',
  tag: 'auth',
  body: tokenRequest,
  bodyType: 'application/x-www-form-urlencoded',
  success: { status: 200, body: tokenAnswer, headers: deviceCookie },
  refusal: tokenRefusal,
  errors: ['ERR_1001', 'ERR_1002', 'ERR_1006', 'ERR_1007', 'ERR_1021', 'ERR_1022', 'ERR_0429'],
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/v1/oauth2/logout',
  summary: 'End the session of the bearer token',
  tag: 'auth',
  success: { status: 204, body: null },
})

export const signup = endpoint({
  method: 'POST',
  path: '/api/v1/signup',
  summary: 'Start the free trial: mails a link. The answer is the same whether or not the account exists',
  tag: 'auth',
  body: data(z.object({ email: emailAddress, agreementTerms: accepted, agreementPrivacy: accepted })),
  success: { status: 204, body: null },
  errors: ['ERR_1004', 'ERR_0429'],
})

export const signupConfirm = endpoint({
  method: 'POST',
  path: '/api/v1/signup/confirm',
  summary: 'Finish the sign-up with the token of the mailed link: makes organisation, admin and both free plans',
  tag: 'auth',
  body: data(
    z.object({
      firstName: personName,
      lastName: personName,
      organizationName: personName,
      password: newPassword,
      token: linkToken,
      agreementTerms: accepted,
      agreementPrivacy: accepted,
      sector: shortText,
      phoneNumber: z.optional(text.check(z.trim(), z.maxLength(64))),
      additionalInformation: z.optional(additionalInformation),
    }),
  ),
  success: { status: 204, body: null },
  errors: ['ERR_1003', 'ERR_1004', 'ERR_1020', 'ERR_0429', 'ERR_0409'],
})

export const passwordReset = endpoint({
  method: 'POST',
  path: '/api/v1/password/reset',
  summary: 'Mail a link to set a new password. The answer is the same whether or not the account exists',
  tag: 'auth',
  body: data(z.object({ email: emailAddress })),
  success: { status: 204, body: null },
  errors: ['ERR_0429'],
})

export const passwordConfirm = endpoint({
  method: 'POST',
  path: '/api/v1/users/by-email/:email/password',
  summary: 'Set a new password with the token of the mailed link',
  tag: 'auth',
  params: z.object({ email: text.check(z.maxLength(254)) }),
  body: data(z.object({ token: linkToken, password: newPassword })),
  success: { status: 204, body: null, headers: deviceCookie },
  errors: ['ERR_1003', 'ERR_1020', 'ERR_0429'],
})

export const confirmTerms = endpoint({
  method: 'PUT',
  path: '/api/v1/users/me/agreements/terms',
  summary: 'Accept the Terms of Service',
  tag: 'auth',
  body: data(z.object({ agreementTerms: accepted })),
  success: { status: 204, body: null },
})

export const confirmPrivacy = endpoint({
  method: 'PUT',
  path: '/api/v1/users/me/agreements/privacy',
  summary: 'Accept the Privacy Policy',
  tag: 'auth',
  body: data(z.object({ agreementPrivacy: accepted })),
  success: { status: 204, body: null },
})
