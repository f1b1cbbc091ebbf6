import writeXlsxFile from 'write-excel-file/node'
import { byteOrderMark, csvLine } from '../../platform/csv.ts'
import type { Cell, SheetTable } from './bundle-tables.ts'

/** RFC 4180 in UTF-8. */
export const csvFile = ({ rows }: SheetTable): Buffer =>
  Buffer.from(`${byteOrderMark}${rows.map(csvLine).join('')}`, 'utf8')

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
