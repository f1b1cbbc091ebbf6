import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Headers that proxies add. */
const forwardingHeaders = ['forwarded', 'via', 'x-real-ip', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']

const isLoopback = (address = ''): boolean => {
  const peer = address.replace(/^::ffff:/, '')
  return peer === '::1' || (isIP(peer) === 4 && peer.startsWith('127.'))
}

/**
 * Whether a request comes directly from this machine, to a portal whose public address is this machine. Excluded are peers with
 * another address, proxies (a forwarding header, or HTTP/1.0, which nginx and Apache use by default for the server behind them, and
 * no browser or scraper of metrics does), and other host names that resolve to this machine (DNS rebinding).
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
