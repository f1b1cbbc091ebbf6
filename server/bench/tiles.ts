import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageView } from '@lamella/shared/contract'
import { blobKeys } from '../src/platform/storage/blobs.ts'
import type { StartedUpload } from '../test/upload-client.ts'
import type { BareOrder } from './bare-http.ts'
import { type BenchResult, median, round } from './bench-result.ts'
import type { LoadOrder, LoadReport } from './http-load.ts'
import { startIipsrv } from './iipsrv.ts'
import { makeSection, untilAvailable, uploadFile } from './pictures.ts'
import { type ServerUnderTest, startServerUnderTest } from './server-under-test.ts'

const connections = 16
const seconds = 3
/** In turn with the peer: machines that are shared change their speed from one second to the next. */
const rounds = 7
const atLeast = 6

const load = async (order: Omit<LoadOrder, 'connections' | 'seconds'>): Promise<LoadReport> => {
  const generator = fork(join(import.meta.dirname, 'http-load.ts'))
  generator.send({ ...order, connections, seconds })
  const [report] = await once(generator, 'message')
  await once(generator, 'exit')
  return report as LoadReport
}

/** Starts what sends the same bytes without asking (bare-http.ts). */
const startBare = async (order: BareOrder) => {
  const child = fork(join(import.meta.dirname, 'bare-http.ts'))
  child.send(order)
  const [port] = await once(child, 'message')
  return { port: Number(port), stop: () => child.disconnect() }
}

/** All tiles of the deepest level, the same order for everybody, as scattered as viewers that look at different places. */
const scattered = (columns: number, rows: number): { x: number; y: number }[] => {
  const places = Array.from({ length: columns * rows }, (_, index) => ({
    x: index % columns,
    y: Math.floor(index / columns),
  }))
  const rank = ({ x, y }: { x: number; y: number }) => ((x * 73_856_093) ^ (y * 19_349_663)) >>> 0
  return places.sort((a, b) => rank(a) - rank(b))
}

/** A copy outside of the server's folder, which is closed to other users such as iipsrv. */
const copyPlane = async (server: ServerUnderTest, { mediumId }: StartedUpload, target: string): Promise<void> => {
  const plane = join(server.dataDir, 'blobs', blobKeys.picture(mediumId, 'plane-c0-t0.tif'))
  await writeFile(target, await readFile(plane))
}

/** Tiles a second of a 20000² RGB pyramid, whole answers over 16 kept connections, the access checked on every request. */
export const run = async (): Promise<BenchResult[]> => {
  const section = await makeSection()
  const server = await startServerUnderTest()
  const ours: LoadReport[] = []
  const theirs: LoadReport[] = []
  const bare: LoadReport[] = []
  let first: LoadReport
  try {
    const upload = await uploadFile(server, section.path)
    await untilAvailable(server, upload)
    const view = await server.client.json<ImageView>(`/api/v1/images/${upload.imageId}/view`)
    const z = view.levels.length - 1
    const [columns, rows] = [Math.ceil(view.width / view.tileSize), Math.ceil(view.height / view.tileSize)]
    const places = scattered(columns, rows)
    const headers = { authorization: `Bearer ${server.client.token}` }
    const address = `/api/v1/tiles?type=Image&id=${upload.imageId}&tilegroup=0&z=${z}`
    const paths = places.map(({ x, y }) => `${address}&y=${y}&x=${x}`)
    await copyPlane(server, upload, section.path)
    const iipsrv = await startIipsrv(section.path)

    first = await load({ port: server.port, headers, paths })
    const limit = await startBare({ origin: server.url, headers, paths })
    for (let index = 0; index < rounds; index++) {
      ours.push(await load({ port: server.port, headers, paths }))
      const peerPaths = places.map(({ x, y }) => iipsrv?.path(z, y * columns + x) ?? '')
      if (iipsrv) theirs.push(await load({ port: iipsrv.port, headers: {}, paths: peerPaths }))
      bare.push(await load({ port: limit.port, headers: {}, paths }))
    }
    limit.stop()
    await iipsrv?.stop()
  } finally {
    await server.stop()
    await section.remove()
  }
  const failures = [...ours, ...theirs, ...bare, first].reduce((sum, report) => sum + report.failures, 0)
  if (failures > 0) throw new Error(`${failures} tiles were not answered by 200`)
  const rate = median(ours.map((report) => report.requestsPerSecond))
  const peer = theirs.length > 0 ? median(theirs.map((report) => report.requestsPerSecond)) : null
  const limit = median(bare.map((report) => report.requestsPerSecond))
  const p = (reports: LoadReport[], key: 'p50' | 'p99') => round(median(reports.map((report) => report[key])), 2)
  const rates = (reports: LoadReport[]) => reports.map((report) => round(report.requestsPerSecond)).join(', ')
  return [
    {
      name: `tiles of a 20000² RGB pyramid, ${connections} connections, access checked`,
      unit: 'tiles/s',
      ours: round(rate),
      peers: [
        { name: 'iipsrv', value: peer === null ? null : round(peer) },
        { name: 'bare node:http from memory', value: round(limit) },
      ],
      floor: `≥ ${atLeast} × iipsrv`,
      met: peer === null ? null : rate >= atLeast * peer,
      notes: [
        `p50 ${p(ours, 'p50')} ms, p99 ${p(ours, 'p99')} ms; from a cold start ${round(first.requestsPerSecond)} tiles/s`,
        peer === null
          ? 'iipsrv is not installed: apt-get install iipimage-server lighttpd'
          : `${round(rate / peer, 1)} × iipsrv (p50 ${p(theirs, 'p50')} ms, p99 ${p(theirs, 'p99')} ms)`,
        `${round(rate / limit, 2)} of what a bare node:http sends that asks nobody`,
        `ours: ${rates(ours)} tiles/s`,
        `iipsrv: ${rates(theirs)} tiles/s`,
        `bare node:http: ${rates(bare)} tiles/s`,
      ],
    },
  ]
}
