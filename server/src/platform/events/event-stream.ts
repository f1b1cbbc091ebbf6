import { PassThrough } from 'node:stream'

/** What a browser may leave unread before it is cut off: it comes back and looks afresh. */
const mostUnread = 256 * 1024

/** One open page's stream in the format of server-sent events. */
export interface EventStream {
  readonly stream: PassThrough
  /** @param content - any JSON */
  send(content: unknown): void
  /** Keeps proxies from closing a quiet connection. */
  beat(): void
  end(): void
}

export const createEventStream = (): EventStream => {
  const stream = new PassThrough()
  // The reader may vanish at any time; whoever owns the stream hears `close`.
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
