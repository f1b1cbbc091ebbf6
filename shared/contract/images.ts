import * as z from 'zod/mini'
import { data, id, name, page, timestamp } from './common.ts'
import { endpoint, fileHeaders, rangeAnswers } from './endpoint.ts'
import { imageFilter, sortedPageQuery } from './image-filter.ts'
import { imageMetadata } from './image-metadata.ts'
import { pixelSizeOrigin, sizeOfPixel } from './pixel-size.ts'
import { ticketQuery } from './tickets.ts'
import { fileType } from './uploads.ts'

/** States of an image (D3-3-20). */
export const imageStatus = z.enum([
  'uploadPending',
  'uploading',
  'uploadFinished',
  'uploadCancelled',
  'uploadFailed',
  'processing',
  'processingFailed',
  'available',
  'unknown',
])
export type ImageStatus = z.infer<typeof imageStatus>

/** Scopes of the lists and the states in each (D3-2-20 to D3-2-23); unknown counts as processing (contradiction 20). */
export const imageScope = z.enum(['available', 'processing', 'failed'])
export type ImageScope = z.infer<typeof imageScope>
/** The states whose images are in a list of this scope. */
export const statusesOfScope: Record<ImageScope, readonly ImageStatus[]> = {
  available: ['available'],
  processing: ['uploading', 'uploadPending', 'uploadFinished', 'processing', 'unknown'],
  failed: ['processingFailed', 'uploadCancelled', 'uploadFailed'],
}

/** Sample values, in the unit of the file, from black to full intensity. */
export const intensityRange = z.object({ min: z.number(), max: z.number() })

/** One channel ("c") or time point ("t"). */
export const sample = z.object({
  id: z.string(),
  index: z.number(),
  properties: z.object({ name: z.optional(z.string()) }),
  /** `#rrggbb` by which the channel is shown. */
  colorLookup: z.nullable(z.string()),
  active: z.boolean(),
  /** Range in which the channel is shown first; null where there are no samples. */
  intensityRange: z.nullable(intensityRange),
})
/** The channels or time points of an image (D3-3-21). */
export const dimension = z.object({
  id: z.enum(['c', 't']),
  index: z.number(),
  size: z.number(),
  /** Empty in lists: they come with the image itself. */
  samples: z.array(sample),
})

/** Which of the Z planes of an image: counted from 0, or `max`, the maximum of all of them at each pixel. */
export const zChoice = z.union([z.literal('max'), z.coerce.number().check(z.int(), z.minimum(0))])
export type ZChoice = z.infer<typeof zChoice>

/** An image of a project (D3-3-15 to D3-3-18); sizes and samples are null or empty until it is available. */
export const image = z.object({
  id,
  type: z.literal('Image'),
  project: id,
  imageMedium: id,
  name: z.string(),
  imageType: fileType,
  status: imageStatus,
  /** Why it failed, as sentences for the user. */
  statusErrors: z.array(z.string()),
  /** Of an image whose processing has failed: whether another try can succeed. Absent: an older server, or no such image. */
  canProcessAgain: z.optional(z.boolean()),
  /** What was done with the file, as sentences for the user, e.g. which plane of a Z stack is shown. */
  notes: z.array(z.string()),
  owner: id,
  created: timestamp,
  modified: timestamp,
  /** Bytes of the original file. */
  size: z.number(),
  mimeType: z.string(),
  /** For display, e.g. "SVS". */
  format: z.string(),
  /** Pixels; null until it is available. */
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  /** Bits per sample. */
  depth: z.nullable(z.number()),
  /** µm per pixel: that which a user has set, else that of the file; null: neither. */
  pixelSize: z.nullable(sizeOfPixel),
  /** Absent: an older server, on which it comes from the file. */
  pixelSizeOrigin: z.optional(pixelSizeOrigin),
  /** Null: the file says nothing. Absent: in lists, before the image is available, or an older server. */
  metadata: z.optional(z.nullable(imageMetadata)),
  dimensions: z.array(dimension),
  isMultichannelImage: z.boolean(),
  isTimeSeries: z.boolean(),
  mcChannelLength: z.number(),
  timeSeriesLength: z.number(),
  /** The file was a pyramid (whole slide). */
  isPyramid: z.boolean(),
  annotationCount: z.number(),
  roiCount: z.number(),
  /** How many annotations have each label that one of them has. Absent: in lists, or an older server. */
  labelAssignmentCounts: z.optional(z.array(z.object({ labelId: id, count: z.number() }))),
  /** Also while it is processed, where there is a preview; null: there is no picture yet. */
  thumbnailUrl: z.nullable(z.string()),
  downloadUrl: z.string(),
  /** Absent: an older server. */
  tags: z.optional(z.array(z.string())),
  /** Of an image in the trash: when it was moved there. */
  trashed: z.optional(timestamp),
})
export type Image = z.infer<typeof image>

const params = z.object({ imageId: id })

export const listImages = endpoint({
  method: 'GET',
  path: '/api/v2/projects/:projectId/images',
  summary: 'Images of a project, newest first unless sorted; those in the trash are left out',
  tag: 'images',
  params: z.object({ projectId: id }),
  query: z.extend(sortedPageQuery, { ...imageFilter, 'filter[scope]': z.optional(imageScope) }),
  success: { status: 200, body: page(image) },
})

export const getImage = endpoint({
  method: 'GET',
  path: '/api/v1/images/:imageId',
  summary: 'One image',
  tag: 'images',
  params,
  success: { status: 200, body: data(image) },
})

export const updateImage = endpoint({
  method: 'PUT',
  path: '/api/v1/images/:imageId',
  summary: 'Rename an image',
  tag: 'images',
  params,
  body: data(z.object({ name })),
  success: { status: 204, body: null },
  errors: ['ERR_0409'],
})

export const setZPlane = endpoint({
  method: 'PUT',
  path: '/api/v1/images/:imageId/zPlane',
  summary: 'Choose the Z plane by which an image is shown first',
  tag: 'images',
  params,
  /** Null: the middle plane. */
  body: data(z.object({ z: z.nullable(zChoice) })),
  success: { status: 204, body: null },
  errors: ['ERR_3001', 'ERR_3002'],
})

export const deleteImage = endpoint({
  method: 'DELETE',
  path: '/api/v1/images/:imageId',
  summary: 'Delete an image with its results and files',
  tag: 'images',
  params,
  success: { status: 204, body: null },
})

export const retryImage = endpoint({
  method: 'POST',
  path: '/api/v1/images/:imageId/retry',
  summary: 'Process a failed image again from its stored file',
  tag: 'images',
  params,
  success: { status: 202, body: null },
  errors: ['ERR_0409', 'ERR_5008'],
})

export const downloadImage = endpoint({
  method: 'GET',
  path: '/api/v1/images/:imageId/download',
  summary: 'The original file',
  tag: 'images',
  params,
  query: ticketQuery,
  success: { status: 200, body: 'binary', headers: fileHeaders },
  answers: rangeAnswers,
  errors: ['ERR_1003', 'ERR_3002', 'ERR_0416'],
})
