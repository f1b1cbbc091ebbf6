import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Image, ImageView } from '@lamella/shared/contract'
import type { StartedUpload } from '../test/upload-client.ts'
import { type BenchResult, notMeasured, round } from './bench-result.ts'
import { slideSize, writeLargeSlide } from './large-slide-file.ts'
import { uploadFile } from './pictures.ts'
import { createMemoryMeter, type MemoryMeter, residentPeakOf } from './process-memory.ts'
import { type ServerUnderTest, startServerUnderTest } from './server-under-test.ts'

/** Bytes that the disk must have: the file twice (also as the stored original), its pictures, and what is written on the way. */
const diskNeeded = 12e9
/** Bytes. */
const limit = 1.5e9
const { width, height } = slideSize
const megapixels = (width * height) / 1e6
const title = `slide of ${width} × ${height} pixels`

/** @returns seconds */
const untilShown = async (
  server: ServerUnderTest,
  { imageId }: StartedUpload,
  memory: MemoryMeter,
  follow: () => Promise<void>,
): Promise<number> => {
  const started = performance.now()
  for (;;) {
    await Promise.all([memory.sample(), follow()])
    const { status, statusErrors } = await server.client.json<Image>(`/api/v1/images/${imageId}`)
    if (status === 'processingFailed') throw new Error(statusErrors.join())
    if (status === 'available') break
    await setTimeout(200)
  }
  const seconds = (performance.now() - started) / 1000
  const view = await server.client.json<ImageView>(`/api/v1/images/${imageId}/view`)
  const [x, y] = [width, height].map((side) => Math.ceil(side / view.tileSize) - 1)
  const tiles = `/api/v1/tiles?type=Image&id=${imageId}&tilegroup=0`
  for (const place of ['z=0&y=0&x=0', `z=${view.levels.length - 1}&y=${y}&x=${x}`]) {
    const { status } = await server.client.request('GET', `${tiles}&${place}`)
    if (status !== 200) throw new Error(`The tile ${place} answered ${status}`)
  }
  return seconds
}

const measure = async (folder: string, isEncoded: boolean): Promise<BenchResult[]> => {
  const path = join(folder, 'slide.tif')
  const bytes = await writeLargeSlide(path, isEncoded)
  const server = await startServerUnderTest()
  try {
    const memory = createMemoryMeter(server.pid, server.dataDir)
    const decoder = residentPeakOf(server.pid, 'imaging/child.ts')
    const process = residentPeakOf(server.pid, 'main.ts serve')
    const upload = await uploadFile(server, path)
    const follow = async () => void (await Promise.all([decoder.sample(), process.sample()]))
    const seconds = await untilShown(server, upload, memory, follow)
    const how = isEncoded ? 'its tiles encoded anew' : 'its tiles kept'
    const peaks = `peak resident memory: decoding process ${decoder.megabytes()} MB, server ${process.megabytes()} MB`
    return [
      {
        name: `${title}, ${how}: from the last byte until it is shown`,
        unit: 's',
        ours: round(seconds),
        peers: [],
        floor: 'is shown',
        met: true,
        notes: [`${round(megapixels / seconds)} MP/s; file of ${round(bytes / 1e6)} MB; ${peaks}`],
      },
      memory.row(`${title}, ${how}: peak memory, server with all it starts (PSS)`, limit),
    ]
  } finally {
    await server.stop()
    await rm(path)
  }
}

/** The largest slide that is asked for, within 1.5 GB of memory: once as most scanners write it, and once where each tile has to be encoded. */
export const run = async (): Promise<BenchResult[]> => {
  const { bavail, bsize } = await statfs(tmpdir())
  const free = bavail * bsize
  if (free < diskNeeded) {
    const sentence = `it needs ${diskNeeded / 1e9} GB at ${tmpdir()}, which has ${round(free / 1e9, 1)} GB left`
    return [notMeasured(title, sentence)]
  }
  const folder = await mkdtemp(join(tmpdir(), 'lamella-bench-slide-'))
  try {
    return [...(await measure(folder, false)), ...(await measure(folder, true))]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
