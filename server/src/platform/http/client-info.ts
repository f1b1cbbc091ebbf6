import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { deviceOf } from './device.ts'

/** Client of a request that may have no principal: for rate limits and the audit log. */
export interface ClientInfo {
  /** As `networkOf` gives it. */
  network: string
  /** Name of browser and system by the User-Agent, for the list of sessions; not the known device of ADR 43. */
  device: string | null
  requestId: string
}

/** An IPv4 address as it is; of an IPv6 address its /64 network, because a subscriber can use any address of it. */
export const networkOf = (ip: string): string => {
  const address = ip.replace(/^::ffff:(?=\d+\.)/, '')
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}

/** Network, device and id of a request. Behind a proxy the network is right only with TRUST_PROXY. */
export const clientInfoOf = ({ ip, headers, id }: FastifyRequest): ClientInfo => ({
  network: networkOf(ip),
  device: deviceOf(headers['user-agent']),
  requestId: id,
})
