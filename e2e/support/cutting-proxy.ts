import { once } from 'node:events'
import { connect, createServer } from 'node:net'

export interface CuttingProxy {
  url: string
  /** How many connections it has cut. */
  cuts(): number
  close(): void
}

/**
 * Hands all connections to the server at a port of this machine, and cuts the first of them that carries a certain request, as a network does
 * that fails amid an upload.
 *
 * @param head - what the headers of the request contain
 * @param after - bytes that pass from its headers on
 */
export const startCuttingProxy = async (port: number, head: RegExp, after: number): Promise<CuttingProxy> => {
  let cuts = 0
  const proxy = createServer((client) => {
    const server = connect(port, '127.0.0.1')
    let passed = -1
    client.on('data', (bytes) => {
      if (passed < 0 && cuts === 0 && head.test(bytes.toString('latin1'))) passed = 0
      if (passed < 0) return server.write(bytes)
      const rest = bytes.subarray(0, Math.max(0, after - passed))
      passed += bytes.length
      if (passed < after) return server.write(rest)
      cuts += 1
      passed = -1
      client.destroy()
      return server.end(rest)
    })
    server.on('data', (bytes) => client.write(bytes))
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.end())
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
  return { url: `http://127.0.0.1:${address.port}`, cuts: () => cuts, close: () => proxy.close() }
}
