import { createInterface } from 'node:readline'
import * as z from 'zod'
import { startChild } from '../../platform/process/child-process.ts'
import { watchMemory } from '../../platform/process/memory-watchdog.ts'

/** How each child of ours ends its work, whatever else it reports; a JSON line each. */
const lastMessage = z.union([
  z.object({ done: z.literal(true) }),
  z.object({ error: z.object({ message: z.string(), /** The user can act on it. */ forUser: z.boolean() }) }),
])

/** The work cannot succeed, and the message says why to a user. */
export class WorkRefused extends Error {
  override readonly name = 'WorkRefused'
}

export interface ChildWork<Message> {
  /** Path of its program. */
  program: string
  /** Resident memory and processor time. */
  limits: { memoryBytes: number; cpuSeconds: number }
  /** For its temporary files. */
  folder: string
  /** First line that it reads. */
  order: object
  /** Of what it reports before its last message. */
  message: z.ZodType<Message>
  /** @param answer - writes a line to the child. A rejection ends the work. */
  onMessage: (message: Message, answer: (line: object) => void) => Promise<void> | void
  signal: AbortSignal
}

/** A line as JSON; undefined for what a process that is killed leaves half written, and for anything else. */
const parseLine = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/**
 * Runs a limited process to its last message, and kills it then. Lines that are no message are left alone, and so is what
 * comes after the end.
 * @throws WorkRefused; the signal's reason; Error when the process failed or ended too early
 */
export const runChild = async <Message>(work: ChildWork<Message>): Promise<void> => {
  const { signal, limits } = work
  signal.throwIfAborted()
  const child = startChild(work.program, limits, work.folder)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  const outOfMemory = () => reject(new Error('The process needs more memory than it may have.'))
  const stopWatching = child.pid ? watchMemory(child.pid, limits.memoryBytes, outOfMemory) : () => undefined
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-4096)
  })
  const write = (line: object) => void child.stdin.write(`${JSON.stringify(line)}\n`)
  const handle = async (message: Message): Promise<void> => {
    try {
      await work.onMessage(message, write)
    } catch (error) {
      reject(error)
    }
  }
  let isOver = false
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (isOver) return
    const content = parseLine(line)
    const last = lastMessage.safeParse(content)
    if (last.success) {
      if ('done' in last.data) return resolve()
      const { message, forUser } = last.data.error
      return reject(forUser ? new WorkRefused(message) : new Error(message))
    }
    const message = work.message.safeParse(content)
    if (message.success) void handle(message.data)
  })
  child.on('error', reject)
  child.on('close', () => reject(new Error(`The process ended before its work did. ${stderr}`)))
  child.stdin.on('error', () => undefined)
  write(work.order)
  try {
    await promise
  } finally {
    isOver = true
    stopWatching()
    signal.removeEventListener('abort', abort)
    const ended = new Promise((done) => child.once('exit', done))
    if (child.exitCode === null && child.signalCode === null && child.pid) {
      child.kill('SIGKILL')
      await ended
    }
  }
}
