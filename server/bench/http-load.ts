/**
 * The load generator: a process of its own, because it takes as much processor time as the server. Keeps `connections`
 * sockets busy with one GET after another for `seconds` and prints one line of JSON.
 */
import { connect, type Socket } from 'node:net'

export interface LoadOrder {
  port: number
  headers: Record<string, string>
  /** Asked for in turn, each connection starting at another place. */
  paths: string[]
  connections: number
  seconds: number
}

export interface LoadReport {
  requestsPerSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  bytesPerSecond: number
  /** Answers with another status than 200. */
  failures: number
}

const headEnd = Buffer.from('\r\n\r\n')

interface Tally {
  milliseconds: number[]
  bytes: number
  failures: number
}

/** Length of the first whole answer in the buffer; null while it is not whole. */
const answerLength = (data: Buffer): { total: number; status: string } | null => {
  const end = data.indexOf(headEnd)
  if (end < 0) return null
  const head = data.toString('latin1', 0, end)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`An answer without Content-Length cannot be counted:\n${head}`)
  const total = end + headEnd.length + Number(length)
  return data.length < total ? null : { total, status: head.slice(9, 12) }
}

const keepBusy = (socket: Socket, requests: Buffer[], first: number, tally: Tally, until: number): Promise<void> =>
  new Promise((resolve, reject) => {
    let next = first
    let sent = 0
    let received: Buffer[] = []
    const ask = () => {
      sent = performance.now()
      socket.write(requests[next++ % requests.length] ?? headEnd)
    }
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('The server closed a connection')))
    socket.on('data', (data) => {
      received.push(data)
      const answer = answerLength(received.length === 1 ? data : Buffer.concat(received))
      if (!answer) return
      const now = performance.now()
      received = []
      tally.milliseconds.push(now - sent)
      tally.bytes += answer.total
      if (answer.status !== '200') tally.failures++
      if (now < until) return ask()
      socket.removeAllListeners('close').destroy()
      resolve()
    })
    ask()
  })

const load = async ({ port, headers, paths, connections, seconds }: LoadOrder): Promise<LoadReport> => {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`)
  const requests = paths.map((path) => Buffer.from([`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n')))
  const tally: Tally = { milliseconds: [], bytes: 0, failures: 0 }
  const started = performance.now()
  await Promise.all(
    Array.from({ length: connections }, (_, index) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      const first = Math.floor((index * requests.length) / connections)
      return keepBusy(socket, requests, first, tally, started + seconds * 1000)
    }),
  )
  const elapsed = (performance.now() - started) / 1000
  const sorted = tally.milliseconds.sort((a, b) => a - b)
  const percentile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return {
    requestsPerSecond: sorted.length / elapsed,
    p50: percentile(0.5),
    p99: percentile(0.99),
    bytesPerSecond: tally.bytes / elapsed,
    failures: tally.failures,
  }
}

process.once('message', async (order: LoadOrder) => {
  process.send?.(await load(order))
  process.disconnect()
})
