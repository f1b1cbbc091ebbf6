import * as z from 'zod/mini'
import { personName } from './auth.ts'
import { data, id, page, timestamp } from './common.ts'
import { endpoint, notModified } from './endpoint.ts'
import { newPassword } from './password.ts'
import { knownSecret, text } from './text.ts'

export const updateProfile = endpoint({
  method: 'PATCH',
  path: '/api/v1/users/me',
  summary: 'Change the own name',
  tag: 'users',
  /** `was`: what the caller saw; without it, as by older builds, whatever is there is overwritten. */
  body: data(
    z.object({
      firstName: personName,
      lastName: personName,
      was: z.optional(z.object({ firstName: text, lastName: text })),
    }),
  ),
  success: { status: 204, body: null },
  errors: ['ERR_5013'],
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/v1/users/me/password',
  summary: 'Change the own password; all other sessions end',
  tag: 'users',
  body: data(z.object({ currentPassword: knownSecret.check(z.maxLength(128)), newPassword })),
  success: { status: 204, body: null },
  errors: ['ERR_1009', 'ERR_1020', 'ERR_0429'],
})

/** A session of the current user, in one browser. */
export const session = z.object({
  id,
  created: timestamp,
  lastUsed: timestamp,
  /** Browser and system, e.g. `Firefox on Linux`; null: unknown. */
  device: z.nullable(z.string()),
  /** The session of this call. */
  isCurrent: z.boolean(),
})
export type Session = z.infer<typeof session>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/v1/users/me/sessions',
  summary: 'Where one is logged in, last used first',
  tag: 'users',
  success: { status: 200, body: page(session) },
})

export const endSessions = endpoint({
  method: 'DELETE',
  path: '/api/v1/users/me/sessions',
  summary: 'Log out everywhere, also here',
  tag: 'users',
  success: { status: 204, body: null },
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/v1/users/me/sessions/:sessionId',
  summary: 'Log out one session',
  tag: 'users',
  params: z.object({ sessionId: id }),
  success: { status: 204, body: null },
})

/** Maximum size of an uploaded picture in bytes. */
export const maxAvatarSize = 5 * 1024 ** 2
/** Accepted media types of an uploaded picture. */
export const avatarTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

/** The body is the file itself: `call(putAvatar, { body: file })`. */
export const putAvatar = endpoint({
  method: 'PUT',
  path: '/api/v1/users/me/avatar',
  summary: 'Set the own picture (PNG, JPEG or WebP); it is cut to a square of 256 pixels',
  tag: 'users',
  bodyType: 'application/octet-stream',
  success: { status: 204, body: null, headers: { location: 'Address of the picture' } },
  errors: ['ERR_1011', 'ERR_0429'],
})

export const deleteAvatar = endpoint({
  method: 'DELETE',
  path: '/api/v1/users/me/avatar',
  summary: 'Remove the own picture',
  tag: 'users',
  success: { status: 204, body: null },
})

export const getAvatar = endpoint({
  method: 'GET',
  path: '/api/v1/users/:userId/avatar',
  summary: "Picture of a user of the organisation (WebP); with the version of the user's `avatar` it never changes",
  tag: 'users',
  params: z.object({ userId: id }),
  query: z.object({ version: z.optional(text.check(z.maxLength(64))) }),
  success: {
    status: 200,
    body: 'binary',
    headers: notModified.headers,
  },
  answers: { 304: notModified },
})
