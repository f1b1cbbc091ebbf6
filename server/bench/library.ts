import { setTimeout } from 'node:timers/promises'
import type { Image, ImageOutline } from '@lamella/shared/contract'
import sharp from 'sharp'
import { readConfig } from '../src/platform/config.ts'
import { withAnyDatabase } from '../src/platform/db/use-database.ts'
import { type BenchResult, round } from './bench-result.ts'
import { fillLibrary } from './fill-library.ts'
import { type ServerUnderTest, startServerUnderTest } from './server-under-test.ts'

const count = 100_000
const turns = 40
/** Images per request, as the library asks. */
const size = 100

const addModel = async ({ client, project }: ServerUnderTest): Promise<void> => {
  const picture = { create: { width: 400, height: 300, channels: 3 as const, background: '#884466' } }
  const file = await sharp(picture).png().toBuffer()
  const upload = await client.upload(file, { project, name: 'model.png', originalFilename: 'model.png' })
  for (;;) {
    const { status } = await client.json<Image>(`/api/v1/images/${upload.imageId}`)
    if (status === 'available') return
    await setTimeout(50)
  }
}

/** 95th percentile of the milliseconds of some requests, one after the other. */
const p95 = async ({ client }: ServerUnderTest, pathOf: (turn: number) => string): Promise<number> => {
  const times: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    const start = performance.now()
    const { status } = await client.request('GET', pathOf(turn))
    if (status !== 200) throw new Error(`${pathOf(turn)} answered ${status}`)
    times.push(performance.now() - start)
  }
  return times.toSorted((a, b) => a - b)[Math.ceil(0.95 * turns) - 1] ?? Number.NaN
}

const row = (name: string, ours: number, limit: number): BenchResult => ({
  name: `library of ${count} images, p95: ${name}`,
  unit: 'ms',
  ours: round(ours, 1),
  peers: [],
  floor: `≤ ${limit} ms`,
  met: ours <= limit,
  notes: [],
})

/** The library of a project of 100,000 images: its pages anywhere in each order, its filters, and its extent. */
export const run = async (): Promise<BenchResult[]> => {
  const server = await startServerUnderTest()
  try {
    await addModel(server)
    const config = readConfig({ LAMELLA_DATA: server.dataDir })
    await withAnyDatabase(config, (databaseUrl) =>
      fillLibrary({ dataDir: server.dataDir, databaseUrl }, server.project, count),
    )
    const list = `/api/v2/projects/${server.project}/images`
    const outline = (query: string) => `${list}/outline?page[size]=${size}&filter[scope]=available&${query}`
    const results: BenchResult[] = []
    for (const sort of ['newest', 'name', 'largest']) {
      const { starts } = await server.client.json<ImageOutline>(outline(`sort=${sort}`))
      const place = (turn: number) => starts[(turn * 397) % starts.length] ?? ''
      const page = (turn: number) =>
        `${list}?page[size]=${size}&filter[scope]=available&sort=${sort}${place(turn) && `&page[after]=${encodeURIComponent(place(turn))}`}`
      results.push(row(`${size} images anywhere, sorted by ${sort}`, await p95(server, page), 250))
    }
    results.push(row('extent, sorted by name', await p95(server, () => outline('sort=name')), 1000))
    const filters = [
      'filter[name]=well77 plate',
      'filter[prefix]=plate7_',
      'filter[tag]=tag 7',
      'filter[minSize]=990000',
    ]
    for (const filter of filters) {
      const path = () => `${list}?page[size]=${size}&filter[scope]=available&sort=name&${encodeURI(filter)}`
      results.push(row(filter.replace(/filter\[(\w+)\]/, '$1'), await p95(server, path), 500))
    }
    return results
  } finally {
    await server.stop()
  }
}
