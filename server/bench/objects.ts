import { mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BundledResult, resultsFile } from '../src/analysis/bundles/messages.ts'
import { runBundleProcess } from '../src/analysis/bundles/run-bundle-process.ts'
import { ObjectFile } from '../src/analysis/results/object-file.ts'
import { buildObjectTable } from '../src/analysis/results/object-table.ts'
import { objectsAt, objectsInBox, orderedRows, readBoxIndex } from '../src/analysis/results/query-objects.ts'
import { encodeObjectFile } from '../src/analysis/results/write-objects.ts'
import { type BenchResult, median, round } from './bench-result.ts'
import { manyClasses, manyColumns, manyObjects, pointsOfEach } from './many-objects.ts'

const objects = 200_000
const resultId = '019aa000-0000-7000-8000-000000000001'

const timed = async <T>(work: () => T | Promise<T>): Promise<{ ms: number; value: T }> => {
  const start = performance.now()
  const value = await work()
  return { ms: performance.now() - start, value }
}
const medianOf = async (work: (turn: number) => Promise<unknown>): Promise<number> => {
  const times: number[] = []
  for (let turn = 0; turn < 15; turn++) times.push((await timed(() => work(turn))).ms)
  return median(times)
}
const row = (name: string, unit: string, ours: number, limit: number, notes: string[] = []): BenchResult => ({
  name: `${objects} objects: ${name}`,
  unit,
  ours: round(ours, 1),
  peers: [],
  floor: `≤ ${limit} ${unit}`,
  met: ours <= limit,
  notes,
})

/** A result of 200,000 objects with 10 columns: stored, asked by page and box, and as a workbook. */
export const run = async (): Promise<BenchResult[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'objects-'))
  try {
    const path = join(folder, 'objects.lmo')
    const names = { classes: manyClasses, columns: manyColumns }
    const stored = await timed(async () => {
      const totals = { objects, points: objects * pointsOfEach }
      await writeFile(path, encodeObjectFile(buildObjectTable(manyObjects(objects), manyColumns, totals), names))
    })
    const megabytes = (await stat(path)).size / 1e6
    const handle = await open(path)
    const file = await ObjectFile.open({
      size: (await handle.stat()).size,
      read: async (offset, length) => (await handle.read(Buffer.alloc(length), 0, length, offset)).buffer,
    })
    const sorted = await timed(() => orderedRows(file, { key: 'value1', descending: true, className: null }))
    const rows = sorted.value ?? new Uint32Array()
    const page = await medianOf((turn) => objectsAt(file, [...rows.subarray(turn * 14, turn * 14 + 14)]))
    const index = await timed(() => readBoxIndex(file))
    const box = await medianOf((turn) => {
      const [left, top] = [turn * 1400, turn * 250]
      return objectsInBox(file, index.value, [left, top, left + 900, top + 900], 2000)
    })
    const whole = await medianOf(() => objectsInBox(file, index.value, [0, 0, 24_000, 4_800], 2000))
    await handle.close()

    const result: BundledResult = {
      resultId,
      imageName: 'field.tif',
      appName: 'bench',
      appVersion: '1.0.0',
      finished: null,
      measurements: [],
      columns: manyColumns.map((key) => ({ key, title: key, unit: '', decimals: 3 })),
      provenance: {},
      correction: null,
    }
    await writeFile(join(folder, resultsFile), JSON.stringify(result))
    const workbook = await timed(() =>
      runBundleProcess(
        { folder, format: 'xlsx' },
        { signal: new AbortController().signal, withObjects: (_, use) => use(path) },
      ),
    )
    const size = (await stat(workbook.value)).size / 1e6
    return [
      row('put in columns and stored', 's', stored.ms / 1000, 15, [`${round(megabytes, 1)} MB`]),
      row('sorted by a column, the first time', 'ms', sorted.ms, 2_000),
      row('a page of 14, sorted', 'ms', page, 100),
      row('index read, the first time', 'ms', index.ms, 500),
      row('a box of 900 × 900 pixels', 'ms', box, 200),
      row('the whole image, thinned', 'ms', whole, 500),
      row('as a workbook, in a limited process', 's', workbook.ms / 1000, 60, [`${round(size, 1)} MB`]),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
