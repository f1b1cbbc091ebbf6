import {
  diameterFromPixelSize,
  type EstimatedDiameter,
  type Image,
  type ParamSchema,
  type ParamsSchema,
  type SuitabilityMeasurements,
} from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'
import type { CheckedImage } from './use-suitability.ts'

/** The diameter that a job takes where none is given, px, as far as it is known before the job. */
export type AutomaticDiameter =
  | { px: number; from: 'pixel size' | 'estimated' | 'roughly estimated' }
  | { px: null; from: 'nothing found' | 'being estimated' | 'job' }

const estimateIn = (measured: SuitabilityMeasurements | null, channel: number): EstimatedDiameter | undefined =>
  measured?.kind === 'fluorescence' ? measured.channels[channel]?.nucleusDiameter : measured?.nucleusDiameter

/**
 * Decides as the job will (server/src/analysis/nuclei/nucleus-diameter.ts).
 *
 * @param param - with `automaticDiameter`
 * @param channel - index of the one that shows the objects
 */
export const automaticDiameterOf = (
  { automaticDiameter, minimum, maximum }: ParamSchema,
  { pixelSize }: Pick<Image, 'pixelSize'>,
  { state, measurements }: Pick<CheckedImage, 'state' | 'measurements'>,
  channel: number,
): AutomaticDiameter => {
  if (!automaticDiameter) return { px: null, from: 'job' }
  const { typicalUm, estimateFirst } = automaticDiameter
  const known = pixelSize && {
    px: diameterFromPixelSize(typicalUm, pixelSize, { minimum, maximum }),
    from: 'pixel size' as const,
  }
  if (known && !estimateFirst) return known
  const estimate = estimateIn(measurements, channel)
  if (!estimate) return { px: null, from: state === 'checking' || state === 'unknown' ? 'being estimated' : 'job' }
  if (estimate.px !== null) return { px: estimate.px, from: estimate.doubtful ? 'roughly estimated' : 'estimated' }
  return known ?? { px: null, from: 'nothing found' }
}

/** Index of the channel that is chosen in a form; null: there is no such choice. */
export const channelIn = (properties: ParamsSchema['properties'], values: Record<string, unknown>): number | null => {
  const [key] = Object.entries(properties).find(([, { control }]) => control === 'channel') ?? []
  const channel = key === undefined ? null : values[key]
  return typeof channel === 'number' ? channel : null
}

/** With one decimal unless it is whole, such as "16 px" and "23.4 px". */
export const pixelsText = (px: number): string =>
  `${formatNumber(px, Number.isInteger(Number(px.toFixed(1))) ? 0 : 1)} px`

/** In words, such as "16 px, from the pixel size". */
export const automaticText = ({ px, from }: AutomaticDiameter): string => {
  if (from === 'pixel size') return `${pixelsText(px)}, from the pixel size`
  if (from === 'estimated') return `${pixelsText(px)}, estimated from the image`
  if (from === 'roughly estimated') return `${pixelsText(px)}, estimated from the image, but doubtful`
  if (from === 'being estimated') return 'is being estimated from the image'
  if (from === 'job') return 'will be estimated by the job'
  return 'will be assumed by the job, because nothing in the image looks like nuclei'
}

/** What a user is told of it for each chosen image, with what to do where it is doubtful. */
export const automaticRemark = (diameter: AutomaticDiameter): string => {
  const advice = ' Compare it with the nuclei, and type their diameter where it does not fit.'
  return `Nucleus diameter: ${automaticText(diameter)}.${diameter.from === 'roughly estimated' ? advice : ''}`
}

/** The diameter that a job takes of an image with the parameters of the form; null: it has been given, or there is none. */
export const automaticDiameterWith = (
  { properties }: ParamsSchema,
  params: Record<string, unknown>,
  checked: CheckedImage,
): AutomaticDiameter | null => {
  const [key, param] = Object.entries(properties).find(([, { automaticDiameter }]) => automaticDiameter) ?? []
  if (key === undefined || !param || typeof params[key] === 'number') return null
  return automaticDiameterOf(param, checked.image, checked, channelIn(properties, params) ?? 0)
}
