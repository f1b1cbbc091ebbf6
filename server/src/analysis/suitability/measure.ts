import type { BaseModelName } from '../../learning/models/base-models.ts'
import type { Region } from '../runtime/tiles.ts'
import { type MultichannelSource, multichannelSource } from '../sources/multichannel.ts'
import type { PixelSize, PixelSource } from '../sources/pixel-source.ts'
import { type RgbSource, rgbSource } from '../sources/rgb.ts'
import { measureBrightField } from './measure-bright-field.ts'
import { MOST_CHANNELS, measureFluorescence } from './measure-fluorescence.ts'
import { measureStriations, striatedSampling } from './measure-striations.ts'
import { measureTrichrome } from './measure-trichrome.ts'
import type { ImageNeed, MeasuredKind, Measurements } from './measurements.ts'
import { objectContents, tissueContents } from './overview.ts'
import { MOST_REGIONS, REGION_SIDE, regionsOf, sampleRegions } from './sample-regions.ts'

/** The kind of measurement that a modality needs. */
export const kindFor = ({ modality }: ImageNeed): MeasuredKind => (modality === 'h-dab' ? 'bright-field' : modality)

type ColourKind = Extract<MeasuredKind, 'bright-field' | 'trichrome'>
type ChannelKind = Exclude<MeasuredKind, ColourKind>

/** Whether a kind is measured of RGB images; the others are of grey channels. */
export const isOfColours = (kind: MeasuredKind): kind is ColourKind => kind === 'bright-field' || kind === 'trichrome'

/** The network that applications of a modality find nuclei with. */
export const modelFor = (kind: MeasuredKind): BaseModelName => (isOfColours(kind) ? 'stained' : 'fluorescence-2')

/** Largest side of the regions that a kind is measured in, pixels, and how many there are at most. */
export const samplingOf = (kind: MeasuredKind, pixelSizeUm: PixelSize | null): { side: number; most: number } =>
  kind === 'striations' ? striatedSampling(pixelSizeUm) : { side: REGION_SIDE, most: MOST_REGIONS }

/** An image whose regions are chosen in an overview of it. */
export interface Overseen<Source> {
  image: Source
  /** The whole image at any scale. */
  overview: Source
  /** Makes regions readable that were chosen. */
  fetch(regions: readonly Region[]): Promise<void>
}

/** Measures an RGB image in regions all over it, most of them where tissue is. The result depends on the pixels only. */
export async function measureColours(
  { image, overview, fetch }: Overseen<RgbSource>,
  kind: ColourKind,
): Promise<Measurements> {
  const regions = regionsOf(image)
  const sampled = sampleRegions(regions, await tissueContents({ overview, image, regions }))
  await fetch(sampled.map(({ region }) => region))
  if (kind === 'bright-field') return measureBrightField(image, sampled)
  return measureTrichrome(image, sampled, sampled.length === regions.length)
}

/** Measures an image of grey channels in regions all over it, most of them where something is bright. The result depends on the samples only. */
export async function measureChannels(
  { image, overview, fetch }: Overseen<MultichannelSource>,
  kind: ChannelKind,
): Promise<Measurements> {
  const { side, most } = samplingOf(kind, image.pixelSizeUm)
  const regions = regionsOf(image, side)
  const contents = await objectContents({ overview, image, regions }, MOST_CHANNELS)
  const sampled = sampleRegions(regions, contents, most)
  await fetch(sampled.map(({ region }) => region))
  if (kind === 'fluorescence') return measureFluorescence(image, sampled)
  return measureStriations(image, sampled, regions.length === 1)
}

const readable = async (): Promise<void> => {}

/** Measures the first time point of an image. @throws RangeError for an image of another pixel format */
export async function measureSuitability(source: PixelSource, kind: MeasuredKind): Promise<Measurements> {
  if (isOfColours(kind)) {
    const image = rgbSource(source)
    return measureColours({ image, overview: image, fetch: readable }, kind)
  }
  const image = multichannelSource(source)
  return measureChannels({ image, overview: image, fetch: readable }, kind)
}
