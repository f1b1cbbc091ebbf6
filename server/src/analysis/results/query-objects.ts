import type { ObjectOutline, ResultObject } from '@lamella/shared/contract'
import type { Box, ObjectFile } from './object-file.ts'

/** Sorting and filter of the table of objects. */
export interface PageOrder {
  /** `no`, `class` or the key of a column. Undefined values are last in both directions. */
  key: string
  descending: boolean
  /** Only objects of the class with this name; null: all. */
  className: string | null
}

/**
 * Sort keys, one per object.
 *
 * @returns null for a key that the objects do not have
 */
async function sortKeys(file: ObjectFile, key: string, codes?: Uint16Array): Promise<Float64Array | null> {
  if (key === 'no') return Float64Array.from({ length: file.count }, (_, row) => row)
  if (key === 'class') return Float64Array.from(codes ?? (await file.classes()))
  return file.header.columns.includes(key) ? file.column(key) : null
}

/**
 * Row numbers, from 0, sorted and filtered; equal values stay in the order of object numbers.
 *
 * @param codes of classes to sort and filter by, where they are not those of the file
 * @returns null for a key that the objects do not have
 */
export async function orderedRows(
  file: ObjectFile,
  order: PageOrder,
  codes?: Uint16Array,
): Promise<Uint32Array | null> {
  const keys = await sortKeys(file, order.key, codes)
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
  const classes = codes ?? (await file.classes())
  const code = file.header.classes.indexOf(order.className)
  return rows.filter((row) => classes[row] === code)
}

/** Objects of the given row numbers, in their order; rows outside the file are left out. */
export async function objectsAt(file: ObjectFile, rows: readonly number[]): Promise<ResultObject[]> {
  const found = new Map<number, ResultObject>()
  for (const [from, to] of runsOf(rows.toSorted((a, b) => a - b))) {
    for (const object of await file.rows(from, to)) found.set(object.no - 1, object)
  }
  return rows.flatMap((row) => found.get(row) ?? [])
}

/** Ranges of consecutive numbers, ends excluded. */
function runsOf(ascending: readonly number[]): [number, number][] {
  const runs: [number, number][] = []
  for (const row of ascending) {
    const last = runs.at(-1)
    if (last?.[1] === row) last[1] = row + 1
    else runs.push([row, row + 1])
  }
  return runs
}

/** Result of a query by bounding box. */
export interface ObjectsInBox {
  /** Objects in the box, before thinning. */
  total: number
  /** 2ⁿ: one of that many objects is returned; 1: all are. */
  oneOf: number
  objects: ObjectOutline[]
}

/** The parts of a file that queries by bounding box need; read once and cached by the caller. */
export interface BoxIndex {
  codes: Uint16Array
  rings: Uint32Array
  index: Awaited<ReturnType<ObjectFile['index']>>
}

/** Reads the parts that `objectsInBox` needs: some 6 bytes per object and the R-tree. */
export const readBoxIndex = async (file: ObjectFile): Promise<BoxIndex> => ({
  codes: await file.classes(),
  rings: await file.rings(),
  index: await file.index(),
})

/**
 * Objects whose bounding box intersects a box, at most `limit`: of more, those whose row number is a multiple of the smallest sufficient
 * power of two. Thus the same objects stay when the box moves, and others are added when it shrinks.
 *
 * @param box in pixels of the image
 */
export async function objectsInBox(file: ObjectFile, parts: BoxIndex, box: Box, limit: number): Promise<ObjectsInBox> {
  const rows = parts.index?.search(...box) ?? []
  let [kept, oneOf] = [rows, 1]
  while (kept.length > limit) {
    oneOf *= 2
    kept = kept.filter((row) => row % oneOf === 0)
  }
  const ascending = kept.toSorted((a, b) => a - b)
  return { total: rows.length, oneOf, objects: await file.outlines(ascending, parts.rings, parts.codes) }
}
