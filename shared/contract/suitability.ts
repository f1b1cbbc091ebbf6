import * as z from 'zod/mini'
import { data, id } from './common.ts'
import { endpoint } from './endpoint.ts'
import { text } from './text.ts'

/** µm per pixel, and where the number comes from. */
export const scale = z.discriminatedUnion('source', [
  z.object({ source: z.enum(['known', 'estimated']), um: z.object({ x: z.number(), y: z.number() }) }),
  z.object({ source: z.literal('unknown') }),
])
export type Scale = z.infer<typeof scale>

const triple = z.tuple([z.number(), z.number(), z.number()])

/** Stain vectors of an image: estimated, or why the fixed ones are used. Angles in degrees. */
export const stainEstimate = z.discriminatedUnion('method', [
  z.object({
    method: z.literal('estimated'),
    hematoxylin: triple,
    dab: triple,
    angle: z.number(),
    residual: z.number(),
  }),
  z.object({
    method: z.literal('fixed'),
    reason: z.enum(['too-little-stain', 'one-stain', 'third-colour', 'angle', 'other-stains']),
  }),
])

/** Diameter of typical nuclei, estimated from the image as applications do. */
export const estimatedDiameter = z.object({
  /** Pixels of the image; null: nothing looks like nuclei. */
  px: z.nullable(z.number()),
  /** Scales of the image disagree, or too few nuclei were found. Absent: no, or an older server. */
  doubtful: z.optional(z.boolean()),
  /** Hash of the network that estimated it. */
  model: z.string(),
})
export type EstimatedDiameter = z.infer<typeof estimatedDiameter>

/** What is measured of a bright-field image; shares are 0 to 1. */
export const brightFieldMeasurements = z.object({
  kind: z.literal('bright-field'),
  scale,
  /** Grey levels of clear glass in red, green and blue, 1 to 255. */
  whitePoint: triple,
  /** Of all pixels: those that were not recorded, such as transparent ones. They count for nothing else. Absent: measured by an earlier version. */
  outsideShare: z.optional(z.number()),
  /** Of the recorded pixels: those so dark in all channels that no stain can be told. */
  darkShare: z.number(),
  /** Of the recorded pixels: those that absorb light. The shares below are of these, where nothing else is said. */
  tissueShare: z.number(),
  /** At the lower end of the camera's range in at least one channel. */
  clippedShare: z.number(),
  /** Exactly like their neighbour: pictures of a camera have noise. */
  uniformShare: z.number(),
  /** With a clear colour. */
  colouredShare: z.number(),
  /** With the colour of hematoxylin, also of pale one. */
  blueShare: z.number(),
  /** Of the absorption with a clear colour: that of DAB, and that of neither hematoxylin nor DAB. */
  brownShare: z.number(),
  foreignShare: z.number(),
  /** Standard deviation of the blur of the sharpest edges, pixels; null without edges. */
  edgeWidthPx: z.nullable(z.number()),
  stains: stainEstimate,
  /** Absent: the file has a pixel size, or it could not be estimated; the job then does. */
  nucleusDiameter: z.optional(estimatedDiameter),
})
export type BrightFieldMeasurements = z.infer<typeof brightFieldMeasurements>

/** What is measured of one channel of an image of grey channels; shares are 0 to 1. */
export const fluorescenceChannel = z.object({
  name: z.string(),
  /** Commonest intensity between the darkest and the brightest: 0 to 1. Fluorescence has a dark background. */
  backgroundLevel: z.number(),
  /** Of all pixels: those that are clearly above the background. */
  foregroundShare: z.number(),
  /** Of all blocks of 32 × 32 pixels: those in which something is darker than the background. Absent: measured by an earlier version. */
  darkerShare: z.optional(z.number()),
  /** Of the foreground: at the upper end of the range. */
  clippedShare: z.number(),
  /** Of the foreground: exactly like their neighbour. */
  uniformShare: z.number(),
  edgeWidthPx: z.nullable(z.number()),
  /** Absent: it could not be estimated, or the channel is one of too many; the job then does. */
  nucleusDiameter: z.optional(estimatedDiameter),
})
export type FluorescenceChannel = z.infer<typeof fluorescenceChannel>

export const fluorescenceMeasurements = z.object({
  kind: z.literal('fluorescence'),
  scale,
  channels: z.array(fluorescenceChannel),
})
export type FluorescenceMeasurements = z.infer<typeof fluorescenceMeasurements>

export const suitabilityMeasurements = z.discriminatedUnion('kind', [brightFieldMeasurements, fluorescenceMeasurements])
export type SuitabilityMeasurements = z.infer<typeof suitabilityMeasurements>

/** What an application needs an image to show, beyond its format. */
export const suitabilityRequirements = z.object({
  /** `h-dab`: a section stained with hematoxylin and DAB in bright field; `fluorescence`: bright objects on dark ground. */
  modality: z.enum(['h-dab', 'fluorescence']),
  /** Diameter of a typical object, µm: by it pixel size and focus are judged. */
  objectDiameterUm: z.number(),
})
export type SuitabilityRequirements = z.infer<typeof suitabilityRequirements>

/** Whether an application can give right numbers for an image. */
export const suitability = z.object({
  verdict: z.enum(['fits', 'doubtful', 'refused']),
  /** Why it is doubtful or refused, one sentence each. */
  reasons: z.array(z.string()),
  /** Null: refused for its format, or the application needs nothing to be measured, or nothing that is shown. */
  measurements: z.nullable(suitabilityMeasurements),
  /** Of the way of measuring. */
  version: z.number(),
})
export type Suitability = z.infer<typeof suitability>

/** State of the check of an image. */
export const suitabilityCheck = z.object({
  status: z.enum(['pending', 'ready', 'failed']),
  /** Why the image could not be measured; null otherwise. */
  error: z.nullable(z.string()),
  /** Null until it is ready. */
  suitability: z.nullable(suitability),
})
export type SuitabilityCheck = z.infer<typeof suitabilityCheck>

/** Which application, in calls about its suitability. */
export const suitabilityOf = {
  appName: text.check(z.minLength(1), z.maxLength(128)),
  appVersion: text.check(z.minLength(1), z.maxLength(32)),
} as const

export const checkSuitability = endpoint({
  method: 'GET',
  path: '/api/v1/images/:imageId/suitability',
  summary: 'Whether an image suits an application. The first request starts the measurement, later ones read it',
  tag: 'analysis',
  params: z.object({ imageId: id }),
  query: z.object(suitabilityOf),
  success: {
    status: 200,
    body: data(suitabilityCheck),
  },
  errors: ['ERR_3002', 'ERR_4002'],
})
