import { mkdir } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type * as z from 'zod'
import { grantChildAccess, reclaimOwnership } from './child-access.ts'
import { type ChildLimits, type ChildProcess, startChild } from './child-process.ts'
import { watchDisk } from './disk-watchdog.ts'
import { findIsolation } from './find-isolation.ts'
import type { Isolation } from './isolation.ts'
import { watchMemory } from './memory-watchdog.ts'
import { BrokenMessage, readMessages } from './messages.ts'
import { isRunning, processesBelow } from './process-tree.ts'

/**
 * `memory`, `time`, `output` (bytes in its folder): it exceeded that limit; `space`: the disk is nearly full; `broken`: it sent an
 * invalid message; `ended`: it ended before its last message, or could not be started.
 */
export type ChildFailure = 'memory' | 'time' | 'output' | 'space' | 'broken' | 'ended'

/** A child process gave no result. The `cause` is the end of its standard error output, or the underlying error. */
export class ChildFailed extends Error {
  override readonly name = 'ChildFailed'
  readonly reason: ChildFailure

  constructor(reason: ChildFailure, cause?: unknown) {
    super(`A child process failed: ${reason}`, { cause })
    this.reason = reason
  }
}

/** For handlers of messages. After `finish` or `fail` the child is ended and its output ignored. */
interface Run<R> {
  finish(result: R): void
  fail(error: unknown): void
  /** Writes a line to the input of the child. */
  send(line: string): void
}

/** `M`: messages of the child; `R`: result of the run. */
export interface ChildTask<M, R> {
  /** Path of its program. */
  program: string
  /** The only folder that it may write to; created when missing. */
  folder: string
  /** The untrusted file that it reads, if any. */
  source?: string
  limits: ChildLimits
  /**
   * A string is the first line of its input, which then stays open as long as the parent lives; bytes are its whole input.
   * @param source - path of the source as the child sees it
   */
  input: (source: string) => string | Uint8Array
  schema: z.ZodType<M>
  /** Largest length of a line, bytes. */
  longestMessage: number
  /** May be asynchronous; what it throws fails the run. */
  onMessage(message: M, run: Run<R>): unknown
  signal?: AbortSignal | undefined
  /** Undefined: the strongest that works here. */
  isolation?: Isolation
}

const stderrKept = 4_096

/**
 * Runs a program for untrusted files in a limited, isolated process. Whatever the child does reaches the caller only as the result
 * of this promise. When the promise is settled, no process of the child runs any more.
 *
 * @throws ChildFailed; the reason of an aborted signal; the error that `onMessage` threw or passed to `fail`
 */
export const runChild = async <M, R>(task: ChildTask<M, R>): Promise<R> => {
  const { program, limits, folder, signal } = task
  signal?.throwIfAborted()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const handed = await grantChildAccess(task.isolation ?? (await findIsolation()), folder, task.source ?? '')
  const reads = handed.source ? [handed.source] : []
  signal?.throwIfAborted()
  const child = startChild(handed.isolation, { program, folder, reads }, limits)
  const { promise, resolve, reject } = Promise.withResolvers<R>()
  let stopReading = (): void => undefined
  const finish = (result: R): void => {
    stopReading()
    resolve(result)
  }
  const fail = (error: unknown): void => {
    stopReading()
    reject(error)
  }
  const failWith = (reason: ChildFailure) => (cause?: unknown) => fail(new ChildFailed(reason, cause))
  const abort = () => fail(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  const timer = limits.timeoutMs === undefined ? undefined : setTimeout(failWith('time'), limits.timeoutMs)
  const watches = child.pid
    ? [
        watchMemory(child.pid, limits.memoryBytes, failWith('memory')),
        watchDisk(folder, limits.diskBytes, (reason) => failWith(reason)()),
      ]
    : []

  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-stderrKept)
  })
  child.stderr.on('error', () => undefined)
  stopReading = readMessages(child.stdout, task.schema, {
    maxBytes: task.longestMessage,
    onMessage: (message) => task.onMessage(message, { finish, fail, send: (line) => child.stdin.write(`${line}\n`) }),
    onBroken: (error) => fail(error instanceof BrokenMessage ? new ChildFailed('broken', error) : error),
  })
  child.on('error', failWith('ended'))
  // Its helpers must not go on writing to the folder.
  child.on('exit', () => killGroup(child))
  child.on('close', (code, ending) => failWith(failureOf(code, ending))(stderr))
  // A child that ends early closes its input.
  child.stdin.on('error', () => undefined)
  const input = task.input(handed.source)
  if (typeof input === 'string') child.stdin.write(`${input}\n`)
  else child.stdin.end(input)

  try {
    return await promise
  } finally {
    stopReading()
    clearTimeout(timer)
    for (const stop of watches) stop()
    signal?.removeEventListener('abort', abort)
    await end(child)
    await reclaimOwnership(handed, folder)
  }
}

/** A shell between the server and the program reports a signal as 128 plus its number. */
const exitOf = { SIGXCPU: 128 + 24, SIGXFSZ: 128 + 25 }

const failureOf = (code: number | null, ending: NodeJS.Signals | null): ChildFailure => {
  if (ending === 'SIGXCPU' || code === exitOf.SIGXCPU) return 'time'
  if (ending === 'SIGXFSZ' || code === exitOf.SIGXFSZ) return 'output'
  return 'ended'
}

/** Waits until nothing of the child and its helpers can write any more. */
const end = async (child: ChildProcess): Promise<void> => {
  const { pid } = child
  if (!pid) return
  const below = await processesBelow(pid)
  if (child.exitCode === null && child.signalCode === null) {
    await new Promise((resolve) => {
      child.once('exit', resolve)
      child.stdin.destroy()
      killGroup(child)
    })
  }
  // The isolating process may end a moment before the child.
  for (const each of below) while (await isRunning(each)) await delay(2)
}

const killGroup = ({ pid }: ChildProcess): void => {
  if (!pid) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
