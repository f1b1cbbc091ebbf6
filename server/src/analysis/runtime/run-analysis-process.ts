import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AnalysisResult } from '../applications/application.ts'
import { type AnalysisTask, analysisMessage, checkpointFile, objectsFile, resultFile } from './messages.ts'
import { requireRegularFile } from './regular-file.ts'
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

/** The result of an analysis, with its objects in a file. */
export interface AnalysisOutcome extends Omit<AnalysisResult, 'objects'> {
  objectCount: number
  /** Path of the file of objects (results/object-layout.ts), checked to be a regular file. */
  objectsFile: string
}

/**
 * Runs an application in a limited process of its own.
 *
 * @param diskBytes upper bound of all that it writes: raw pixels, checkpoints and the result
 * @throws WorkRefused, the signal's reason, or Error when the process failed
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
  const text = await readFile(await requireRegularFile(join(folder, resultFile)), 'utf8')
  const result = JSON.parse(text) as Omit<AnalysisOutcome, 'objectsFile'>
  return { ...result, objectsFile: await requireRegularFile(join(folder, objectsFile)) }
}
