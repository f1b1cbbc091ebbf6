import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import readXlsxFile from 'read-excel-file/node'
import type { CsvCell } from './csv.ts'
import { longestCell, type SheetTable, writeXlsx } from './xlsx.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xlsx-'))
})
afterAll(() => rm(folder, { recursive: true }))

const written = async (tables: SheetTable[], mostRows?: number) => {
  const file = join(folder, 'book.xlsx')
  await writeXlsx(file, tables, mostRows)
  return readXlsxFile(file)
}

test('cells come back as what they were: texts, numbers, dates, nothing', async () => {
  const finished = new Date('2026-11-22T10:20:30Z')
  const rows: CsvCell[][] = [
    ['Text', 'Number', 'Date', 'Empty', 'Last'],
    ['<a> & "b"\u0007', 0.1 + 0.2, finished, null, 'ö'],
    ['=1+1', -0.0001, finished, Number.NaN, '_x0041_'],
  ]
  const [sheet] = await written([{ name: 'Data', rows }])
  expect(sheet?.sheet).toBe('Data')
  expect(sheet?.data).toEqual([
    rows[0],
    ['<a> & "b"', 0.1 + 0.2, finished, null, 'ö'],
    ['=1+1', -0.0001, finished, null, expect.stringContaining('x0041_')],
  ])
})

test('a table longer than a sheet goes on in further ones, each with the titles', async () => {
  async function* rows() {
    yield ['No.']
    for (let no = 1; no <= 7; no++) yield [no]
  }
  const sheets = await written(
    [
      { name: 'Objects', rows: rows() },
      { name: 'Empty', rows: [['Title']] },
    ],
    4,
  )
  expect(sheets.map(({ sheet, data }) => [sheet, data])).toEqual([
    ['Objects', [['No.'], [1], [2], [3]]],
    ['Objects 2', [['No.'], [4], [5], [6]]],
    ['Objects 3', [['No.'], [7]]],
    ['Empty', [['Title']]],
  ])
})

test('what fails while rows are made is thrown', async () => {
  async function* rows() {
    yield ['No.']
    yield [1]
    throw new Error('The result is gone')
  }
  await expect(written([{ name: 'Objects', rows: rows() }])).rejects.toThrow('The result is gone')
})

test('a text is as long as a cell can hold, and a longer one is refused, not cut', async () => {
  const text = '&'.repeat(longestCell)
  const [sheet] = await written([{ name: 'Data', rows: [['Title'], [text]] }])
  expect(sheet?.data[1]).toEqual([text])
  await expect(written([{ name: 'Data', rows: [['Title'], [`${text}1`]] }])).rejects.toThrow(
    'Cell A2 cannot hold 32768 characters',
  )
})
