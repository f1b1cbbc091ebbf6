import { constants, open } from 'node:fs/promises'
import { join } from 'node:path'
import type * as z from 'zod'
import { ChildFailed, runChild } from '../../platform/process/run-child.ts'
import type { AnalysisResult, Checkpoint } from '../applications/application.ts'
import { type AnalysisOrder, analysisMessage, resultFile } from './messages.ts'

export const analysisProgram = join(import.meta.dirname, 'child.ts')

/** Resident memory and processor time of one analysis. */
const limits = { memoryBytes: 1_200_000_000, cpuSeconds: 24 * 3600 }

/** A checkpoint holds the objects of one slice. */
const longestMessage = 256 * 1024 ** 2

/** For the log. */
const failures: Record<ChildFailed['reason'], string> = {
  memory: 'it needs more memory than it may have',
  time: 'it needs more processor time than it may have',
  output: 'it wrote more than it may',
  space: 'the disk is nearly full',
  broken: 'it sent what is no message',
  ended: 'it ended without its last message',
}

/** The analysis cannot succeed, and the message says why to a user. */
export class AnalysisRefused extends Error {
  override readonly name = 'AnalysisRefused'
}

interface Listeners {
  signal: AbortSignal
  onProgress: (share: number) => void
  /** The process goes on when the promise is fulfilled. */
  onCheckpoint: (checkpoint: Checkpoint) => Promise<void>
}

/**
 * Runs an application in a limited process of its own.
 * @param diskBytes - all that it may write: the raw pixels and the result
 * @throws AnalysisRefused, the signal's reason, or Error when the process failed
 */
export const runAnalysisProcess = async (
  order: AnalysisOrder,
  diskBytes: number,
  { signal, onProgress, onCheckpoint }: Listeners,
): Promise<AnalysisResult> => {
  try {
    await runChild<z.infer<typeof analysisMessage>, void>({
      program: analysisProgram,
      folder: order.folder,
      source: order.source,
      limits: { ...limits, diskBytes },
      input: (source) => JSON.stringify({ ...order, source } satisfies AnalysisOrder),
      schema: analysisMessage,
      longestMessage,
      signal,
      onMessage: async (message, { finish, fail, send }) => {
        if ('progress' in message) onProgress(message.progress)
        else if ('checkpoint' in message) {
          const { slice, state } = message.checkpoint
          await onCheckpoint({ slice, state })
          send('stored')
        } else if ('done' in message) finish()
        else fail(message.error.forUser ? new AnalysisRefused(message.error.message) : new Error(message.error.message))
      },
    })
  } catch (error) {
    if (!(error instanceof ChildFailed)) throw error
    throw new Error(`The analysing process failed: ${failures[error.reason]}. ${String(error.cause ?? '')}`, {
      cause: error,
    })
  }
  return readResult(join(order.folder, resultFile))
}

/** Not through a link: the folder belongs to the child process. */
const readResult = async (path: string): Promise<AnalysisResult> => {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    return JSON.parse(await file.readFile('utf8')) as AnalysisResult
  } finally {
    await file.close()
  }
}
