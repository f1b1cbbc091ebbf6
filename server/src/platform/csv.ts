/** Null is an empty cell. */
export type CsvCell = string | number | Date | null

/** A spreadsheet program would run text that begins like a formula (CSV injection), so it gets a leading apostrophe. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const csvCell = (cell: CsvCell): string => {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = cell instanceof Date ? cell.toISOString() : harmless(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Excel reads a file as UTF-8 only if it begins with this mark. */
export const byteOrderMark = '\uFEFF'

/** One record of RFC 4180 with its line end. Dates are written in ISO 8601. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join(',')}\r\n`
