import {
  brightFieldMeasurements,
  fluorescenceChannel,
  fluorescenceMeasurements,
  type SuitabilityRequirements,
  scale,
} from '@lamella/shared/contract'
import * as z from 'zod'

const triple = z.tuple([z.number(), z.number(), z.number()])

/** Largest share of a measured region that is tissue, or bright: a small piece in a large image is not an empty field. */
const fullestShare = z.number().optional()

const sectionMeasurements = z.object({ ...brightFieldMeasurements.shape, fullestShare })
export type SectionMeasurements = z.infer<typeof sectionMeasurements>

const channelMeasurements = z.object({ ...fluorescenceChannel.shape, fullestShare })
export type ChannelMeasurements = z.infer<typeof channelMeasurements>

const channelsMeasurements = z.object({ ...fluorescenceMeasurements.shape, channels: z.array(channelMeasurements) })
export type ChannelsMeasurements = z.infer<typeof channelsMeasurements>

/** What is measured of a section in Masson's trichrome; shares of all recorded pixels, 0 to 1. */
const trichromeMeasurements = z.object({
  kind: z.literal('trichrome'),
  scale,
  /** Whether all regions of the image were measured. */
  isWhole: z.boolean(),
  /** Grey levels of clear glass in red, green and blue, 1 to 255. */
  whitePoint: triple,
  /** As `TrichromeCounts`. */
  stained: z.number(),
  blue: z.number(),
  red: z.number(),
  dark: z.number(),
  between: z.number(),
})
export type TrichromeMeasurements = z.infer<typeof trichromeMeasurements>

const striatedChannel = z.object({
  name: z.string(),
  /** Nothing but noise is in it. */
  isEmpty: z.boolean(),
  /** Fields that were measured, and those with a clear period that goes on in the next one. */
  fields: z.number(),
  clear: z.number(),
  /** The same of the whole image, 0 to 1. */
  clearShare: z.number(),
  /** Of their periods, µm. */
  mean: z.nullable(z.number()),
  deviation: z.nullable(z.number()),
})
export type StriatedChannel = z.infer<typeof striatedChannel>

/** What is measured of a micrograph of striated muscle, by the pixel size in `scale`. */
const striationMeasurements = z.object({
  kind: z.literal('striations'),
  scale,
  /** Whether the image was measured in one piece, as an analysis does. */
  isWhole: z.boolean(),
  /** Fields across and down the image. */
  columns: z.number(),
  rows: z.number(),
  channels: z.array(striatedChannel),
})
export type StriationMeasurements = z.infer<typeof striationMeasurements>

/** What is measured of an image before it is analysed. Clients are shown the kinds of the contract only. */
export const measurements = z.discriminatedUnion('kind', [
  sectionMeasurements,
  channelsMeasurements,
  trichromeMeasurements,
  striationMeasurements,
])
export type Measurements = z.infer<typeof measurements>
export type MeasuredKind = Measurements['kind']

/** What an application needs an image to show; of the kinds of the contract, clients are told. */
export type ImageNeed = SuitabilityRequirements | { modality: 'trichrome' } | { modality: 'striations' }
