import * as z from 'zod/mini'
import { data, id, name, page, person, timestamp } from './common.ts'
import { endpoint, fileHeaders, notModified, rangeAnswers } from './endpoint.ts'
import { imageFilter, sortedPageQuery } from './image-filter.ts'
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

const sizeOfPixel = z.object({ x: z.number(), y: z.number() })

/** A pixel size that a user has set, µm per pixel. */
export const givenPixelSize = z.object({ um: sizeOfPixel, by: person, at: timestamp })
export type GivenPixelSize = z.infer<typeof givenPixelSize>

/** Where the pixel size of an image comes from. */
export const pixelSizeOrigin = z.discriminatedUnion('source', [
  z.object({ source: z.enum(['file', 'none']) }),
  /** `ofFile`: what the file says, µm per pixel; null: nothing. */
  z.object({ source: z.literal('user'), by: person, at: timestamp, ofFile: z.nullable(sizeOfPixel) }),
])
export type PixelSizeOrigin = z.infer<typeof pixelSizeOrigin>

/** Which of the Z planes of an image: counted from 0, or `max`, the maximum of all of them at each pixel. */
export const zChoice = z.union([z.literal('max'), z.coerce.number().check(z.int(), z.minimum(0))])
export type ZChoice = z.infer<typeof zChoice>

/**
 * What the file says of the microscope and the exposure. What it does not say is absent. Nothing of it changes samples or how they are shown
 * first.
 */
export const imageMetadata = z.object({
  /** ISO 8601; without a time zone, as the microscope's clock showed it, where the file names none. */
  acquiredAt: z.optional(z.string()),
  instrument: z.optional(z.string()),
  objective: z.optional(
    z.object({
      name: z.optional(z.string()),
      magnification: z.optional(z.number()),
      numericalAperture: z.optional(z.number()),
    }),
  ),
  /** µm, in the coordinates of the stage. */
  stagePosition: z.optional(z.object({ x: z.number(), y: z.number(), z: z.optional(z.number()) })),
  /** Seconds between time points. */
  timeStepS: z.optional(z.number()),
  /** µm between Z planes. */
  zStepUm: z.optional(z.number()),
  /** Of the file, in its order; empty where it says nothing of them. */
  channels: z.array(
    z.object({
      name: z.optional(z.string()),
      /** `#rrggbb` that the file names. */
      color: z.optional(z.string()),
      exposureMs: z.optional(z.number()),
      fluorophore: z.optional(z.string()),
      excitationNm: z.optional(z.number()),
      emissionNm: z.optional(z.number()),
    }),
  ),
})
export type ImageMetadata = z.infer<typeof imageMetadata>

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

/** Pixel sizes that can be set, µm: from far below what any microscope resolves to photographs of whole slides. */
export const pixelSizeRange = { least: 0.001, most: 1000 } as const
const settableSize = z.number().check(z.minimum(pixelSizeRange.least), z.maximum(pixelSizeRange.most))

export const setPixelSize = endpoint({
  method: 'PUT',
  path: '/api/v1/images/:imageId/pixelSize',
  summary: 'Set the pixel size of an image, or go back to that of its file',
  tag: 'images',
  params,
  /** µm per pixel; null: as the file says. */
  body: data(z.object({ um: z.nullable(z.object({ x: settableSize, y: settableSize })) })),
  success: { status: 204, body: null },
  errors: ['ERR_3002'],
})

/** Images whose pixel size is set by one call. */
export const mostPixelSizes = 1000

