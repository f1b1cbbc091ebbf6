import { once } from 'node:events'
import { createServer, request as send } from 'node:http'

/** A balancer as operators put it before several servers: each request goes to the next one, whole bodies are not collected. */
export interface Balancer {
  url: string
  /** Address of the server that gets the next request. */
  next(): string
  /** Number of requests of a method that each server got, by its address. */
  served(method: string): Map<string, number>
  /** From now on requests go to these addresses. */
  use(addresses: readonly string[]): void
  close(): Promise<void>
}

/** Starts a balancer on a free port of this machine. A server that does not answer makes it answer 502. */
export const startBalancer = async (): Promise<Balancer> => {
  let targets: readonly string[] = []
  let turn = 0
  const counts = new Map<string, Map<string, number>>()
  const next = () => {
    const target = targets[turn % targets.length]
    if (!target) throw new Error('The balancer has no servers')
    return target
  }
  const served = (method: string) => {
    const known = counts.get(method) ?? new Map<string, number>()
    counts.set(method, known)
    return known
  }
  const proxy = createServer((incoming, answer) => {
    const { method = 'GET', url = '/', headers, socket } = incoming
    const target = next()
    turn += 1
    served(method).set(target, (served(method).get(target) ?? 0) + 1)
    const forwarded = { ...headers, 'x-forwarded-for': socket.remoteAddress }
    const outgoing = send(new URL(url, target), { method, headers: forwarded, agent: false })
    outgoing.on('response', (received) => {
      answer.writeHead(received.statusCode ?? 502, received.headers)
      received.on('error', () => answer.destroy()).pipe(answer)
    })
    outgoing.on('error', () => {
      if (answer.headersSent) answer.destroy()
      else answer.writeHead(502, { connection: 'close' }).end()
    })
    answer.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  if (!address || typeof address === 'string') throw new Error('A port has no address')
  return {
    url: `http://127.0.0.1:${address.port}`,
    next,
    served,
    use: (addresses) => {
      targets = addresses
    },
    close: async () => {
      proxy.closeAllConnections()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
