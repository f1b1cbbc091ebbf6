import * as z from 'zod/mini'
import { id, page, pageQuery, person, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

/** What somebody did in a project; the same acts of one person, one after the other, are one entry. */
export const historyEntry = z.object({
  /** Of the oldest act. */
  id,
  /** When the newest act happened. */
  at: timestamp,
  /** Null: the server itself. */
  user: z.nullable(person),
  /** Number of acts. */
  count: z.number(),
  /** What was done, without its subject: "added the image a.tif", "added 6 images". Names of objects are marked. */
  sentence: z.array(z.object({ text: z.string(), isName: z.boolean() })),
  /** `image`, `job`, `label-set` and others; plain text, because a page may be older than the server. */
  objectType: z.nullable(z.string()),
  /** Id of the object of a single act, while it can be opened; null otherwise. */
  objectId: z.nullable(z.string()),
})
export type HistoryEntry = z.infer<typeof historyEntry>

export const projectHistory = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:projectId/history',
  summary: 'What happened in the project, newest first',
  tag: 'projects',
  params: z.object({ projectId: id }),
  query: z.extend(pageQuery, {
    'page[size]': z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), 20),
  }),
  success: { status: 200, body: page(historyEntry) },
})
