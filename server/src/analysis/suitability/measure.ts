import type { SuitabilityMeasurements, SuitabilityRequirements } from '@lamella/shared/contract'
import type { BaseModelName } from '../../learning/models/base-models.ts'
import { multichannelSource } from '../sources/multichannel.ts'
import type { PixelSource } from '../sources/pixel-source.ts'
import { rgbSource } from '../sources/rgb.ts'
import { measureBrightField } from './measure-bright-field.ts'
import { measureFluorescence } from './measure-fluorescence.ts'

/** What is measured for each modality. */
export type MeasuredKind = SuitabilityMeasurements['kind']

/** The kind of measurement that a modality needs. */
export const kindFor = ({ modality }: SuitabilityRequirements): MeasuredKind =>
  modality === 'h-dab' ? 'bright-field' : 'fluorescence'

/** The network that applications of a modality find nuclei with. */
export const modelFor = (kind: MeasuredKind): BaseModelName => (kind === 'bright-field' ? 'stained' : 'fluorescence-2')

/** Measures the first time point of an image. @throws RangeError for an image of another pixel format */
export const measureSuitability = (source: PixelSource, kind: MeasuredKind): Promise<SuitabilityMeasurements> =>
  kind === 'bright-field' ? measureBrightField(rgbSource(source)) : measureFluorescence(multichannelSource(source))
