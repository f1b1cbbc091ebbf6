import * as z from 'zod'
import type { ImageKind } from '../../imaging/index.ts'
import type { PixelSize } from '../sources/pixel-source.ts'

/** First line of input of the analysing process. */
export interface AnalysisTask {
  /** Path of the original file. */
  source: string
  originalName: string
  /** Chosen at upload. */
  kind: ImageKind
  /** µm per pixel that counts: what a user has set, or the file says; null: unknown. */
  pixelSizeUm: PixelSize | null
  /** For temporary files and results; holds the checkpoints of an interrupted run. */
  folder: string
  appName: string
  appVersion: string
  params: Record<string, unknown>
}

/**
 * Reports of the analysing process: progress from 0 to 1, and checkpoints, to which the parent replies with a line once they are stored.
 * Contents are files directly in the folder (a subfolder could be a link): `checkpoint-<unit>.json`, finally `result.json` and `objects.lmo`.
 */
export const analysisMessage = z.union([
  z.object({ progress: z.number() }),
  z.object({ checkpoint: z.string().regex(/^[a-z0-9-]{1,64}$/) }),
])

/** Name of the file with the result, except its objects. */
export const resultFile = 'result.json'
/** Name of the file with the objects (results/object-layout.ts). */
export const objectsFile = 'objects.lmo'
/** Name of the file with the outcome of a work unit. */
export const checkpointFile = (unit: string) => `checkpoint-${unit}.json`
