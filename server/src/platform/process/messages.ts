import type { Readable } from 'node:stream'
import type * as z from 'zod'

/** A child process sent a line that is not one of its messages. */
export class BrokenMessage extends Error {
  override readonly name = 'BrokenMessage'
}

interface Listeners<M> {
  /** Largest length of a line, bytes. */
  maxBytes: number
  /** If it throws or rejects, the reading ends as after a broken message. */
  onMessage: (message: M) => unknown
  /** Called at most once, and after the last message. */
  onBroken: (error: unknown) => void
}

const newline = 0x0a

/**
 * Reads the messages of a child process, one JSON value per line. The child may be hostile, or be killed in the middle of a line, so
 * nothing is thrown into the event loop: the first line that is too long, not UTF-8, not JSON or not a message ends the reading. A last
 * line without a newline is incomplete and dropped. After the end the output is still read and dropped, so that the writer does not block.
 *
 * @returns stop reading
 */
export const readMessages = <M>(
  output: Readable,
  schema: z.ZodType<M>,
  { maxBytes, onMessage, onBroken }: Listeners<M>,
): (() => void) => {
  let isOver = false
  let pieces: Buffer[] = []
  let bytes = 0
  const stop = (): void => {
    isOver = true
    pieces = []
  }
  const fail = (error: unknown): void => {
    if (isOver) return
    stop()
    onBroken(error)
  }
  const collect = (piece: Buffer): void => {
    bytes += piece.length
    if (bytes > maxBytes) fail(new BrokenMessage(`A line of a child process is longer than ${maxBytes} bytes`))
    else pieces.push(piece)
  }
  const endLine = (): void => {
    const line = Buffer.concat(pieces)
    pieces = []
    bytes = 0
    try {
      const handled = onMessage(parse(line, schema))
      if (handled instanceof Promise) handled.catch(fail)
    } catch (error) {
      fail(error)
    }
  }
  output.on('data', (chunk: Buffer) => {
    let from = 0
    for (let end = chunk.indexOf(newline); end >= 0 && !isOver; end = chunk.indexOf(newline, from)) {
      collect(chunk.subarray(from, end))
      if (!isOver) endLine()
      from = end + 1
    }
    if (!isOver) collect(chunk.subarray(from))
  })
  output.on('error', fail)
  return stop
}

const parse = <M>(line: Buffer, schema: z.ZodType<M>): M => {
  try {
    return schema.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line)))
  } catch (cause) {
    throw new BrokenMessage('A child process sent a line that is not one of its messages', { cause })
  }
}
