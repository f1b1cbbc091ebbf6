import * as z from 'zod/mini'
import { data, id } from './common.ts'
import { endpoint, notModified } from './endpoint.ts'
import { intensityRange, zChoice } from './images.ts'
import { text } from './text.ts'
import { ticketQuery } from './tickets.ts'

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
  params: z.object({ imageId: id }),
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
  /**
   * `dim[z]`: of the maximum projection instead of the middle plane. `preview`: changes nothing but the address, which is of what is shown while the
   * image is processed.
   */
  query: z.extend(resource, {
    ...ticketQuery.shape,
    'dim[z]': z.optional(z.literal('max')),
    preview: z.optional(z.literal('true')),
  }),
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

/** Left, top, width and height. */
const boxText = /^-?\d{1,9},-?\d{1,9},[1-9]\d{0,8},[1-9]\d{0,8}$/

export const getImagePart = endpoint({
  method: 'GET',
  path: '/api/v1/images/:imageId/part',
  summary: 'A part of an image as the project shows it, as JPEG; what lies beside the image is black',
  tag: 'images',
  params: z.object({ imageId: id }),
  query: z.object({
    /** Pixels of the image. */
    box: text.check(z.regex(boxText, 'Must be left, top, width and height such as -4,0,512,512')),
    /** The longer side of the picture in pixels; no more than the box has. */
    size: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1024)), 256),
    scene: z._default(index, 0),
    'dim[t]': z._default(index, 0),
    /** Absent: the plane by which the image is shown first. */
    'dim[z]': z.optional(zChoice),
  }),
  success: { status: 200, body: 'binary', headers: { 'cache-control': 'private, for a while' } },
  errors: ['ERR_0404', 'ERR_0503', 'ERR_3001', 'ERR_3002'],
})
