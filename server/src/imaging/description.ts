import * as z from 'zod'
import { sampleFormats } from './sample-type.ts'
import { HISTOGRAM_BINS, TILE_SIZE } from './sizes.ts'

/** The kinds of image that a user chooses at upload (D1-1-01). */
export const imageKinds = ['TwoDimensions', 'MultiChannel', 'TimeSeries'] as const
export type ImageKind = (typeof imageKinds)[number]

/** Without folders: the files named by the child process are moved out of its output folder. */
const fileName = z.string().regex(/^[a-z0-9-]+\.(tif|jpg)$/)
const count = z.int().min(0)
const positive = z.int().min(1)

/** A channel of a processed image. */
export const channelDescriptionSchema = z.object({
  index: count,
  name: z.string(),
  /** `#rrggbb`; null for the single entry of an RGB image. */
  color: z.nullable(z.string().regex(/^#[0-9a-f]{6}$/)),
  /** Smallest and largest sample over all time points, as stored in the file. */
  min: z.number(),
  max: z.number(),
  /** Counts in equally wide bins over [min, max]; for RGB images, of the luminance. */
  histogram: z.array(count).length(HISTOGRAM_BINS),
  /** Intensity range of the auto-contrast: the 0.1st to the 99.9th percentile. */
  auto: z.object({ min: z.number(), max: z.number() }),
})

/** A processed image, as written to `description.json` and stored with the medium. Sizes in pixels, sizes of pixels in µm. */
export const imageDescriptionSchema = z.object({
  kind: z.enum(imageKinds),
  /** For display, such as "Aperio SVS". */
  format: z.string(),
  mimeType: z.string(),
  width: positive,
  height: positive,
  bitDepth: z.union([z.literal(8), z.literal(16), z.literal(32), z.literal(64)]),
  sampleFormat: z.enum(sampleFormats),
  photometric: z.enum(['rgb', 'gray']),
  /** Of the tiles: RGB as JPEG or lossless WebP, or one little-endian sample per pixel, compressed by zlib. */
  encoding: z.enum(['jpeg', 'webp', 'deflate']),
  channels: z.array(channelDescriptionSchema).min(1),
  timePoints: positive,
  zPlanes: positive,
  /** Which of the `zPlanes` is shown, counted from 0. */
  zUsed: count,
  pixelSizeUm: z.nullable(z.object({ x: z.number().positive(), y: z.number().positive() })),
  planes: z.array(z.object({ c: count, t: count, file: fileName })).min(1),
  tileSize: z.literal(TILE_SIZE),
  /** Smallest first: the index is the z of Zoomify. The same for each plane. */
  levels: z.array(z.object({ width: positive, height: positive })).min(1),
  /** Whether the uploaded file had levels of its own. */
  hasPyramid: z.boolean(),
  thumbnail: fileName,
  /** Sentences for the user on what was chosen or left out. */
  notes: z.array(z.string()),
})

export type ChannelDescription = z.infer<typeof channelDescriptionSchema>
export type ImageDescription = z.infer<typeof imageDescriptionSchema>

/** The part of a description whose size does not grow with the number of planes. */
export type ImageSummary = Omit<ImageDescription, 'channels' | 'planes' | 'levels'>
