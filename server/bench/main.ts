/**
 * The benchmarks: `npm run bench`, or `npm run bench -- tiles upload` for some. Prints a table per benchmark, one of all and JSON, and
 * ends with 1 when something was not measured or misses its floor.
 */
import { type BenchResult, notMeasured } from './bench-result.ts'

type Bench = { run: () => Promise<BenchResult[]> }

/** In this order: the first starts build what is stale, and the sizes are those of the builds. */
const benches: Record<string, () => Promise<Bench>> = {
  'start-up': () => import('./start-up.ts'),
  javascript: () => import('./javascript.ts'),
  tiles: () => import('./tiles.ts'),
  upload: () => import('./upload.ts'),
  processing: () => import('./processing.ts'),
  'large-slide': () => import('./large-slide.ts'),
  thumbnail: () => import('./thumbnail.ts'),
  library: () => import('./library.ts'),
  lists: () => import('./lists.ts'),
  'list-pages': () => import('./list-pages.ts'),
  objects: () => import('./objects.ts'),
  networks: () => import('./networks.ts'),
  viewer: () => import('./viewer.ts'),
  annotations: () => import('./annotations.ts'),
  'annotation-files': () => import('./annotation-files.ts'),
  applications: () => import('./applications.ts'),
}

const figure = (value: number | null, unit: string) => (value === null ? 'not measured' : `${value} ${unit}`)
const verdict = { true: 'met', false: 'MISSED', null: 'not measured' }

const tableOf = (results: BenchResult[]): string => {
  const rows = results.map(({ name, unit, ours, peers, floor, met }) => [
    name,
    figure(ours, unit),
    peers.map((peer) => `${peer.name}: ${figure(peer.value, unit)}`).join('; '),
    floor,
    verdict[`${met}`],
  ])
  const all = [['what', 'ours', 'others in this run', 'floor', ''], ...rows]
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? []
  return all.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n')
}

const show = (results: BenchResult[]): void => {
  console.log(tableOf(results))
  for (const { name, notes } of results) for (const note of notes) console.log(`  ${name}: ${note}`)
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are ${Object.keys(benches).join(', ')}.`)
  process.exit(2)
}
const results: BenchResult[] = []
for (const [name, load] of Object.entries(benches)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  console.error(`▸ ${name}`)
  const measured = await load()
    .then(({ run }) => run())
    .catch((error: unknown) => [notMeasured(name, error)])
  results.push(...measured)
  // At once as well: the whole takes more than an hour, and a run that is ended has measured something.
  show(measured)
}
if (results.length > 1) show(results)
console.log(JSON.stringify(results, null, 2))
process.exitCode = results.every(({ met }) => met === true) ? 0 : 1
