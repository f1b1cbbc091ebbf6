/* How people are chosen in an organisation of thousands: by what is typed. */
import * as z from 'zod/mini'
import { data, id } from './common.ts'
import { endpoint } from './endpoint.ts'
import { user } from './organisation.ts'
import { filterText } from './placed-pages.ts'
import { text } from './text.ts'

/** Most people of one answer. */
export const mostCandidates = 50

/** For which place in a project people are looked for: to contribute to it, or to own it. */
export const candidateFor = z.enum(['contributor', 'owner'])
export type CandidateFor = z.infer<typeof candidateFor>

export const findCandidates = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:projectId/candidates',
  summary:
    'Active users of the organisation who could contribute to a project and do not yet, or could own it, by name',
  tag: 'sharing',
  params: z.object({ projectId: id }),
  query: z.object({
    'filter[for]': candidateFor,
    /** Words that all occur in the name or the email address, in any case and order. */
    'filter[name]': z.optional(filterText),
    'page[size]': z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(mostCandidates)), mostCandidates),
  }),
  /** `more`: there are others, who are found by more of their names. */
  success: { status: 200, body: data(z.object({ users: z.array(user), more: z.boolean() })) },
})

/** Longest typed text: an email address has at most 254 characters, a name 257. */
export const longestPersonText = 320

export const recogniseUsers = endpoint({
  method: 'POST',
  path: '/api/v1/users/recognise',
  summary: 'Whom typed texts stand for: the only user of the organisation with this name or email address',
  tag: 'users',
  body: data(
    z.object({
      texts: z
        .array(text.check(z.trim(), z.minLength(1), z.maxLength(longestPersonText)))
        .check(z.minLength(1), z.maxLength(mostCandidates)),
    }),
  ),
  /** In the given order; null: nobody, or several. */
  success: { status: 200, body: data(z.array(z.nullable(user))) },
})
