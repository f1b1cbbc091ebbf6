import * as z from 'zod/mini'
import { data, id, name, page, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { hexColor, revision } from './labels.ts'

/** Most multichannel settings of a project, and most channels of one (as of an image). */
export const multichannelLimits = { settings: 100, channels: 512 } as const

/** How one channel is shown. */
const channelSettings = z
  .object({
    /** Of the channel in every image, from 0. */
    index: z.number().check(z.int(), z.minimum(0), z.maximum(multichannelLimits.channels - 1)),
    name,
    /** `#rrggbb` by which the channel is multiplied. */
    color: hexColor,
    visible: z.boolean(),
    /** Samples from black to full intensity, in the unit of the files. */
    min: z.number(),
    max: z.number(),
  })
  .check(z.refine(({ min, max }) => min <= max, 'The minimum must not be above the maximum'))
export type ChannelSettings = z.infer<typeof channelSettings>

const channels = z.array(channelSettings).check(
  z.minLength(1),
  z.maxLength(multichannelLimits.channels),
  z.refine(
    (all) => new Set(all.map(({ index }) => index)).size === all.length,
    'Two settings are for the same channel',
  ),
)

/** Named settings of a project for its multichannel images. */
export const multichannelSettings = z.object({
  id,
  project: id,
  name: z.string(),
  /** By index of the channel. An image shows a channel without settings as its file says. */
  channels: z.array(
    z.object({
      index: z.number(),
      name: z.string(),
      color: z.string(),
      visible: z.boolean(),
      min: z.number(),
      max: z.number(),
    }),
  ),
  /** Whether all images of the project are shown by it; at most one of a project. */
  applied: z.boolean(),
  /** User id of who made it. */
  owner: id,
  created: timestamp,
  modified: timestamp,
  /** Of name and channels. */
  revision,
})
export type MultichannelSettings = z.infer<typeof multichannelSettings>

const form = z.object({ name, channels })
const projectParams = z.object({ projectId: id })
const settingsParams = z.object({ settingsId: id })

export const listMultichannelSettings = endpoint({
  method: 'GET',
  path: '/api/v2/projects/:projectId/multichannelSettings',
  summary: 'Multichannel settings of a project, oldest first, all on one page',
  tag: 'multichannel settings',
  params: projectParams,
  success: { status: 200, body: page(multichannelSettings) },
})

export const createMultichannelSettings = endpoint({
  method: 'POST',
  path: '/api/v1/projects/:projectId/multichannelSettings',
  summary: 'Create multichannel settings; their id is the end of the Location header',
  tag: 'multichannel settings',
  params: projectParams,
  body: data(form),
  success: { status: 201, body: null, headers: { location: 'Address of what was made' } },
  errors: ['ERR_0409'],
})

export const updateMultichannelSettings = endpoint({
  method: 'PUT',
  path: '/api/v1/multichannelSettings/:settingsId',
  summary: 'Change name and channels of multichannel settings',
  tag: 'multichannel settings',
  params: settingsParams,
  body: data(z.extend(form, { revision })),
  success: { status: 204, body: null },
  errors: ['ERR_7001'],
})

export const deleteMultichannelSettings = endpoint({
  method: 'DELETE',
  path: '/api/v1/multichannelSettings/:settingsId',
  summary: 'Delete multichannel settings; images that were shown by them are shown as their files say',
  tag: 'multichannel settings',
  params: settingsParams,
  success: { status: 204, body: null },
})

export const applyMultichannelSettings = endpoint({
  method: 'PUT',
  path: '/api/v1/projects/:projectId/appliedMultichannelSettings',
  summary: 'Choose the settings by which all images of a project are shown',
  tag: 'multichannel settings',
  params: projectParams,
  /** Null: each image as its file says. */
  body: data(z.object({ settings: z.nullable(id) })),
  success: { status: 204, body: null },
})
