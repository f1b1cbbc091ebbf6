import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startChild } from '../../platform/process/child-process.ts'
import { watchMemory } from '../../platform/process/memory-watchdog.ts'
import type { AnalysisResult, Checkpoint } from '../applications/application.ts'
import { type AnalysisOrder, analysisMessage, resultFile } from './messages.ts'

const program = join(import.meta.dirname, 'child.ts')

/** Resident memory and processor time of one analysis. */
const limits = { memoryBytes: 1_200_000_000, cpuSeconds: 24 * 3600 }

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
 * @throws AnalysisRefused, the signal's reason, or Error when the process failed
 */
export const runAnalysisProcess = async (order: AnalysisOrder, listeners: Listeners): Promise<AnalysisResult> => {
  const { signal, onProgress, onCheckpoint } = listeners
  signal.throwIfAborted()
  const child = startChild(program, limits, order.folder)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  const stopWatching = child.pid
    ? watchMemory(child.pid, limits.memoryBytes, () =>
        reject(new Error('The analysis needs more memory than it may have.')),
      )
    : () => undefined
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-4096)
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = analysisMessage.parse(JSON.parse(line))
    if ('progress' in message) onProgress(message.progress)
    else if ('checkpoint' in message) {
      const { slice, state } = message.checkpoint
      onCheckpoint({ slice, state }).then(() => child.stdin.write('stored\n'), reject)
    } else if ('done' in message) resolve()
    else reject(message.error.forUser ? new AnalysisRefused(message.error.message) : new Error(message.error.message))
  })
  child.on('error', reject)
  child.on('close', () => reject(new Error(`The analysing process ended without a word. ${stderr}`)))
  child.stdin.on('error', () => undefined)
  child.stdin.write(`${JSON.stringify(order)}\n`)
  try {
    await promise
    return JSON.parse(await readFile(join(order.folder, resultFile), 'utf8')) as AnalysisResult
  } finally {
    stopWatching()
    signal.removeEventListener('abort', abort)
    const ended = new Promise((done) => child.once('exit', done))
    if (child.exitCode === null && child.signalCode === null && child.pid) {
      child.kill('SIGKILL')
      await ended
    }
  }
}
