import type { ResultObject } from '@lamella/shared/contract'
import type { ByteRanges } from './object-file.ts'
import { nanToNull } from './object-file.ts'
import type { ObjectTable } from './object-table.ts'
import { encodeObjectFile } from './write-objects.ts'

/** The objects of a table, in the form of the API. */
export const objectsIn = (table: ObjectTable, classNames: readonly string[]): ResultObject[] =>
  Array.from({ length: table.count }, (_, row) => {
    const [from, to] = [table.rings[row] ?? 0, table.rings[row + 1] ?? 0]
    const number = (at: number) => table.coordinates[at] ?? Number.NaN
    return {
      no: row + 1,
      class: classNames[table.classes[row] ?? -1] ?? '',
      polygon: Array.from({ length: to - from }, (_, i) => [number(2 * (from + i)), number(2 * (from + i) + 1)]),
      values: Object.fromEntries(Object.entries(table.values).map(([key, column]) => [key, nanToNull(column[row])])),
    }
  })

/** A file of objects in memory. */
export const inMemory = (...[table, names]: Parameters<typeof encodeObjectFile>): ByteRanges & { bytes: Buffer } => {
  const bytes = Buffer.concat([...encodeObjectFile(table, names)])
  return { bytes, size: bytes.length, read: async (offset, length) => bytes.subarray(offset, offset + length) }
}
