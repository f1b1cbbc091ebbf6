import { type ChildProcess, execFile, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { chunkSize } from '@lamella/shared/contract'
import { blobKeys } from '../src/platform/storage/blobs.ts'
import type { StartedUpload } from '../test/upload-client.ts'
import { type BenchResult, median, round } from './bench-result.ts'
import { type ServerUnderTest, startServerUnderTest } from './server-under-test.ts'

const chunks = 128
const total = chunks * chunkSize
const rounds = 5
const mebibytes = total / 1024 ** 2

/** Its hash, for a file of `chunks` times the same bytes. */
const sha256 = (chunk: Uint8Array): string => {
  const hash = createHash('sha256')
  for (let index = 0; index < chunks; index++) hash.update(chunk)
  return hash.digest('base64')
}

interface Call {
  port: number
  method: string
  path: string
  headers?: Record<string, string>
  body?: Iterable<Uint8Array>
}

/** One request over a kept connection; the same client for all, so that only the servers differ. */
const send = async (agent: Agent, { port, method, path, headers = {}, body = [] }: Call) => {
  const outgoing = request({ agent, host: '127.0.0.1', port, method, path, headers })
  const answered = once(outgoing, 'response')
  for (const piece of body) if (!outgoing.write(piece)) await once(outgoing, 'drain')
  outgoing.end()
  const [answer] = await answered
  answer.resume()
  await once(answer, 'end')
  return { status: Number(answer.statusCode), headers: answer.headers as Record<string, string | undefined> }
}

const expectStatus = (answer: { status: number }, status: number): void => {
  if (answer.status !== status) throw new Error(`The server answered ${answer.status} instead of ${status}`)
}

const repeat = function* (chunk: Uint8Array): Generator<Uint8Array> {
  for (let index = 0; index < chunks; index++) yield chunk
}

const sendToUs = async (
  agent: Agent,
  server: ServerUnderTest,
  chunk: Uint8Array,
  digest: string,
): Promise<StartedUpload> => {
  const upload = await server.client.start({ project: server.project, size: total })
  const authorization = `Bearer ${server.client.token}`
  for (let index = 0; index < chunks; index++) {
    const start = index * chunkSize
    const isLast = index === chunks - 1
    const headers = {
      authorization,
      'content-type': 'application/octet-stream',
      'content-length': String(chunkSize),
      'content-range': `bytes ${start}-${start + chunkSize - 1}/${total}`,
      ...(isLast && { 'repr-digest': `sha-256=:${digest}:` }),
    }
    const answer = await send(agent, { port: server.port, method: 'PUT', path: upload.address, headers, body: [chunk] })
    expectStatus(answer, isLast ? 201 : 308)
  }
  return upload
}

/** Deletes the image and waits until the job has removed its blobs. */
const removeFromUs = async (server: ServerUnderTest, { imageId, mediumId }: StartedUpload): Promise<void> => {
  await server.client.request('DELETE', `/api/v1/images/${imageId}`)
  const folder = join(server.dataDir, 'blobs', blobKeys.medium(mediumId))
  while (existsSync(folder)) await setTimeout(100)
}

const sendToTus = async (agent: Agent, port: number, chunk: Uint8Array): Promise<void> => {
  const protocol = { 'tus-resumable': '1.0.0' }
  const created = await send(agent, {
    port,
    method: 'POST',
    path: '/files',
    headers: { ...protocol, 'upload-length': String(total), 'content-length': '0' },
  })
  expectStatus(created, 201)
  const path = new URL(created.headers.location ?? '', `http://127.0.0.1:${port}`).pathname
  for (let index = 0; index < chunks; index++) {
    const headers = {
      ...protocol,
      'content-type': 'application/offset+octet-stream',
      'content-length': String(chunkSize),
      'upload-offset': String(index * chunkSize),
    }
    expectStatus(await send(agent, { port, method: 'PATCH', path, headers, body: [chunk] }), 204)
  }
}

const sendRaw = async (agent: Agent, port: number, chunk: Uint8Array): Promise<void> => {
  const headers = { 'content-length': String(total) }
  expectStatus(await send(agent, { port, method: 'PUT', path: '/', headers, body: repeat(chunk) }), 201)
}

const startPeer = async (kind: 'tus' | 'raw', folder: string): Promise<{ peer: ChildProcess; port: number }> => {
  const peer = fork(join(import.meta.dirname, 'upload-peers.ts'), [kind, folder])
  const [port] = await once(peer, 'message')
  return { peer, port: Number(port) }
}

/** What the one before has left to be written or freed is settled first: it is not waited for in another's time. */
const timed = async <T>(transfer: () => Promise<T>): Promise<{ speed: number; result: T }> => {
  await promisify(execFile)('sync')
  const started = performance.now()
  const result = await transfer()
  return { speed: mebibytes / ((performance.now() - started) / 1000), result }
}

/**
 * 1 GiB in parts of 8 MiB over one connection, from the announcement to the last answer. We hash, and synchronise after
 * each part; tus does neither.
 */
export const run = async (): Promise<BenchResult[]> => {
  const chunk = new Uint8Array(chunkSize).map((_, index) => (index * 2654435761) >>> 13)
  const digest = sha256(chunk)
  const folder = await mkdtemp(join(tmpdir(), 'lamella-bench-upload-'))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const server = await startServerUnderTest()
  const [tus, raw] = [await startPeer('tus', folder), await startPeer('raw', folder)]
  const speeds = { ours: [] as number[], tus: [] as number[], raw: [] as number[] }
  try {
    for (let index = 0; index < rounds; index++) {
      const own = await timed(() => sendToUs(agent, server, chunk, digest))
      await removeFromUs(server, own.result)
      speeds.ours.push(own.speed)
      speeds.tus.push((await timed(() => sendToTus(agent, tus.port, chunk))).speed)
      speeds.raw.push((await timed(() => sendRaw(agent, raw.port, chunk))).speed)
      for (const name of await readdir(folder)) await rm(join(folder, name))
    }
  } finally {
    for (const { peer } of [tus, raw]) peer.disconnect()
    agent.destroy()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const [ours, tusSpeed, rawSpeed] = [median(speeds.ours), median(speeds.tus), median(speeds.raw)]
  return [
    {
      name: 'upload of 1 GiB in 8 MiB parts, hashed and durable',
      unit: 'MiB/s',
      ours: round(ours),
      peers: [
        { name: '@tus/server', value: round(tusSpeed) },
        { name: 'one raw PUT with fsync', value: round(rawSpeed) },
      ],
      floor: '≥ 1.2 × @tus/server and ≥ 0.7 × raw PUT',
      met: ours >= 1.2 * tusSpeed && ours >= 0.7 * rawSpeed,
      notes: [
        `${round(ours / tusSpeed, 2)} × @tus/server, ${round(ours / rawSpeed, 2)} × raw PUT; median of ${rounds} rounds`,
        ...Object.entries(speeds).map(([name, all]) => `${name}: ${all.map((speed) => round(speed)).join(', ')} MiB/s`),
      ],
    },
  ]
}
