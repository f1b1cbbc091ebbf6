import { rm } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { Image, ImageView } from '@lamella/shared/contract'
import sharp from 'sharp'
import { writeJpegPyramid } from '../src/imaging/write/sharp-pyramid.ts'
import type { StartedUpload } from '../test/upload-client.ts'
import { type BenchResult, median, round } from './bench-result.ts'
import { makeSection, sectionSize, uploadFile } from './pictures.ts'
import { createMemoryMeter, type MemoryMeter } from './process-memory.ts'
import { type ServerUnderTest, startServerUnderTest } from './server-under-test.ts'

const rounds = 3

/** Waits until the deepest tile answers, and looks at the memory meanwhile. @returns milliseconds since the call */
const untilDeepestTile = async (
  server: ServerUnderTest,
  { imageId }: StartedUpload,
  memory: MemoryMeter,
): Promise<number> => {
  const started = performance.now()
  for (;;) {
    await memory.sample()
    const { status, statusErrors } = await server.client.json<Image>(`/api/v1/images/${imageId}`)
    if (status === 'processingFailed') throw new Error(statusErrors.join())
    if (status === 'available') break
    await setTimeout(50)
  }
  const view = await server.client.json<ImageView>(`/api/v1/images/${imageId}/view`)
  const last = Math.ceil(sectionSize / view.tileSize) - 1
  const path = `/api/v1/tiles?type=Image&id=${imageId}&tilegroup=0&z=${view.levels.length - 1}&y=${last}&x=${last}`
  const tile = await server.client.request('GET', path)
  if (tile.status !== 200) throw new Error(`The deepest tile answered ${tile.status}`)
  return performance.now() - started
}

/** What sharp alone needs for the same pyramid. */
const sharpAlone = async (path: string): Promise<number> => {
  const target = `${path}.pyramid.tif`
  const started = performance.now()
  await writeJpegPyramid(sharp(path, { limitInputPixels: false }), target)
  const milliseconds = performance.now() - started
  await rm(target)
  return milliseconds
}

/** A 20000² RGB TIFF: from the last byte until its deepest tile answers. */
export const run = async (): Promise<BenchResult[]> => {
  sharp.cache(false)
  const section = await makeSection()
  const server = await startServerUnderTest()
  const ours: number[] = []
  const alone: number[] = []
  const memory = createMemoryMeter(server.pid, server.dataDir)
  try {
    for (let index = 0; index < rounds; index++) {
      const upload = await uploadFile(server, section.path)
      ours.push(await untilDeepestTile(server, upload, memory))
      await server.client.request('DELETE', `/api/v1/images/${upload.imageId}`)
      alone.push(await sharpAlone(section.path))
    }
  } finally {
    await server.stop()
    await section.remove()
  }
  const [time, reference] = [median(ours) / 1000, median(alone) / 1000]
  return [
    {
      name: '20000² RGB TIFF, from the last byte to its deepest tile',
      unit: 's',
      ours: round(time, 2),
      peers: [{ name: 'sharp alone', value: round(reference, 2) }],
      floor: '≤ 2 × sharp alone',
      met: time <= 2 * reference,
      notes: [`${round(time / reference, 2)} × sharp alone; median of ${rounds} rounds`],
    },
    memory.row('peak memory meanwhile, server with all it starts (PSS)', 1.5e9),
  ]
}
