import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { manyClasses, manyColumns, manyObjects, pointsOfEach } from '../../../bench/many-objects.ts'
import { buildObjectTable } from '../results/object-table.ts'
import { encodeObjectFile } from '../results/write-objects.ts'
import { type BundledResult, resultsFile } from './messages.ts'
import { runBundleProcess } from './run-bundle-process.ts'

/** A result without correction, with one figure and the columns of `manyObjects`. */
export const bundledResult = (resultId: string, imageName: string): BundledResult => ({
  resultId,
  imageName,
  appName: 'app',
  appVersion: '1.0.0',
  finished: '2026-11-22T12:00:00.000Z',
  measurements: [{ key: 'count', title: 'Count', value: null, unit: '', decimals: 0 }],
  columns: manyColumns.map((key) => ({ key, title: key, unit: key === 'x' ? 'px' : '', decimals: 3 })),
  provenance: { pixelSizeUm: { x: 0.5, y: 0.25 }, pixelSizeFrom: 'file', whitePoint: [1, 2, 3], none: null },
  correction: null,
})

/** Makes a bundle of results in an empty folder, each with the same number of objects. @returns path of the file */
export const makeBundle = async (
  folder: string,
  format: 'xlsx' | 'csv',
  results: readonly BundledResult[],
  objects: number,
) => {
  const path = join(folder, 'objects.lmo')
  const totals = { objects, points: objects * pointsOfEach }
  const table = buildObjectTable(manyObjects(objects), manyColumns, totals)
  await writeFile(path, encodeObjectFile(table, { classes: manyClasses, columns: manyColumns }))
  await writeFile(join(folder, resultsFile), results.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const file = await runBundleProcess(
    { folder, format },
    {
      signal: new AbortController().signal,
      withObjects: (_, use) => use(path),
    },
  )
  expect((await readdir(folder)).toSorted()).toEqual(['bundle', 'objects.lmo', resultsFile])
  return file
}
