import * as z from 'zod/mini'
import { jobStatus } from './analysis.ts'
import { id } from './common.ts'
import { endpoint } from './endpoint.ts'
import { imageStatus } from './images.ts'
import { presence } from './presence.ts'

/**
 * Event of the server to open pages (SSE, one JSON object per event): only what changed, never data that needs a role.
 */
const projectEvents = [
  z.object({ type: z.literal('image'), id, project: id, status: imageStatus }),
  z.object({ type: z.literal('job'), id, project: id, status: jobStatus, progress: z.number() }),
  /** Who contributes to the project, owns it or is invited has changed. `id`: the user, who is told also without a role, or the invitation. */
  z.object({ type: z.literal('contributor'), id, project: id }),
  z.object({ type: z.literal('bundle'), id, project: id, status: z.enum(['pending', 'successful', 'failed']) }),
  /** Label sets of the project, or their labels. */
  z.object({ type: z.literal('labels'), project: id }),
  /** Annotations of an image. `revision`: of all of them, as a change of them answers it. `origin`: that of the change. */
  z.object({
    type: z.literal('annotations'),
    project: id,
    image: id,
    revision: z.number(),
    origin: z.optional(id),
  }),
  /** An import of annotations into an image. */
  z.object({ type: z.literal('annotationImport'), id, project: id, image: id }),
  /** An export of annotations of the project. */
  z.object({ type: z.literal('annotationExport'), id, project: id }),
  z.object({ type: z.literal('multichannelSettings'), project: id }),
  /** Somebody looks at an image, or no more. `user`: who. */
  z.object({ type: z.literal('presence'), project: id, image: id, user: id, ...presence.shape }),
  /** Name or description of the project. `by`: the user who changed them. */
  z.object({ type: z.literal('project'), project: id, by: id }),
] as const
const projectEvent = z.discriminatedUnion('type', projectEvents)
export type ProjectEvent = z.infer<typeof projectEvent>
export const serverEvent = z.discriminatedUnion('type', [
  ...projectEvents,
  /** The active versions of an app, or a trial, have changed: sent to every page that is logged in. */
  z.object({ type: z.literal('releasesChanged') }),
  /** The project is gone: sent to the pages of each `user` who had a role in it. `by`: who deleted it. */
  z.object({ type: z.literal('projectDeleted'), id, user: id, by: id }),
  /** The notifications of this user have changed: sent to their pages only. */
  z.object({ type: z.literal('notification'), user: id }),
])
export type ServerEvent = z.infer<typeof serverEvent>

export const eventStream = endpoint({
  method: 'GET',
  path: '/api/v1/events',
  summary: 'Stream of changes in the projects which the user may see (text/event-stream)',
  tag: 'events',
  success: {
    status: 200,
    body: 'binary',
    headers: { 'x-accel-buffering': 'no: a proxy passes each event on at once' },
  },
  errors: ['ERR_0429'],
})
