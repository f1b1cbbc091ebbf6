import { join } from 'node:path'
import { type AnalysisOutcome, readAnalysisResult } from './analysis-result.ts'
import { type AnalysisTask, analysisMessage, checkpointFile } from './messages.ts'
import { runWork } from './run-work.ts'

/** Path of the program that runs an application, run by `runWork`. */
export const analysisProgram = join(import.meta.dirname, 'child.ts')

/** Resident memory (bytes) and CPU time of one analysis. */
const limits = { memoryBytes: 1_200_000_000, cpuSeconds: 24 * 3600 }

interface Listeners {
  signal: AbortSignal
  /** 0 to 1. */
  onProgress: (share: number) => void
  /** @param file is still controlled by the process, which continues when the promise resolves */
  onCheckpoint: (unit: string, file: string) => Promise<void>
}

/**
 * Runs an application in a limited process of its own.
 *
 * @param diskBytes upper bound of all that it writes: raw pixels, checkpoints and the result
 * @throws WorkRefused, WorkTooLarge, the signal's reason, or Error when the process failed
 */
export const runAnalysisProcess = async (
  task: AnalysisTask,
  diskBytes: number,
  { signal, onProgress, onCheckpoint }: Listeners,
): Promise<AnalysisOutcome> => {
  const { folder, source } = task
  await runWork({
    program: analysisProgram,
    limits: { ...limits, diskBytes },
    folder,
    source,
    input: (seen) => ({ ...task, source: seen }) satisfies AnalysisTask,
    message: analysisMessage,
    signal,
    onMessage: async (message, answer) => {
      if ('progress' in message) return onProgress(message.progress)
      await onCheckpoint(message.checkpoint, join(folder, checkpointFile(message.checkpoint)))
      answer({ stored: true })
    },
  })
  return readAnalysisResult(folder)
}
