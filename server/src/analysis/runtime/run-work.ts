import * as z from 'zod'
import type { ChildLimits } from '../../platform/process/child-process.ts'
import { ChildFailed, runChild } from '../../platform/process/run-child.ts'

/** The last message of each child process. */
const lastMessage = z.union([
  z.object({ done: z.literal(true) }),
  z.object({ error: z.object({ message: z.string(), /** The user can act on it. */ forUser: z.boolean() }) }),
])

/** Bytes per line: contents are written to files in the folder, so lines are short. */
const longestMessage = 64 * 1024

/** Texts for the log. */
const failures: Record<ChildFailed['reason'], string> = {
  memory: 'it needs more memory than it may have',
  time: 'it needs more processor time than it may have',
  output: 'it wrote more than it may',
  space: 'the disk is nearly full',
  broken: 'it sent what is no message',
  ended: 'it ended without its last message',
}

/** The work cannot succeed; `message` is for the user. */
export class WorkRefused extends Error {
  override readonly name = 'WorkRefused'
}

/** The process took all the memory or processor time that it may have. */
export class WorkTooLarge extends Error {
  override readonly name = 'WorkTooLarge'
  readonly limit: 'memory' | 'time'

  constructor(limit: 'memory' | 'time', message: string, options: ErrorOptions) {
    super(message, options)
    this.limit = limit
  }
}

/** Work for a limited child process. */
export interface Work<Message> {
  /** Path of its program, which ends with `serveParent` (serve-parent.ts). */
  program: string
  limits: ChildLimits
  /** The only folder that it may write to. */
  folder: string
  /** The only user file outside the folder that it may read, if any. */
  source?: string
  /** First line of its input. @param source path of the source as seen by the process */
  input: (source: string) => object
  /** Schema of its reports before the last message. */
  message: z.ZodType<Message>
  /** A rejection ends the work. @param answer writes a line to the process */
  onMessage: (message: Message, answer: (line: object) => void) => Promise<void> | void
  signal: AbortSignal
}

/**
 * Runs work in a limited process of its own until its last message.
 *
 * @throws WorkRefused when the process reports an error for the user; WorkTooLarge; the signal's reason; any error of `onMessage`; Error
 *   when the process failed otherwise or ended without its last message
 */
export const runWork = async <Message>({ input, message, onMessage, ...process }: Work<Message>): Promise<void> => {
  try {
    await runChild<z.infer<typeof lastMessage> | { report: Message }, void>({
      ...process,
      input: (source) => JSON.stringify(input(source)),
      schema: z.union([lastMessage, message.transform((report) => ({ report }))]),
      longestMessage,
      onMessage: (received, { finish, fail, send }) => {
        if ('report' in received) return onMessage(received.report, (line) => send(JSON.stringify(line)))
        if ('done' in received) return finish()
        const { forUser, message: sentence } = received.error
        return fail(forUser ? new WorkRefused(sentence) : new Error(sentence))
      },
    })
  } catch (error) {
    if (!(error instanceof ChildFailed)) throw error
    const { reason } = error
    const message = `A process failed: ${failures[reason]}. ${String(error.cause ?? '')}`
    if (reason === 'memory' || reason === 'time') throw new WorkTooLarge(reason, message, { cause: error })
    throw new Error(message, { cause: error })
  }
}
