import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AnalysisResult } from '../applications/application.ts'
import { type AnalysisOrder, analysisMessage, checkpointFile, objectsFile, resultFile } from './messages.ts'
import { runChild } from './run-child.ts'

const program = join(import.meta.dirname, 'child.ts')

/** Resident memory and processor time of one analysis. */
const limits = { memoryBytes: 1_200_000_000, cpuSeconds: 24 * 3600 }

interface Listeners {
  signal: AbortSignal
  onProgress: (share: number) => void
  /** @param file - may be moved away. The process goes on when the promise is fulfilled. */
  onCheckpoint: (unit: string, file: string) => Promise<void>
}

/** What an analysis left in its folder. */
export interface AnalysisOutcome extends Omit<AnalysisResult, 'objects'> {
  objectCount: number
  /** File of the objects (results/object-layout.ts). */
  objectsFile: string
}

/**
 * Runs an application in a limited process of its own.
 * @throws WorkRefused, the signal's reason, or Error when the process failed
 */
export const runAnalysisProcess = async (order: AnalysisOrder, listeners: Listeners): Promise<AnalysisOutcome> => {
  const { signal, onProgress, onCheckpoint } = listeners
  await runChild({
    program,
    limits,
    folder: order.folder,
    order,
    message: analysisMessage,
    signal,
    onMessage: async (message, answer) => {
      if ('progress' in message) return onProgress(message.progress)
      await onCheckpoint(message.checkpoint, join(order.folder, checkpointFile(message.checkpoint)))
      answer({ stored: true })
    },
  })
  const result = JSON.parse(await readFile(join(order.folder, resultFile), 'utf8')) as Omit<
    AnalysisOutcome,
    'objectsFile'
  >
  return { ...result, objectsFile: join(order.folder, objectsFile) }
}
