import type { EstimatedDiameter } from '@lamella/shared/contract'
import { estimateDiameter } from '../../learning/inference/estimate-diameter.ts'
import { TYPICAL_UM as SECTION_UM } from '../nuclei/dab-nuclei.ts'
import { measureLevels } from '../nuclei/fluorescence-levels.ts'
import { TYPICAL_UM as CULTURE_UM } from '../nuclei/fluorescence-nuclei.ts'
import { fluorescenceImage, type NetworkImage, stainedImage } from '../nuclei/network-image.ts'
import { expectedDiameter } from '../nuclei/nucleus-diameter.ts'
import { type NucleusModel, type OpenModel, openBaseModel } from '../nuclei/open-model.ts'
import { surveyLevels } from '../nuclei/survey-bright-field.ts'
import { noCheckpoints } from '../runtime/checkpoints.ts'
import { multichannelSource } from '../sources/multichannel.ts'
import type { PixelSource } from '../sources/pixel-source.ts'
import { rgbSource } from '../sources/rgb.ts'
import { modelFor } from './measure.ts'
import type { ChannelMeasurements, Measurements } from './measurements.ts'

/** Channels whose diameter is estimated: one takes some seconds, and a verdict waits for all of them. */
const MOST_CHANNELS = 4
/** A channel with a background of at least this is no fluorescence (ADR 52); nothing is to be found in one with less foreground. */
const BRIGHT_GROUND = 0.5
const LEAST_FOREGROUND = 0.0001

const isPromising = ({ backgroundLevel, foregroundShare }: ChannelMeasurements): boolean =>
  backgroundLevel <= BRIGHT_GROUND && foregroundShare >= LEAST_FOREGROUND

const estimated = async (
  { network, sha256 }: NucleusModel,
  { source, levels }: NetworkImage,
  expected: number | null,
): Promise<EstimatedDiameter> => {
  const { diameter, isDoubtful } = await estimateDiameter(network, source, levels, expected)
  return { px: diameter, ...(isDoubtful && { doubtful: true }), model: sha256 }
}

async function withDiameters(measured: Measurements, image: PixelSource, model: NucleusModel): Promise<Measurements> {
  if (measured.kind === 'bright-field') {
    const source = rgbSource(image)
    const { section, histograms } = await surveyLevels(
      source,
      { checkpoints: noCheckpoints, onProgress: () => {} },
      [0, 1],
    )
    return {
      ...measured,
      nucleusDiameter: await estimated(model, stainedImage(section, histograms), expectedDiameter(SECTION_UM, image)),
    }
  }
  if (measured.kind !== 'fluorescence') return measured
  const source = multichannelSource(image)
  const channels: ChannelMeasurements[] = []
  let left = MOST_CHANNELS
  for (const [index, channel] of measured.channels.entries()) {
    if (left === 0 || !isPromising(channel)) {
      channels.push(channel)
      continue
    }
    left--
    const levels = await measureLevels(source, index)
    const expected = expectedDiameter(CULTURE_UM, image)
    const nucleusDiameter = await estimated(model, fluorescenceImage(image, index, levels), expected)
    channels.push({ ...channel, nucleusDiameter })
  }
  return { ...measured, channels }
}

/**
 * Adds the diameter of nuclei that applications estimate from the image, by the same function: of a section where its file has no pixel
 * size, of fluorescence channels always (ADR 54). Whatever prevents it, the measurements come back as they are: the verdict does not depend
 * on it.
 */
export async function addDiameters(
  measured: Measurements,
  image: PixelSource,
  openModel: OpenModel = openBaseModel,
): Promise<Measurements> {
  if (measured.kind === 'bright-field' ? image.pixelSizeUm : measured.kind !== 'fluorescence') return measured
  try {
    const model = await openModel(modelFor(measured.kind))
    try {
      return await withDiameters(measured, image, model)
    } finally {
      await model.network.release()
    }
  } catch {
    return measured
  }
}
