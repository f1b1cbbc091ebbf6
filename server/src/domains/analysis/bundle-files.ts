import writeXlsxFile from 'write-excel-file/node'
import type { Cell, SheetTable } from './bundle-tables.ts'

/** A spreadsheet program would run a text that begins like a formula: it gets an apostrophe before it. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const csvCell = (cell: Cell): string => {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = cell instanceof Date ? cell.toISOString() : harmless(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** RFC 4180 in UTF-8 with a byte order mark, which Excel needs to read it as such. */
export const csvFile = ({ rows }: SheetTable): Buffer =>
  Buffer.from(`\uFEFF${rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')}`, 'utf8')

const dateFormat = 'yyyy-mm-dd hh:mm:ss'

const xlsxCell = (cell: Cell, isTitle: boolean) => {
  if (cell === null) return null
  if (isTitle) return { value: String(cell), type: String, fontWeight: 'bold' as const }
  if (cell instanceof Date) return { value: cell, type: Date, format: dateFormat }
  return typeof cell === 'number' ? { value: cell, type: Number } : { value: cell, type: String }
}

/** One sheet a table. */
export const xlsxFile = async (tables: readonly SheetTable[]): Promise<Buffer> => {
  const sheets = tables.map(({ name, rows }) => ({
    sheet: name,
    data: rows.map((row, index) => row.map((cell) => xlsxCell(cell, index === 0))),
  }))
  return writeXlsxFile(sheets).toBuffer()
}
