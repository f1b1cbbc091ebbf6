import type { ObjectOutline, ResultObject } from '@lamella/shared/contract'
import type { Box, ObjectFile } from './object-file.ts'

export interface PageOrder {
  /** `no`, `class` or a column; from the largest where `descending`. Undefined values are last either way. */
  key: string
  descending: boolean
  /** Name of the class that is left; null: all. */
  className: string | null
}

/**
 * Numbers by which objects are sorted, one per object.
 * @returns null for a key that the objects do not have
 */
async function sortKeys(file: ObjectFile, key: string): Promise<Float64Array | null> {
  if (key === 'no') return Float64Array.from({ length: file.count }, (_, row) => row)
  if (key === 'class') return Float64Array.from(await file.classes())
  return file.header.columns.includes(key) ? file.column(key) : null
}

/**
 * Rows, counted from 0, in an order: equal values stay in the order of their numbers.
 * @returns null for a key that the objects do not have
 */
export async function orderedRows(file: ObjectFile, order: PageOrder): Promise<Uint32Array | null> {
  const keys = await sortKeys(file, order.key)
  if (!keys) return null
  const sign = order.descending ? -1 : 1
  const rows = Uint32Array.from(keys.keys())
  if (order.key !== 'no' || order.descending) {
    rows.sort((a, b) => {
      const [one, other] = [keys[a] ?? Number.NaN, keys[b] ?? Number.NaN]
      if (Number.isNaN(one) || Number.isNaN(other))
        return Number(Number.isNaN(one)) - Number(Number.isNaN(other)) || a - b
      return sign * (one - other) || a - b
    })
  }
  if (order.className === null) return rows
  const codes = await file.classes()
  const code = file.header.classes.indexOf(order.className)
  return rows.filter((row) => codes[row] === code)
}

/** Objects in the order of the rows given. */
export async function objectsAt(file: ObjectFile, rows: readonly number[]): Promise<ResultObject[]> {
  const found = new Map<number, ResultObject>()
  for (const [from, to] of runsOf(rows.toSorted((a, b) => a - b))) {
    for (const object of await file.rows(from, to)) found.set(object.no - 1, object)
  }
  return rows.flatMap((row) => found.get(row) ?? [])
}

/** Ranges of neighbours, ends not included. */
function runsOf(ascending: readonly number[]): [number, number][] {
  const runs: [number, number][] = []
  for (const row of ascending) {
    const last = runs.at(-1)
    if (last?.[1] === row) last[1] = row + 1
    else runs.push([row, row + 1])
  }
  return runs
}

export interface BoxAnswer {
  total: number
  oneOf: number
  objects: ObjectOutline[]
}

/** The parts of a file that questions by box need; read once and kept by the caller. */
export interface BoxIndex {
  codes: Uint16Array
  rings: Uint32Array
  index: Awaited<ReturnType<ObjectFile['index']>>
}

export const readBoxIndex = async (file: ObjectFile): Promise<BoxIndex> => ({
  codes: await file.classes(),
  rings: await file.rings(),
  index: await file.index(),
})

/**
 * Objects whose bounding box reaches into a box, at most `limit`: where there are more, those whose row is a multiple of the
 * least power of two that leaves few enough. So the same objects stay when the box moves, and more join when it shrinks.
 */
export async function objectsInBox(file: ObjectFile, parts: BoxIndex, box: Box, limit: number): Promise<BoxAnswer> {
  const rows = parts.index?.search(...box) ?? []
  let [kept, oneOf] = [rows, 1]
  while (kept.length > limit) {
    oneOf *= 2
    kept = kept.filter((row) => row % oneOf === 0)
  }
  const ascending = kept.toSorted((a, b) => a - b)
  return { total: rows.length, oneOf, objects: await file.outlines(ascending, parts.rings, parts.codes) }
}
