import * as z from 'zod/mini'
import { appId } from './app-version.ts'
import { data, page, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { text } from './text.ts'

/** What a named token may do with its apps. Every token may read lists and histories. */
export const tokenActions = ['publish', 'check', 'trial', 'activate', 'rollback', 'remove'] as const
export type TokenAction = (typeof tokenActions)[number]

/** Name of a token, unique in the installation; the history shows it. */
export const tokenName = text.check(z.trim(), z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,62}$/u))

const token = z.object({
  name: z.string(),
  apps: z.array(appId),
  may: z.array(z.enum(tokenActions)),
  created: timestamp,
  createdBy: z.string(),
  /** Null: never. */
  expires: z.nullable(timestamp),
  lastUsed: z.nullable(timestamp),
})
export type OperatorToken = z.infer<typeof token>

export const listOperatorTokens = endpoint({
  method: 'GET',
  path: '/api/v1/operator-tokens',
  summary: 'Named tokens of this installation, by name; never their secrets',
  tag: 'releases',
  success: { status: 200, body: page(token) },
})

export const createOperatorToken = endpoint({
  method: 'POST',
  path: '/api/v1/operator-tokens',
  summary: 'Make a named token; its secret is in this answer and stored nowhere',
  tag: 'releases',
  body: data(
    z.object({
      name: tokenName,
      apps: z.array(appId).check(z.minLength(1), z.maxLength(50)),
      may: z.array(z.enum(tokenActions)).check(z.minLength(1), z.maxLength(tokenActions.length)),
      expires: z.optional(timestamp),
    }),
  ),
  success: { status: 201, body: data(z.extend(token, { secret: z.string() })) },
  errors: ['ERR_0409'],
})

export const removeOperatorToken = endpoint({
  method: 'DELETE',
  path: '/api/v1/operator-tokens/:name',
  summary: 'Remove a named token; it is refused from then on',
  tag: 'releases',
  params: z.object({ name: tokenName }),
  success: { status: 204, body: null },
})
