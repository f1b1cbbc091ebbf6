import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AnalysisResult } from '../applications/application.ts'
import { type AnalysisOrder, analysisMessage, checkpointFile, objectsFile, resultFile } from './messages.ts'
import { requirePlainFile } from './plain-file.ts'
import { runWork } from './run-work.ts'

export const analysisProgram = join(import.meta.dirname, 'child.ts')

/** Resident memory and processor time of one analysis. */
const limits = { memoryBytes: 1_200_000_000, cpuSeconds: 24 * 3600 }

interface Listeners {
  signal: AbortSignal
  onProgress: (share: number) => void
  /** @param file - belongs to the process, which still runs. It goes on when the promise is fulfilled. */
  onCheckpoint: (unit: string, file: string) => Promise<void>
}

/** What an analysis left in its folder. */
export interface AnalysisOutcome extends Omit<AnalysisResult, 'objects'> {
  objectCount: number
  /** Plain file of the objects (results/object-layout.ts). */
  objectsFile: string
}

/**
 * Runs an application in a limited process of its own.
 * @param diskBytes - all that it may write: raw pixels, checkpoints and the result
 * @throws WorkRefused, the signal's reason, or Error when the process failed
 */
export const runAnalysisProcess = async (
  order: AnalysisOrder,
  diskBytes: number,
  { signal, onProgress, onCheckpoint }: Listeners,
): Promise<AnalysisOutcome> => {
  const { folder, source } = order
  await runWork({
    program: analysisProgram,
    limits: { ...limits, diskBytes },
    folder,
    source,
    order: (seen) => ({ ...order, source: seen }) satisfies AnalysisOrder,
    message: analysisMessage,
    signal,
    onMessage: async (message, answer) => {
      if ('progress' in message) return onProgress(message.progress)
      await onCheckpoint(message.checkpoint, join(folder, checkpointFile(message.checkpoint)))
      answer({ stored: true })
    },
  })
  const text = await readFile(await requirePlainFile(join(folder, resultFile)), 'utf8')
  const result = JSON.parse(text) as Omit<AnalysisOutcome, 'objectsFile'>
  return { ...result, objectsFile: await requirePlainFile(join(folder, objectsFile)) }
}
