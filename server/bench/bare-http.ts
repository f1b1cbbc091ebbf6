/**
 * The limit of this runtime: a process with a bare `node:http` server, which sends the answers of another server from memory, without asking
 * who wants them. Its port is the one message that it sends; it ends when its parent disconnects.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface BareOrder {
  /** The server whose answers are sent. */
  origin: string
  headers: Record<string, string>
  paths: string[]
}

/** How many answers are fetched at once. */
const AT_ONCE = 16

async function fetchAll({ origin, headers, paths }: BareOrder): Promise<Map<string, Buffer>> {
  const bodies = new Map<string, Buffer>()
  const left = paths[Symbol.iterator]()
  const fetchRest = async () => {
    for (const path of left) {
      const answer = await fetch(`${origin}${path}`, { headers })
      if (!answer.ok) throw new Error(`${path} was answered by ${answer.status}`)
      bodies.set(path, Buffer.from(await answer.arrayBuffer()))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, fetchRest))
  return bodies
}

process.once('message', async (order: BareOrder) => {
  const bodies = await fetchAll(order)
  const server = createServer((request, response) => {
    const body = bodies.get(request.url ?? '')
    response.writeHead(body ? 200 : 404, { 'content-type': 'image/jpeg', 'content-length': body?.length ?? 0 })
    response.end(body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
process.once('disconnect', () => process.exit())
