import * as z from 'zod/mini'
import { data, id } from './common.ts'
import { endpoint } from './endpoint.ts'

/** Objects that a page tells to be selected at most: who selects more is shown without them. */
export const mostShownSelected = 50

/** What an open page of an image tells the others of it. Nothing of it is stored. */
export const presence = z.object({
  /** Made by the page: somebody may have several open. */
  page: id,
  /** Ids of annotations and regions. */
  selected: z.array(id).check(z.maxLength(mostShownSelected)),
  /** The page does not show the image any more. */
  isGone: z._default(z.boolean(), false),
})
export type Presence = z.infer<typeof presence>

export const announcePresence = endpoint({
  method: 'PUT',
  path: '/api/v1/images/:imageId/presence',
  summary: 'Tell the other open pages of an image that the user looks at it, and what they have selected',
  tag: 'annotations',
  params: z.object({ imageId: id }),
  body: data(presence),
  success: { status: 204, body: null },
})
