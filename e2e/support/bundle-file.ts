import { readFile } from 'node:fs/promises'
import readXlsxFile from 'read-excel-file/node'

/** The rows of a sheet of a result bundle: titles, then data. */
export type BundleRows = (string | number | Date | boolean | null)[][]

/** One line of CSV (RFC 4180) without line breaks in cells; unquoted numeric text is a number, empty text null. */
const cellsOf = (line: string): BundleRows[number] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = '']) => {
    if (quoted !== undefined) return quoted.replaceAll('""', '"')
    return plain !== '' && Number.isFinite(Number(plain)) ? Number(plain) : plain || null
  })

/** Rows of a csv bundle: UTF-8 with byte order mark, lines ended by CR LF. */
export const readCsv = async (file: string): Promise<BundleRows> => {
  const text = await readFile(file, 'utf8')
  return text.replace('\uFEFF', '').trim().split('\r\n').map(cellsOf)
}

/** @returns rows of each sheet, in order */
export const readXlsx = async (file: string): Promise<BundleRows[]> =>
  (await readXlsxFile(file)).map(({ data }) => data as BundleRows)
