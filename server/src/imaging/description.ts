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

const names = z.string().max(200)
const finite = z.number()

/** What a file says of the microscope and the exposure; units as in the contract (`imageMetadata`). */
export const fileMetadataSchema = z.object({
  acquiredAt: z.optional(names),
  instrument: z.optional(names),
  objective: z.optional(
    z.object({
      name: z.optional(names),
      magnification: z.optional(finite.positive()),
      numericalAperture: z.optional(finite.positive()),
    }),
  ),
  stagePosition: z.optional(z.object({ x: finite, y: finite, z: z.optional(finite) })),
  timeStepS: z.optional(finite.positive()),
  zStepUm: z.optional(finite.positive()),
  channels: z.array(
    z.object({
      name: z.optional(names),
      color: z.optional(z.string().regex(/^#[0-9a-f]{6}$/)),
      exposureMs: z.optional(finite.min(0)),
      fluorophore: z.optional(names),
      excitationNm: z.optional(finite.positive()),
      emissionNm: z.optional(finite.positive()),
    }),
  ),
})
export type FileMetadata = z.infer<typeof fileMetadataSchema>

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

/** Z planes besides `zUsed`, counted from 0, and the maximum projection of all. */
const zPlanesSchema = z.array(z.object({ c: count, t: count, z: z.union([count, z.literal('max')]), file: fileName }))

/**
 * What was made of a file besides the image that `imageDescriptionSchema` describes. It is stored apart: servers from before do not know it,
 * and lists do not read it.
 */
export const furtherSchema = z.object({
  metadata: z.nullable(fileMetadataSchema),
  zPlanes: zPlanesSchema,
  /** Thumbnail of the maximum projection. */
  maximumThumbnail: z.nullable(fileName),
  /** Of the first scene, which is the image. */
  sceneName: z.string(),
  /** The scenes beyond the first. */
  scenes: z.array(z.object({ name: z.string(), description: imageDescriptionSchema, zPlanes: zPlanesSchema })),
  slidePictures: z.array(z.object({ kind: z.enum(['label', 'macro']), file: fileName })),
})
export type Further = z.infer<typeof furtherSchema>

/** All that the decoding process has made of a file. */
export const processedImageSchema = imageDescriptionSchema.extend({ further: furtherSchema })
export type ProcessedImage = z.infer<typeof processedImageSchema>

/** Names of all files of a processed image. */
export const filesOf = ({ further, ...image }: ProcessedImage): string[] => {
  const { zPlanes, scenes, slidePictures, maximumThumbnail } = further
  const all = [{ description: image, zPlanes }, ...scenes]
  return [
    ...all.flatMap((scene) => [...scene.description.planes, ...scene.zPlanes].map(({ file }) => file)),
    ...all.map(({ description }) => description.thumbnail),
    ...slidePictures.map(({ file }) => file),
    ...(maximumThumbnail ? [maximumThumbnail] : []),
  ]
}

export type ChannelDescription = z.infer<typeof channelDescriptionSchema>
export type ImageDescription = z.infer<typeof imageDescriptionSchema>

/** The part of a description whose size does not grow with the number of planes. */
export type ImageSummary = Omit<ImageDescription, 'channels' | 'planes' | 'levels'>
