import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { networkOf } from './client-info.ts'
import { sendConnectionError } from './errors.ts'

/** Time limits for clients, in milliseconds. */
export interface TimeLimits {
  /** From the connection, or the end of the last response, to the last header. */
  headers: number
  /** From the headers to the end of a body that is read as a whole: JSON, forms, small images. */
  body: number
  /**
   * From the first byte to the end of any request. It allows a part of 8 MiB at 5 KB/s; the route of parts ends one
   * without bytes earlier.
   */
  request: number
  /** Without a byte in either direction. The longest silence is the server's own, while it reads a whole upload to hash it. */
  silence: number
  /** Between two requests. Longer than the default of common proxies, so that they do not use a connection that is being closed. */
  keepAlive: number
  /** Interval at which `headers` and `request` are checked. */
  check: number
}

/** The limits of the server; tests use shorter ones. */
export const timeLimits: TimeLimits = {
  headers: 20_000,
  body: 20_000,
  request: 30 * 60_000,
  silence: 300_000,
  keepAlive: 72_000,
  check: 5_000,
}

/** Simultaneous connections per client network (`networkOf`), without a proxy. A laboratory may share one address. */
export const maxConnectionsOfAddress = 500

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Milliseconds for a body that is larger than a form; `streamed`: only the limit of the whole request holds. */
    bodyTime?: number | 'streamed'
  }
}

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
  /** All connections come from a proxy, which must limit its own clients. */
  behindProxy: boolean
}

/** Limits connections and their time, so that slow clients cannot use them up. Register it before the first route. */
export const timeLimitsPlugin = fp(async (app: FastifyInstance, { limits, maxConnections, behindProxy }: Options) => {
  app.server.maxConnections = maxConnections
  if (!behindProxy) countConnections(app)
  app.addHook('onRequest', ({ raw, routeOptions }, reply, done) => {
    done()
    const { bodyTime = limits.body } = routeOptions.config
    const hasBody = 'transfer-encoding' in raw.headers || Number(raw.headers['content-length'] ?? 0) > 0
    // Injected requests have no socket.
    if (!hasBody || bodyTime === 'streamed' || !(raw.socket instanceof Socket)) return
    const timer = setTimeout(() => {
      // A request that was refused by its headers has its answer already.
      if (reply.raw.headersSent) raw.socket.destroy()
      else sendConnectionError({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket)
    }, bodyTime)
    const received = (): void => clearTimeout(timer)
    raw.once('end', received).once('close', received)
  })
})
