import type { ImageKind } from '../../imaging/index.ts'
import type { MeasuredKind } from './measure.ts'

/** First line of input of the measuring process. */
export interface MeasuringTask {
  /** Path of the original file. */
  source: string
  originalName: string
  /** Chosen at upload. */
  imageKind: ImageKind
  /** For temporary files and the outcome. */
  folder: string
  kind: MeasuredKind
}

/** Name of the file with the measurements. */
export const measurementsFile = 'measurements.json'
