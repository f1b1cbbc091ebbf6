import * as z from 'zod'
import type { ImageKind } from '../../imaging/index.ts'

/** First line to the analysing process. */
export interface AnalysisOrder {
  /** Path of the original file. */
  source: string
  originalName: string
  /** As which the file was uploaded. */
  kind: ImageKind
  /** For temporary files; it holds the checkpoints of an interrupted run. */
  folder: string
  appName: string
  appVersion: string
  params: Record<string, unknown>
}

/**
 * What it reports; the parent answers a checkpoint with a line once it is stored. Contents are files in the folder:
 * `checkpoint-<unit>.json`, and in the end `result.json` and `objects.lmo`; none in a folder below, which a link could stand for.
 */
export const analysisMessage = z.union([
  z.object({ progress: z.number() }),
  z.object({ checkpoint: z.string().regex(/^[a-z0-9-]{1,64}$/) }),
])

export const resultFile = 'result.json'
export const objectsFile = 'objects.lmo'
export const checkpointFile = (unit: string) => `checkpoint-${unit}.json`
