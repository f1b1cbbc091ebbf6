import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
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
/** The files of a bundle of CSV files. */
const csvFiles = async (results: readonly BundledResult[], objects: number) => {
  const files = unzipSync(await readFile(await make('csv', results, objects)))
  // As Excel needs it; the decoder drops it.
  for (const bytes of Object.values(files)) expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes.slice(3))]))
}
const csvResults = async (...order: Parameters<typeof csvFiles>): Promise<string> =>
  (await csvFiles(...order))['results.csv'] ?? ''

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
      'Finished (UTC)',
      'Count',
      'Pixel size [µm]',
      'Pixel size from',
      'Result',
      'Objects left out',
      'Job',
    ],
    ['one.tif', 'app', '1.0.0', finished, null, '0.5 × 0.25', 'file', 'Original', 0, ids[0]],
    ['=two.tif', 'app', '1.0.0', finished, null, '0.5 × 0.25', 'file', 'Original', 0, ids[1]],
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
    'Job',
  ])
  expect(objects?.data.slice(1)).toEqual(
    ['one.tif', '=two.tif'].flatMap((name, i) => expected.map((row) => [name, ...row, 'Original', null, ids[i]])),
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

test.each([
  ['=1+1', "'=1+1"],
  ['slide 3;=1+1', `"slide 3;'=1+1"`],
])('a csv cell %j is not run as a formula', async (name, written) => {
  const files = await csvFiles([result(ids[0] ?? '', name)], 1)
  const rest = `,app,1.0.0,2026-11-22T12:00:00.000Z,,0.5 × 0.25,file,Original,0,${ids[0]}`
  expect(files['results.csv']?.split('\r\n')[1]?.startsWith(written + rest)).toBe(true)
  expect(files['objects.csv']?.split('\r\n')[1]?.startsWith(`${written},1,`)).toBe(true)
})

test('beside the results as csv are all their objects, with the names of their images and jobs', async () => {
  const files = await csvFiles([result(ids[0] ?? '', 'one.tif'), result(ids[1] ?? '', 'two.tif')], 3000)
  expect(Object.keys(files)).toEqual(['results.csv', 'objects.csv'])
  const rows = files['objects.csv']?.trimEnd().split('\r\n') ?? []
  expect(rows[0]).toBe(
    ['Image', 'No.', 'Class', ...manyColumns.slice(0, 8), 'x [px]', 'y', 'Result', 'Left out', 'Job'].join(),
  )
  const expected = [...manyObjects(3000)].map(({ class: code, values }, i) =>
    [i + 1, manyClasses[code], ...manyColumns.map((key) => values[key] ?? ''), 'Original', ''].join(),
  )
  expect(rows.slice(1)).toEqual(
    ['one.tif', 'two.tif'].flatMap((name, i) => expected.map((row) => `${name},${row},${ids[i]}`)),
  )
})

test('a csv has a column per fact of the provenance, empty where a result lacks it', async () => {
  const other = result(ids[1] ?? '', 'two.tif')
  const cut = { column: 'dabOd', classes: ['negative', 'positive'], own: [0.2] }
  const corrected: BundledResult = {
    ...other,
    provenance: {
      dabOdCuts: [0.2],
      ...other.provenance,
      model: { sha256: 'abc' },
      params: { channel: 1 },
      zPlane: '2 of 3, the middle one',
    },
    correction: { createdBy: 'Ada Admin', created: '2026-11-23', cuts: [0.3], cut, leftOut: [] },
  }
  const text = await csvResults([result(ids[0] ?? '', 'one.tif'), corrected], 1)
  const [titles = [], one = [], two = []] = text.split('\r\n').map((line) => line.split(','))
  const at = titles.indexOf('pixelSizeUm.x')
  expect(titles.slice(at)).toEqual([
    ...['pixelSizeUm.x', 'pixelSizeUm.y', 'pixelSizeFrom', 'whitePoint', 'none', 'parameters.channel', 'dabOdCuts'],
    ...['model.sha256', 'zPlane'],
    ...['correction.correctedBy', 'correction.corrected', 'correction.leftOut'],
  ])
  expect(one.slice(at)).toEqual(['0.5', '0.25', 'file', '"1', ' 2', ' 3"', '', '', '', '', '', '', '', ''])
  expect(two.slice(at + 7)).toEqual([
    '',
    '1',
    '0.3',
    'abc',
    '"2 of 3',
    ' the middle one"',
    'Ada Admin',
    '2026-11-23',
    'none',
  ])
})

test('a key has a column per unit, so that areas in µm² and in px² are never under one title', async () => {
  const inUnits = (at: 0 | 1, area: string, total: string, value: number): BundledResult => ({
    ...result(ids[at] ?? '', `${area}.tif`),
    measurements: [
      { key: 'count', title: 'Count', value: 2, unit: '', decimals: 0 },
      { key: 'area', title: 'Area', value, unit: total, decimals: 2 },
    ],
    columns: [
      { key: 'x', title: 'X', unit: 'px', decimals: 1 },
      { key: 'y', title: 'Area', unit: area, decimals: 1 },
    ],
  })
  const results = [inUnits(0, 'µm²', 'mm²', 0.5), inUnits(1, 'px²', 'Mpx', 2)]
  const [summary, objects] = await readXlsxFile(await make('xlsx', results, 2))
  expect(summary?.data.map((row) => row.slice(4, 7))).toEqual([
    ['Count', 'Area [mm²]', 'Area [Mpx]'],
    [2, 0.5, null],
    [2, null, 2],
  ])
  const [one, two] = [...manyObjects(2)].map(({ values }) => values)
  expect(objects?.data.map((row) => row.slice(3, 6))).toEqual([
    ['X [px]', 'Area [µm²]', 'Area [px²]'],
    [one?.x, one?.y, null],
    [two?.x, two?.y, null],
    [one?.x, null, one?.y],
    [two?.x, null, two?.y],
  ])
  const text = await csvResults(results, 2)
  expect(text.split('\r\n').map((line) => line.split(',').slice(4, 7).join())).toEqual([
    'Count,Area [mm²],Area [Mpx]',
    '2,0.5,',
    '2,,2',
    '',
  ])
})

test('a list of 10,000 objects that were left out is whole, in as many cells as it needs', async () => {
  const objects = Array.from({ length: 10_000 }, (_, i) => 3 * i + 1)
  const [ada, max] = ['Ada Admin', 'Max Mild'].map((fullName, i) => ({ id: ids[i] ?? '', fullName }))
  if (!ada || !max) throw new Error('There are two')
  const at = '2026-11-23T08:00:00.000Z'
  const leftOut = [
    { by: ada, at, objects },
    { by: max, at, objects: [2, 5] },
  ]
  const correction = { createdBy: ada.fullName, created: at, cuts: [], cut: null, leftOut }
  const [, , provenance] = await readXlsxFile(
    await make('xlsx', [{ ...result(ids[0] ?? '', 'one.tif'), correction }], 10),
  )
  const rows = provenance?.data.filter(([, fact]) => String(fact).startsWith('correction.leftOut')) ?? []
  expect(rows.map(([, fact]) => fact)).toEqual([
    'correction.leftOut (part 1 of 3)',
    'correction.leftOut (part 2 of 3)',
    'correction.leftOut (part 3 of 3)',
  ])
  const parts = rows.map(([, , value]) => String(value))
  for (const part of parts) expect(part.length).toBeLessThanOrEqual(32_767)
  for (const part of parts.slice(1)) expect(part).toMatch(/^\d+, /)
  const whole = `${objects.join(', ')} by Ada Admin, ${at}; 2, 5 by Max Mild, ${at}`
  expect(parts.join(' ').split(' ')).toEqual(whole.split(' '))
})
