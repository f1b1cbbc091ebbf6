import type { ImageKind } from '../../imaging/index.ts'
import type { MeasuredKind } from './measure.ts'
import type { SampledImage } from './pyramid-samples.ts'

/** First line of input of the measuring process. */
export interface MeasuringTask {
  /** What is measured: the original file with its kind as chosen at upload, or tiles in the folder. */
  image: { path: string; originalName: string; kind: ImageKind } | { samples: SampledImage }
  /** For temporary files and the outcome. */
  folder: string
  kind: MeasuredKind
  /** Estimates the diameter of nuclei too: that takes longer than all the rest. */
  diameters: boolean
}

/** Name of the file with the measurements. */
export const measurementsFile = 'measurements.json'
