import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Headers by which a proxy says that it stands between. */
const forwardingHeaders = ['forwarded', 'via', 'x-real-ip', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']

const isLoopback = (address = ''): boolean => {
  const peer = address.replace(/^::ffff:/, '')
  return peer === '::1' || (isIP(peer) === 4 && peer.startsWith('127.'))
}

/**
 * Whether a program or person at this machine asks directly, of a portal that has no other address than this machine: the peer's address counts, a forwarding header tells of a
 * proxy, and another host name of a web site that resolves to this machine (DNS rebinding). HTTP/1.0 is what nginx and
 * Apache speak to the server behind them when nobody configured them; no browser and no scraper of metrics does.
 */
export const isLocalRequest = (
  { socket, headers, hostname, raw }: FastifyRequest,
  { publicUrl, trustProxy }: Pick<Config, 'publicUrl' | 'trustProxy'>,
): boolean =>
  loopbackHosts.has(new URL(publicUrl).hostname) &&
  !trustProxy &&
  isLoopback(socket.remoteAddress) &&
  raw.httpVersion !== '1.0' &&
  !forwardingHeaders.some((name) => name in headers) &&
  loopbackHosts.has(hostname)