export const setPixelSizes = endpoint({
  method: 'PUT',
  path: '/api/v1/projects/:projectId/images/pixelSize',
  summary: 'Set the pixel size of several images of a project, or go back to those of their files',
  tag: 'images',
  params: z.object({ projectId: id }),
  /** `um`: µm per pixel; null: as each file says. All images are changed, or none. */
  body: data(
    z.object({
      images: z.array(id).check(z.minLength(1), z.maxLength(mostPixelSizes)),
      um: z.nullable(z.object({ x: settableSize, y: settableSize })),
    }),
  ),
  success: { status: 204, body: null },
  errors: ['ERR_0404', 'ERR_3002'],
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

/**
 * What the viewer needs besides the image: levels of the pyramid, encoding of the tiles, histograms. Sizes in pixels.
 */
export const imageView = z.object({
  width: z.number(),
  height: z.number(),
  tileSize: z.number(),
  /** Smallest level first: z of the tile address is the index. */
  levels: z.array(z.object({ width: z.number(), height: z.number() })),
  /** `jpeg`: RGB pictures that browsers show, each of the content type that its answer states (JPEG or lossless WebP). */
  encoding: z.enum(['jpeg', 'raw']),
  sampleFormat: z.enum(['uint8', 'int8', 'uint16', 'int16', 'uint32', 'int32', 'float32', 'float64']),
  /** Samples per pixel of a raw tile: 1, or 3 for lossless RGB. */
  samplesPerPixel: z.number(),
  byteOrder: z.enum(['little', 'big']),
  channels: z.array(
    z.object({
      index: z.number(),
      name: z.string(),
      color: z.nullable(z.string()),
      /** Smallest and largest value in the picture. */
      range: intensityRange,
      /** Range that auto-contrast chooses. */
      auto: intensityRange,
      /** Pixel counts in bins of equal width over `range`. */
      histogram: z.array(z.number()),
    }),
  ),
  timePoints: z.number(),
  /** Z planes that can be shown, each by `dim[z]` of the tile address. Absent: an older server, which shows one only. */
  zCount: z.optional(z.number()),
  /** The plane by which the image is to be shown first. Tiles without `dim[z]` are those of the middle plane. */
  zShown: z.optional(zChoice),
  /** Whether there are tiles of the maximum projection (`dim[z]=max`). */
  hasMaximum: z.optional(z.boolean()),
  /**
   * The separate images in the file (scenes, scanned regions, series), the first of which is shown first; each has a view and tiles of its own
   * (`scene`). One entry at least. Absent: an older server.
   */
  scenes: z.optional(z.array(z.object({ name: z.string(), width: z.number(), height: z.number() }))),
  /** Pictures of the slide beside the image: `getSlidePicture`. Absent: an older server. */
  slidePictures: z.optional(z.array(z.enum(['label', 'macro']))),
})
export type ImageView = z.infer<typeof imageView>

export const getImageView = endpoint({
  method: 'GET',
  path: '/api/v1/images/:imageId/view',
  summary: 'Pyramid, encoding and histograms of an available image',
  tag: 'images',
  params,
  /** `scene`: index in `scenes` of the view. */
  query: z.object({ scene: z.optional(z.coerce.number().check(z.int(), z.minimum(0))) }),
  success: { status: 200, body: data(imageView) },
  errors: ['ERR_3001', 'ERR_3002'],
})

export const getSlidePicture = endpoint({
  method: 'GET',
  path: '/api/v1/images/:imageId/pictures/:picture',
  summary: 'Label or macro picture of a slide, as JPEG',
  tag: 'images',
  params: z.object({ imageId: id, picture: z.enum(['label', 'macro']) }),
  query: ticketQuery,
  success: {
    status: 200,
    body: 'binary',
    headers: { etag: 'Version of the content', vary: 'What the answer depends on' },
  },
  answers: { 304: notModified },
  errors: ['ERR_0404', 'ERR_1003', 'ERR_3002'],
})

const resource = z.object({ type: z.enum(['Image', 'ImageMedium']), id })

export const getThumbnail = endpoint({
  method: 'GET',
  path: '/api/v1/thumbnail',
  summary: 'Thumbnail of an image or medium',
  tag: 'images',
  /** `dim[z]`: of the maximum projection instead of the middle plane. */
  query: z.extend(resource, { ...ticketQuery.shape, 'dim[z]': z.optional(z.literal('max')) }),
  success: {
    status: 200,
    body: 'binary',
    headers: { etag: 'Version of the content', vary: 'What the answer depends on' },
  },
  answers: { 304: notModified },
  errors: ['ERR_1003', 'ERR_0404', 'ERR_3002'],
})

const index = z.coerce.number().check(z.int(), z.minimum(0))

export const getTile = endpoint({
  method: 'GET',
  path: '/api/v1/tiles',
  summary: 'Bytes of one tile: JPEG or WebP, or raw samples with Content-Encoding deflate',
  tag: 'images',
  query: z.extend(resource, {
    tilegroup: z.optional(z.coerce.number()),
    z: index,
    y: index,
    x: index,
    /** Channel. */
    c: z.optional(index),
    /** Time point. */
    'dim[t]': z.optional(index),
    /** Z plane; `z` is the level. Absent: the middle one, the lower of two. */
    'dim[z]': z.optional(zChoice),
    /** Scene; absent: the first. */
    scene: z.optional(index),
  }),
  success: {
    status: 200,
    body: 'binary',
    headers: {
      etag: 'Version of the content',
      vary: 'What the answer depends on',
      'content-encoding': 'deflate, of raw samples',
    },
  },
  answers: { 304: notModified },
  errors: ['ERR_0404', 'ERR_3001', 'ERR_3002'],
})
