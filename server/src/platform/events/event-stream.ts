import { PassThrough } from 'node:stream'

/** Unread bytes after which a stream is ended: the browser connects again and reads the present state. */
const mostUnread = 256 * 1024

/** The stream of one open page, in the format of server-sent events (WHATWG HTML). */
export interface EventStream {
  readonly stream: PassThrough
  /** Sends one event. @param content - any JSON */
  send(content: unknown): void
  /** Sends a comment, which keeps proxies from closing a quiet connection. */
  beat(): void
  end(): void
}

/** Opens a stream. A reader that does not read is cut off: the stream is then destroyed. */
export const createEventStream = (): EventStream => {
  const stream = new PassThrough()
  // The reader may vanish at any time; the owner of the stream handles `close`.
  stream.on('error', () => undefined)
  const write = (text: string): void => {
    if (stream.writableEnded || stream.destroyed) return
    if (stream.writableLength + stream.readableLength > mostUnread) stream.destroy()
    else stream.write(text)
  }
  write(': open\n\n')
  return {
    stream,
    send: (content) => write(`data: ${JSON.stringify(content)}\n\n`),
    beat: () => write(': beat\n\n'),
    end: () => void stream.end(),
  }
}
