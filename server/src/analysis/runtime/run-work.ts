import * as z from 'zod'
import type { ChildLimits } from '../../platform/process/child-process.ts'
import { ChildFailed, runChild } from '../../platform/process/run-child.ts'

/** How each child of ours ends its work, whatever else it reports. */
const lastMessage = z.union([
  z.object({ done: z.literal(true) }),
  z.object({ error: z.object({ message: z.string(), /** The user can act on it. */ forUser: z.boolean() }) }),
])

/** Bytes of one line: contents are files in the folder, not lines. */
const longestMessage = 64 * 1024

/** For the log. */
const failures: Record<ChildFailed['reason'], string> = {
  memory: 'it needs more memory than it may have',
  time: 'it needs more processor time than it may have',
  output: 'it wrote more than it may',
  space: 'the disk is nearly full',
  broken: 'it sent what is no message',
  ended: 'it ended without its last message',
}

/** The work cannot succeed, and the message says why to a user. */
export class WorkRefused extends Error {
  override readonly name = 'WorkRefused'
}

export interface Work<Message> {
  /** Path of its program, which ends with `serveParent` (child-lines.ts). */
  program: string
  limits: ChildLimits
  /** The only one that it may write to. */
  folder: string
  /** The only file outside of the folder that it may read, if any. */
  source?: string
  /** First line that it reads. @param source - path of the source as the process sees it */
  order: (source: string) => object
  /** Of what it reports before its last message. */
  message: z.ZodType<Message>
  /** @param answer - writes a line to the process. A rejection ends the work. */
  onMessage: (message: Message, answer: (line: object) => void) => Promise<void> | void
  signal: AbortSignal
}

/**
 * Runs a work in a limited process of its own until its last message.
 * @throws WorkRefused; the signal's reason; what `onMessage` failed with; Error when the process failed or ended too early
 */
export const runWork = async <Message>({ order, message, onMessage, ...task }: Work<Message>): Promise<void> => {
  try {
    await runChild<z.infer<typeof lastMessage> | { report: Message }, void>({
      ...task,
      input: (source) => JSON.stringify(order(source)),
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
    throw new Error(`A process failed: ${failures[error.reason]}. ${String(error.cause ?? '')}`, { cause: error })
  }
}
