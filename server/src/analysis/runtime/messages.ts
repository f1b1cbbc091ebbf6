import * as z from 'zod'
import type { Checkpoint } from '../applications/application.ts'

/** What the analysing process is told, one JSON line. */
export interface AnalysisOrder {
  /** Path of the original file. */
  source: string
  originalName: string
  /** Folder for temporary files. */
  folder: string
  appName: string
  appVersion: string
  params: Record<string, unknown>
  checkpoints: Checkpoint[]
}

/** What it says, a JSON line each. The result is too large for a line: it lies in `result.json` of the folder. */
export const analysisMessage = z.union([
  z.object({ progress: z.number() }),
  z.object({ checkpoint: z.object({ slice: z.string(), state: z.unknown() }) }),
  z.object({ done: z.literal(true) }),
  z.object({ error: z.object({ message: z.string(), /** The user can act on it. */ forUser: z.boolean() }) }),
])

export const resultFile = 'result.json'
