import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import readXlsxFile from 'read-excel-file/node'

/** The rows of a sheet of a result bundle: titles, then data. */
export type BundleRows = (string | number | Date | boolean | null)[][]

/** One line of CSV (RFC 4180) without line breaks in cells; unquoted numeric text is a number, empty text null. */
const cellsOf = (line: string): BundleRows[number] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = '']) => {
    if (quoted !== undefined) return quoted.replaceAll('""', '"')
    return plain !== '' && Number.isFinite(Number(plain)) ? Number(plain) : plain || null
  })

/** Rows of the CSV files in a zip file, by their names: UTF-8 with byte order mark, lines ended by CR LF. */
export const readCsvFiles = async (file: string): Promise<Record<string, BundleRows>> => {
  const rowsOf = (bytes: Uint8Array) =>
    new TextDecoder().decode(bytes).replace('\uFEFF', '').trim().split('\r\n').map(cellsOf)
  const files = Object.entries(unzipSync(await readFile(file)))
  return Object.fromEntries(files.map(([name, bytes]) => [name, rowsOf(bytes)]))
}

/** @returns rows of each sheet, in order */
export const readXlsx = async (file: string): Promise<BundleRows[]> =>
  (await readXlsxFile(file)).map(({ data }) => data as BundleRows)
