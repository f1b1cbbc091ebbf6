import { type ParamsSchema, paramProblems, type Requirements } from '@lamella/shared/contract'
import type { ImageDescription } from '../../imaging/index.ts'

type Described = Pick<
  ImageDescription,
  'kind' | 'width' | 'height' | 'photometric' | 'channels' | 'timePoints' | 'pixelSizeUm'
>

const kindNames = {
  TwoDimensions: 'two-dimensional images',
  MultiChannel: 'multichannel images',
  TimeSeries: 'time series',
} as const
const photometricNames = { rgb: 'a colour image with 8 bits per channel', gray: 'an image of grey channels' } as const

const isWithin = (count: number, { min, max }: Requirements['channels']): boolean =>
  count >= min && (max === null || count <= max)

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const rangeText = ({ min, max }: Requirements['channels'], noun: string): string => {
  if (max === null) return `at least ${counted(min, noun)}`
  return min === max ? `exactly ${counted(min, noun)}` : `${min} to ${counted(max, noun)}`
}

/** One sentence per requirement on its format that the image does not meet. */
export function imageProblems(requires: Omit<Requirements, 'suitability'>, image: Described): string[] {
  const problems: string[] = []
  const { kinds, photometric, channels, timePoints, minSide = 1 } = requires
  if (!kinds.includes(image.kind)) {
    problems.push(`It takes ${kinds.map((kind) => kindNames[kind]).join(' and ')} only.`)
  }
  if (photometric !== 'any' && photometric !== image.photometric) {
    problems.push(`It needs ${photometricNames[photometric]}.`)
  }
  if (!isWithin(image.channels.length, channels)) {
    problems.push(`It needs ${rangeText(channels, 'channel')}; the image has ${image.channels.length}.`)
  }
  if (!isWithin(image.timePoints, timePoints)) {
    problems.push(`It needs ${rangeText(timePoints, 'time point')}; the image has ${image.timePoints}.`)
  }
  if (Math.min(image.width, image.height) < minSide) {
    problems.push(`It needs at least ${minSide} × ${minSide} pixels; the image has ${image.width} × ${image.height}.`)
  }
  if (requires.pixelSize && !image.pixelSizeUm) problems.push('It needs an image that says how large its pixels are.')
  return problems
}

/**
 * Checks whether an application can run on an image with these parameters.
 *
 * @returns null when it can; otherwise ERR_4001 (image) or ERR_4004 (parameters) with sentences for the user
 */
export function checkImage(
  application: { displayName: string; requires: Omit<Requirements, 'suitability'>; params: ParamsSchema },
  image: Described,
  params: Record<string, unknown>,
): { code: 'ERR_4001' | 'ERR_4004'; detail: string } | null {
  const ofImage = imageProblems(application.requires, image)
  if (ofImage.length > 0) {
    return { code: 'ERR_4001', detail: `${application.displayName} cannot analyse this image. ${ofImage.join(' ')}` }
  }
  const ofParams = paramProblems(application.params, params, image.channels.length)
  return ofParams.length > 0 ? { code: 'ERR_4004', detail: ofParams.join(' ') } : null
}
