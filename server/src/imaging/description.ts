import * as z from 'zod'
import { sampleFormats } from './sample-type.ts'

export const TILE_SIZE = 256
export const HISTOGRAM_BINS = 256

export const imageKinds = ['TwoDimensions', 'MultiChannel', 'TimeSeries'] as const
export type ImageKind = (typeof imageKinds)[number]

/** In the folder itself: what a child process names is moved from there. */
const fileName = z.string().regex(/^[a-z0-9-]+\.(tif|jpg)$/)
const count = z.int().min(0)
const positive = z.int().min(1)

export const channelDescriptionSchema = z.object({
  index: count,
  name: z.string(),
  /** `#rrggbb`; null for the one entry of an RGB picture, which brings its own colours. */
  color: z.nullable(z.string().regex(/^#[0-9a-f]{6}$/)),
  /** Smallest and largest sample of all time points, in the file's own values. */
  min: z.number(),
  max: z.number(),
  /** Counts of equally wide bins over [min, max]; of RGB pictures the luminance. */
  histogram: z.array(count).length(HISTOGRAM_BINS),
  /** Intensity range of the auto-contrast: the 0.1st to the 99.9th percentile. */
  auto: z.object({ min: z.number(), max: z.number() }),
})

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
  /** Of the tiles: a colour JPEG each, or one little-endian sample a pixel, compressed by zlib. */
  encoding: z.enum(['jpeg', 'deflate']),
  channels: z.array(channelDescriptionSchema).min(1),
  timePoints: positive,
  zPlanes: positive,
  /** Which of the `zPlanes` is shown, counted from 0. */
  zUsed: count,
  pixelSizeUm: z.nullable(z.object({ x: z.number().positive(), y: z.number().positive() })),
  planes: z.array(z.object({ c: count, t: count, file: fileName })).min(1),
  tileSize: z.literal(TILE_SIZE),
  /** Smallest first: the index is Zoomify's z. The same for each plane. */
  levels: z.array(z.object({ width: positive, height: positive })).min(1),
  /** Whether the uploaded file had levels of its own. */
  hasPyramid: z.boolean(),
  thumbnail: fileName,
  /** Sentences for the user: what was chosen or left out. */
  notes: z.array(z.string()),
})

export type ChannelDescription = z.infer<typeof channelDescriptionSchema>
export type ImageDescription = z.infer<typeof imageDescriptionSchema>

/** The small part of a description: what lists show. */
export type ImageSummary = Omit<ImageDescription, 'channels' | 'planes' | 'levels'>
