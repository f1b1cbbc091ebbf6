import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import readXlsxFile from 'read-excel-file/node'
import { manyClasses, manyColumns, manyObjects } from '../../../bench/many-objects.ts'
import type { BundledResult } from './messages.ts'
import { makeBundle, bundledResult as result } from './testing.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bundle-'))
})
afterEach(() => rm(folder, { recursive: true }))

const ids = ['019aa000-0000-7000-8000-000000000001', '019aa000-0000-7000-8000-000000000002']
const make = (format: 'xlsx' | 'csv', results: readonly BundledResult[], objects: number) =>
  makeBundle(folder, format, results, objects)

test('a workbook has one row per job, object and fact of the provenance', async () => {
  const [summary, objects, provenance] = await readXlsxFile(
    await make('xlsx', [result(ids[0] ?? '', 'one.tif'), result(ids[1] ?? '', '=two.tif')], 3000),
  )
  expect([summary?.sheet, objects?.sheet, provenance?.sheet]).toEqual(['Summary', 'Objects', 'Provenance'])
  const finished = new Date('2026-11-22T12:00:00.000Z')
  expect(summary?.data).toEqual([
    [
      'Image',
      'Application',
      'Version',
      'Finished',
      'Count',
      'Pixel size [µm]',
      'Pixel size from',
      'Result',
      'Objects left out',
    ],
    ['one.tif', 'app', '1.0.0', finished, null, '0.5 × 0.25', 'file', 'Original', 0],
    ['=two.tif', 'app', '1.0.0', finished, null, '0.5 × 0.25', 'file', 'Original', 0],
  ])
  const expected = [...manyObjects(3000)].map(({ class: code, values }, i) => [
    i + 1,
    manyClasses[code],
    ...manyColumns.map((key) => values[key]),
  ])
  expect(objects?.data[0]).toEqual([
    'Image',
    'No.',
    'Class',
    ...manyColumns.slice(0, 8),
    'x [px]',
    'y',
    'Result',
    'Left out',
  ])
  expect(objects?.data.slice(1)).toEqual(
    ['one.tif', '=two.tif'].flatMap((name) => expected.map((row) => [name, ...row, 'Original', null])),
  )
  expect(provenance?.data.slice(0, 6)).toEqual([
    ['Image', 'Fact', 'Value', 'Result'],
    ['one.tif', 'pixelSizeUm.x', 0.5, 'Original'],
    ['one.tif', 'pixelSizeUm.y', 0.25, 'Original'],
    ['one.tif', 'pixelSizeFrom', 'file', 'Original'],
    ['one.tif', 'whitePoint', '1, 2, 3', 'Original'],
    ['one.tif', 'none', null, 'Original'],
  ])
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'])('a csv cell %j is not run as a formula', async (name) => {
  const text = await readFile(await make('csv', [result(ids[0] ?? '', name)], 1), 'utf8')
  expect(text.split('\r\n')[1]).toMatch(`'${name},app,1.0.0,2026-11-22T12:00:00.000Z,,0.5 × 0.25,file,Original,0,`)
})

test('a csv has a column per fact of the provenance, empty where a result lacks it', async () => {
  const other = result(ids[1] ?? '', 'two.tif')
  const corrected: BundledResult = {
    ...other,
    provenance: { ...other.provenance, model: { sha256: 'abc' }, params: { channel: 1 } },
    correction: { createdBy: 'Ada Admin', created: '2026-11-23', cuts: [0.3], cut: null, leftOut: [] },
  }
  const text = await readFile(await make('csv', [result(ids[0] ?? '', 'one.tif'), corrected], 1), 'utf8')
  const [titles = [], one = [], two = []] = text.split('\r\n').map((line) => line.split(','))
  const at = titles.indexOf('pixelSizeUm.x')
  expect(titles.slice(at)).toEqual([
    ...['pixelSizeUm.x', 'pixelSizeUm.y', 'pixelSizeFrom', 'whitePoint', 'none', 'parameters.channel', 'model.sha256'],
    ...['correction.correctedBy', 'correction.corrected', 'correction.cuts', 'correction.leftOut'],
  ])
  expect(one.slice(at)).toEqual(['0.5', '0.25', 'file', '"1', ' 2', ' 3"', '', '', '', '', '', '', ''])
  expect(two.slice(at + 7)).toEqual(['', '1', 'abc', 'Ada Admin', '2026-11-23', '0.3', 'none'])
})
