/**
 * The load generator: a process of its own, because it takes as much processor time as the server. Keeps `connections`
 * sockets busy with one GET after another for `seconds` and prints one line of JSON.
 */
import { connect } from 'node:net'

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
const nothing = Buffer.alloc(0)

interface Tally {
  milliseconds: number[]
  bytes: number
  failures: number
}

/** Bytes and status of the answer whose first bytes these are; null while its head is not whole. */
const readHead = (data: Buffer): { total: number; status: string } | null => {
  const end = data.indexOf(headEnd)
  if (end < 0) return null
  const head = data.toString('latin1', 0, end)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`An answer without Content-Length cannot be counted:\n${head}`)
  return { total: end + headEnd.length + Number(length), status: head.slice(9, 12) }
}

/**
 * Of each answer only the head is kept, the rest is counted, and all is read into one buffer: a generator that copies
 * whole answers is itself what holds a fast server up.
 */
const keepBusy = (
  port: number,
  requests: Buffer[],
  first: number,
  tally: Tally,
  started: number,
  until: number,
): Promise<void> =>
  new Promise((resolve, reject) => {
    let next = first
    let sent = started
    let head: Buffer = nothing
    /** Bytes of the answer that have not come; null while its head is not whole. */
    let missing: number | null = null
    const receive = (data: Buffer) => {
      if (missing === null) {
        head = head.length === 0 ? data : Buffer.concat([head, data])
        const answer = readHead(head)
        if (!answer) {
          head = Buffer.from(head)
          return
        }
        missing = answer.total - head.length
        head = nothing
        tally.bytes += answer.total
        if (answer.status !== '200') tally.failures++
      } else missing -= data.length
      if (missing > 0) return
      missing = null
      const now = performance.now()
      tally.milliseconds.push(now - sent)
      if (now < until) return ask()
      socket.removeAllListeners('close').destroy()
      resolve()
    }
    const socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafe(64 * 1024),
        callback: (length, buffer) => {
          receive(Buffer.from(buffer.buffer, buffer.byteOffset, length))
          return true
        },
      },
    })
    const ask = () => {
      sent = performance.now()
      socket.write(requests[next++ % requests.length] ?? headEnd)
    }
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('The server closed a connection')))
    ask()
  })

const load = async ({ port, headers, paths, connections, seconds }: LoadOrder): Promise<LoadReport> => {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`)
  const requests = paths.map((path) => Buffer.from([`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n')))
  const tally: Tally = { milliseconds: [], bytes: 0, failures: 0 }
  const started = performance.now()
  await Promise.all(
    Array.from({ length: connections }, (_, index) => {
      const first = Math.floor((index * requests.length) / connections)
      return keepBusy(port, requests, first, tally, started, started + seconds * 1000)
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
