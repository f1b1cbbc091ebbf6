import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { deviceOf } from './device.ts'

/** Where a request without a principal comes from: for rate limits and the audit log. */
export interface ClientInfo {
  /** IPv4 address, or the /64 network of an IPv6 one: that much belongs to a single subscriber. */
  network: string
  device: string | null
  requestId: string
}

/** One address, or for IPv6 its /64: a subscriber can use any address of it. */
export const networkOf = (ip: string): string => {
  const address = ip.replace(/^::ffff:(?=\d+\.)/, '')
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}

export const clientInfoOf = ({ ip, headers, id }: FastifyRequest): ClientInfo => ({
  network: networkOf(ip),
  device: deviceOf(headers['user-agent']),
  requestId: id,
})
