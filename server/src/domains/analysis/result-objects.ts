import {
  type Classification,
  classCodesByCuts,
  type findResultObjects,
  type HandlerInput,
  type pageResultObjects,
  type ResultObject,
} from '@lamella/shared/contract'
import { LRUCache } from 'lru-cache'
import { objectTableFromJson } from '../../analysis/results/json-objects.ts'
import { ObjectFile } from '../../analysis/results/object-file.ts'
import {
  type BoxIndex,
  type ObjectsInBox,
  objectsAt,
  objectsInBox,
  orderedRows,
  readBoxIndex,
} from '../../analysis/results/query-objects.ts'
import { encodeObjectFile } from '../../analysis/results/write-objects.ts'
import type { AppContext } from '../../platform/context.ts'
import { createMutex } from '../../platform/db/mutex.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { blobKeys } from '../../platform/storage/blobs.ts'
import { findResult } from './repository.ts'

type PageQuery = HandlerInput<typeof pageResultObjects>['query']
type BoxQuery = HandlerInput<typeof findResultObjects>['query']

/** Bytes of sort orders and spatial indices in memory: a result of 200,000 objects has about 6 MB. */
const cacheBytes = 128 * 1024 * 1024
/** Objects in a piece of the text of all of them: so many are in memory at once. */
export const objectsPerPiece = 1_000

/** Access to the objects of results. */
export interface ResultObjects {
  /** Runs with the file of a result's objects. @throws BlobMissing */
  withFile<T>(resultId: string, use: (file: string) => Promise<T>): Promise<T>
  /**
   * A page of the sorted and filtered objects. @param classification - to which the cuts of the query apply @throws ApiError ERR_0400 for an unknown sort key; BlobMissing
   */
  page(
    resultId: string,
    query: PageQuery,
    classification?: Pick<Classification, 'column' | 'cuts'>,
  ): Promise<{ total: number; offset: number; objects: ResultObject[] }>
  /** One value per object, NaN: undefined. @throws ApiError ERR_0404 for a column that the objects do not have; BlobMissing */
  column(resultId: string, key: string): Promise<Float64Array>
  /** Index of the class, per object. @throws BlobMissing */
  classes(resultId: string): Promise<Uint16Array>
  /** The objects in a rectangle, image pixels. @throws BlobMissing */
  inBox(resultId: string, query: BoxQuery): Promise<ObjectsInBox>
  /** The body of `getResultObjects` as pieces of JSON text, each of `objectsPerPiece` objects but the first and the last. @throws BlobMissing before the first piece */
  allAsJson(resultId: string): Promise<AsyncGenerator<string>>
}

/** Index of the class, per object, by the cuts of a correction. */
const classesIn = async (
  file: ObjectFile,
  { column, cuts: own }: Pick<Classification, 'column' | 'cuts'>,
  cuts: readonly number[],
): Promise<Uint16Array> => classCodesByCuts(await file.classes(), await file.column(column), own, cuts)

/**
 * Reads the objects of results from their column files. Sort orders and spatial indices are cached, which is safe because results
 * never change.
 */
export const createResultObjects = ({ db, blobs }: Pick<AppContext, 'db' | 'blobs'>): ResultObjects => {
  const orders = new LRUCache<string, Uint32Array>({
    maxSize: cacheBytes / 2,
    sizeCalculation: ({ byteLength }) => byteLength + 64,
  })
  const indices = new LRUCache<string, BoxIndex>({
    maxSize: cacheBytes / 2,
    sizeCalculation: ({ codes, rings, index }) =>
      codes.byteLength + rings.byteLength + (index?.data.byteLength ?? 0) + 64,
  })
  // One conversion at a time, because it has the whole list in memory.
  const convertExclusively = createMutex()

  const convert = async (resultId: string): Promise<void> => {
    const key = blobKeys.resultObjects(resultId)
    if (await blobs.stat(key)) return
    const chunks: Uint8Array[] = []
    for await (const chunk of await blobs.read(blobKeys.jsonObjects(resultId))) chunks.push(chunk as Uint8Array)
    const objects = JSON.parse(Buffer.concat(chunks).toString('utf8')) as ResultObject[]
    const row = await findResult(db, resultId)
    const classes = new Set([...(row?.classes ?? []).map(({ name }) => name), ...objects.map((object) => object.class)])
    const names = { classes: [...classes], columns: row?.columns.map(({ key }) => key) ?? [] }
    await blobs.write(key, Buffer.concat([...encodeObjectFile(objectTableFromJson(objects, names), names)]))
  }
  /** Results of earlier servers are a JSON list, which is converted to columns at the first access. @returns the key of the columns */
  const ensureColumns = async (resultId: string): Promise<string> => {
    const key = blobKeys.resultObjects(resultId)
    if (!(await blobs.stat(key))) await convertExclusively(() => convert(resultId))
    return key
  }
  const read = async <T>(resultId: string, use: (file: ObjectFile) => Promise<T>): Promise<T> => {
    const blob = await blobs.open(await ensureColumns(resultId))
    try {
      return await use(await ObjectFile.open(blob))
    } finally {
      await blob.close()
    }
  }

  return {
    withFile: async (resultId, use) => blobs.withFile(await ensureColumns(resultId), use),

    classes: (resultId) => read(resultId, (file) => file.classes()),

    column: (resultId, key) =>
      read(resultId, async (file) => {
        if (!file.header.columns.includes(key)) throw new ApiError('ERR_0404')
        return file.column(key)
      }),

    page: (resultId, query, classification) =>
      read(resultId, async (file) => {
        const descending = query.sort.startsWith('-')
        const order = {
          key: descending ? query.sort.slice(1) : query.sort,
          descending,
          className: query['filter[class]'] ?? null,
        }
        const isByClass = order.key === 'class' || order.className !== null
        const cuts = isByClass ? query.cuts?.split(',').map(Number) : undefined
        const cacheKey = JSON.stringify([resultId, order, cuts])
        const codes = cuts && classification && (await classesIn(file, classification, cuts))
        const rows = orders.get(cacheKey) ?? (await orderedRows(file, order, codes))
        if (!rows) throw new ApiError('ERR_0400', `The objects cannot be sorted by "${order.key}".`)
        orders.set(cacheKey, rows)
        const size = query['page[size]']
        const place = query.around === undefined ? -1 : rows.indexOf(query.around - 1)
        const offset = place < 0 ? query['page[offset]'] : place - (place % size)
        const shown = [...rows.subarray(offset, offset + size)]
        return { total: rows.length, offset, objects: await objectsAt(file, shown) }
      }),

    inBox: (resultId, { left, top, right, bottom, limit }) =>
      read(resultId, async (file) => {
        const index = indices.get(resultId) ?? (await readBoxIndex(file))
        indices.set(resultId, index)
        return objectsInBox(file, index, [left, top, right, bottom], limit)
      }),

    async allAsJson(resultId) {
      const key = await ensureColumns(resultId)
      return (async function* () {
        const blob = await blobs.open(key)
        try {
          const file = await ObjectFile.open(blob)
          yield '{"data":['
          for (let from = 0; from < file.count; from += objectsPerPiece) {
            const objects = await file.rows(from, from + objectsPerPiece)
            yield (from > 0 ? ',' : '') + objects.map((object) => JSON.stringify(object)).join(',')
          }
          yield ']}'
        } finally {
          await blob.close()
        }
      })()
    },
  }
}
