import { isIPv6, Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { sendConnectionError } from './errors.ts'

/** How long a client may take, in milliseconds. */
export interface TimeLimits {
  /** From the connection, or the end of the last answer, to the last header. */
  headers: number
  /** From the headers to the end of a body that is read as a whole: JSON, forms, small pictures. */
  body: number
  /**
   * From the first byte to the end of any request. For streamed bodies: a part of 8 MiB passes at 5 KB/s; one from which
   * no byte comes for 30 s is ended by `UploadWriter`.
   */
  request: number
  /** Without a byte in either direction. The longest silence is that of the server itself, reading a whole upload once. */
  silence: number
  /** Between two requests. Longer than proxies keep theirs, so that they never use one that is just being closed. */
  keepAlive: number
  /** How often the first two are looked at. */
  check: number
}

export const timeLimits: TimeLimits = {
  headers: 20_000,
  body: 20_000,
  request: 30 * 60_000,
  silence: 300_000,
  keepAlive: 72_000,
  check: 5_000,
}

/** Open connections of one address, where addresses are those of users. A laboratory may share one. */
export const maxConnectionsOfAddress = 500

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Milliseconds for the body, where it is larger than a form; `streamed`: the limit of the whole request counts. */
    bodyTime?: number | 'streamed'
  }
}

/** An address, or what those of one IPv6 subscriber have in common: nearly always their first four groups. */
const networkOf = (address: string): string =>
  isIPv6(address) && !address.startsWith('::ffff:') ? address.split(':').slice(0, 4).join(':') : address

const countConnections = (app: FastifyInstance): void => {
  const open = new Map<string, number>()
  app.server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const count = (open.get(network) ?? 0) + 1
    if (count > maxConnectionsOfAddress) {
      socket.destroy()
      return
    }
    open.set(network, count)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
}

interface Options {
  limits: TimeLimits
  maxConnections: number
  /** All connections come from the proxy, which has to count its own clients. */
  behindProxy: boolean
}

/** Connections are a limited good: nobody may keep them by being slow. Install it before the first route. */
export const timeLimitsPlugin = fp(async (app: FastifyInstance, { limits, maxConnections, behindProxy }: Options) => {
  app.server.maxConnections = maxConnections
  if (!behindProxy) countConnections(app)
  app.addHook('onRequest', ({ raw, routeOptions }, reply, done) => {
    done()
    const { bodyTime = limits.body } = routeOptions.config
    const hasBody = 'transfer-encoding' in raw.headers || Number(raw.headers['content-length'] ?? 0) > 0
    // Injected requests have no connection that could be kept.
    if (!hasBody || bodyTime === 'streamed' || !(raw.socket instanceof Socket)) return
    const timer = setTimeout(() => {
      // Whoever was refused by the headers alone has the answer already.
      if (reply.raw.headersSent) raw.socket.destroy()
      else sendConnectionError({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket)
    }, bodyTime)
    const received = (): void => clearTimeout(timer)
    raw.once('end', received).once('close', received)
  })
})
