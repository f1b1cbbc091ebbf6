import * as z from 'zod'
import type { ImageKind } from '../../imaging/index.ts'
import type { PixelSize } from '../sources/pixel-source.ts'
import type { MeasuredKind } from './measurements.ts'
import type { SampledImage } from './pyramid-samples.ts'
import { MOST_REGIONS } from './sample-regions.ts'

/** First line of input of the measuring process. */
export interface MeasuringTask {
  /**
   * What is measured: the original file with its kind as chosen at upload, or tiles in the folder. The pixel size is the one that counts: given by
   * users, or the file's.
   */
  image:
    | { path: string; originalName: string; kind: ImageKind; pixelSizeUm: PixelSize | null }
    | { samples: SampledImage }
  /** For temporary files and the outcome. */
  folder: string
  kind: MeasuredKind
  /** Estimates the diameter of nuclei too: that takes longer than all the rest. */
  diameters: boolean
}

/** Name of the file with the measurements. */
export const measurementsFile = 'measurements.json'

const place = z.int().nonnegative()

/** Report of the process: regions of the largest level whose tiles it needs in the folder. Any line answers it. */
export const wantedRegions = z.object({
  wanted: z
    .array(z.object({ left: place, top: place, width: z.int().positive(), height: z.int().positive() }))
    .max(MOST_REGIONS),
})
