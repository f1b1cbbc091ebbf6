import * as zarr from 'zarrita'

/** A process that reads an array by `zarrita`, which is an ES module that jest cannot load. */

/** What the test hands over as JSON, in the first argument. */
export interface ZarritaCall {
  /** Address of the group. */
  store: string
  /** Path of the array in it. */
  path: string
  /** Index by dimension; null: all of it. */
  place: (number | null)[]
}

/** What it writes as JSON. */
export interface ZarritaAnswer {
  shape: number[]
  dtype: string
  /** Bytes of the samples, in base64. */
  bytes: string
}

const { store, path, place } = JSON.parse(process.argv[2] ?? '') as ZarritaCall
const group = await zarr.open.v3(zarr.root(new zarr.FetchStore(store)), { kind: 'group' })
const array = await zarr.open.v3(group.resolve(path), { kind: 'array' })
const { data, shape } = (await zarr.get(array, place)) as zarr.Chunk<'uint16'>
const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64')
process.stdout.write(JSON.stringify({ shape, dtype: array.dtype, bytes } satisfies ZarritaAnswer))
