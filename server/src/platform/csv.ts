/** Null is an empty cell. */
export type CsvCell = string | number | Date | null

/**
 * A spreadsheet program would run text that begins like a formula (CSV injection), so it gets a leading apostrophe. Programs whose
 * separator is a semicolon or a tab, which is so in many countries, begin a cell after each of these and after a line break, where
 * quotes around the text only count if it is the first of its line; they drop quotes at the start. So it gets one there, too.
 */
const harmless = (text: string): string =>
  text.replace(/^(?=[=+\-@\t\r])/, "'").replace(/[;\t\r\n](?="*[=+\-@])/g, "$&'")

const csvCell = (cell: CsvCell): string => {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = cell instanceof Date ? cell.toISOString() : harmless(cell)
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Excel reads a file as UTF-8 only if it begins with this mark. */
export const byteOrderMark = '\uFEFF'

/** One record of RFC 4180 with its line end. Dates are written in ISO 8601. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join(',')}\r\n`
