import type { ImageOutline } from '@lamella/shared/contract'
import { readConfig } from '../src/platform/config.ts'
import { withAnyDatabase } from '../src/platform/db/use-database.ts'
import { type BenchResult, round } from './bench-result.ts'
import { fillLibrary } from './fill-library.ts'
import { addModel } from './pictures.ts'
import { type Times, timesOfRequests } from './request-times.ts'
import { startServerUnderTest } from './server-under-test.ts'

const count = 100_000
const turns = 40
/** Images per request, as the library asks. */
const size = 100

const row = (name: string, { p95, median, fastest }: Times, limit: number): BenchResult => ({
  name: `library of ${count} images, p95: ${name}`,
  unit: 'ms',
  ours: round(p95, 1),
  peers: [],
  floor: `≤ ${limit} ms`,
  met: p95 <= limit,
  notes: [`median ${round(median, 1)} ms, fastest ${round(fastest, 1)} ms`],
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
      results.push(
        row(`${size} images anywhere, sorted by ${sort}`, await timesOfRequests(server.client, turns, page), 250),
      )
    }
    results.push(
      row('extent, sorted by name', await timesOfRequests(server.client, turns, () => outline('sort=name')), 1000),
    )
    const filters = [
      'filter[name]=well77 plate',
      'filter[prefix]=plate7_',
      'filter[tag]=tag 7',
      'filter[minSize]=990000',
    ]
    for (const filter of filters) {
      const path = () => `${list}?page[size]=${size}&filter[scope]=available&sort=name&${encodeURI(filter)}`
      results.push(row(filter.replace(/filter\[(\w+)\]/, '$1'), await timesOfRequests(server.client, turns, path), 500))
    }
    return results
  } finally {
    await server.stop()
  }
}
