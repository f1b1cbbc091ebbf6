import { Readable } from 'node:stream'
import type { CsvCell } from './csv.ts'
import { writeZip } from './zip.ts'

/** A table whose rows are produced while they are written; the first row holds the titles. */
export interface SheetTable {
  /** At most 31 characters, none of `[]:*?/\`. */
  name: string
  rows: Iterable<readonly CsvCell[]> | AsyncIterable<readonly CsvCell[]>
}

/** Rows of a sheet, a limit of Excel. */
const longestSheet = 1_048_576
/** UTF-16 units of the text of a cell, a limit of Excel. */
export const longestCell = 32_767
/** Characters of XML per chunk of the stream. */
const chunkLength = 64 * 1024
const day = 24 * 3600 * 1000
const styles = { plain: 0, title: 1, date: 2 }

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageNs = 'http://schemas.openxmlformats.org/package/2006'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Text of an element, without the characters that XML forbids; Excel's own escapes (`_x0041_`) are taken literally. */
const textOf = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot have.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/_x(?=[0-9A-Fa-f]{4}_)/g, '_x005F_x')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** A, B … Z, AA … of a column counted from 0. */
const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

const cellXml = (cell: CsvCell, place: string, isTitle: boolean): string => {
  if (cell === null || (typeof cell === 'number' && !Number.isFinite(cell))) return ''
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  // Days since the end of 1899, as Excel counts them.
  if (cell instanceof Date) {
    return `<c r="${place}" s="${styles.date}"><v>${(cell.getTime() - Date.UTC(1899, 11, 30)) / day}</v></c>`
  }
  if (cell.length > longestCell) throw new RangeError(`Cell ${place} cannot hold ${cell.length} characters`)
  const style = isTitle ? ` s="${styles.title}"` : ''
  // A string is never run as a formula here, whatever it begins with.
  return `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${textOf(cell)}</t></is></c>`
}

const rowXml = (cells: readonly CsvCell[], number: number): string =>
  `<row r="${number}">${cells.map((cell, i) => cellXml(cell, columnName(i) + number, number === 1)).join('')}</row>`

/** Rows one by one, with one row read ahead. */
const readRows = async (rows: SheetTable['rows']) => {
  const iterator = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
  let next = await iterator.next()
  return {
    hasMore: () => next.done !== true,
    async take(): Promise<readonly CsvCell[]> {
      const row = next.done ? [] : next.value
      next = await iterator.next()
      return row
    },
  }
}
type Rows = Awaited<ReturnType<typeof readRows>>

async function* sheetXml(titles: readonly CsvCell[], rows: Rows, mostRows: number): AsyncGenerator<string> {
  let text = `${xmlHead}<worksheet xmlns="${main}"><sheetData>${rowXml(titles, 1)}`
  for (let number = 2; number <= mostRows && rows.hasMore(); number++) {
    text += rowXml(await rows.take(), number)
    if (text.length < chunkLength) continue
    yield text
    text = ''
  }
  yield `${text}</sheetData></worksheet>`
}

const bookXml = (sheets: readonly string[]): Record<string, string> => ({
  '[Content_Types].xml': `<Types xmlns="${packageNs}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/>${sheets.map((_, i) => `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${contentType}.worksheet+xml"/>`).join('')}</Types>`,
  '_rels/.rels': `<Relationships xmlns="${packageNs}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.map((name, i) => `<sheet name="${textOf(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packageNs}/relationships">${sheets.map((_, i) => `<Relationship Id="rId${i + 1}" Type="${office}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}<Relationship Id="rId${sheets.length + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`,
})

/**
 * Writes an Excel workbook (ECMA-376) with only some kilobytes of it in memory. A table that is longer than a sheet
 * continues in further sheets, each with the titles: "Objects", "Objects 2" …
 * @param mostRows - rows per sheet, the titles included
 * @throws RangeError for a text of more than `longestCell`, which is never cut; what the rows throw; Error when the file cannot be written
 */
export const writeXlsx = async (
  file: string,
  tables: Iterable<SheetTable>,
  mostRows: number = longestSheet,
): Promise<void> => {
  const zip = writeZip(file)
  const sheets: string[] = []
  for (const { name, rows } of tables) {
    const reader = await readRows(rows)
    const titles = await reader.take()
    let part = 1
    do {
      sheets.push(part === 1 ? name : `${name} ${part}`)
      part++
      await zip.add(`xl/worksheets/sheet${sheets.length}.xml`, Readable.from(sheetXml(titles, reader, mostRows)))
    } while (reader.hasMore())
  }
  for (const [name, xml] of Object.entries(bookXml(sheets))) zip.addText(name, xmlHead + xml)
  await zip.end()
}
