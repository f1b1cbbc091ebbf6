/** Null is an empty cell. */
export type CsvCell = string | number | Date | null

/** A spreadsheet program would run a text that begins like a formula: it gets an apostrophe before it. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const csvCell = (cell: CsvCell): string => {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = cell instanceof Date ? cell.toISOString() : harmless(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Excel needs it to read UTF-8 as such. */
export const byteOrderMark = '\uFEFF'

/** One line of RFC 4180, with its end. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join(',')}\r\n`
