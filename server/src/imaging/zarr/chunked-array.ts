import type * as zarr from 'zarrita'
import type { Archive } from '../archive/archive.ts'
import { damaged, ImagingError, unsupported } from '../imaging-error.ts'
import { allocateSamples, type Samples, type SampleType } from '../sample-type.ts'

/** Samples of a chunk: it is decoded in memory as a whole. */
const MAX_CHUNK_BYTES = 128 * 1024 ** 2

const types: Partial<Record<string, SampleType>> = {
  uint8: { bits: 8, format: 'uint' },
  int8: { bits: 8, format: 'int' },
  uint16: { bits: 16, format: 'uint' },
  int16: { bits: 16, format: 'int' },
  uint32: { bits: 32, format: 'uint' },
  int32: { bits: 32, format: 'int' },
  // Browsers cannot draw integers of 64 bits.
  uint64: { bits: 64, format: 'float' },
  int64: { bits: 64, format: 'float' },
  float32: { bits: 32, format: 'float' },
  float64: { bits: 64, format: 'float' },
}

/** An array of an OME-Zarr of which planes are read. */
export interface ChunkedArray {
  /** Elements along each axis, slowest first. */
  shape: readonly number[]
  type: SampleType
  /**
   * Rows of one plane.
   *
   * @param at index on all axes but the last two
   * @returns `count` × width samples
   */
  rows(at: readonly number[], top: number, count: number): Promise<Samples>
}

/** Loaded at the first OME-Zarr: its decoders are WebAssembly. */
const library = () => import('zarrita')

/**
 * Opens an array of Zarr 2 or 3: raw, or compressed by Blosc, Zstandard, LZ4, gzip or zlib; with shards or without.
 *
 * @param path of the array in the archive, without `/` at its ends
 * @throws ImagingError
 */
export async function openArray(archive: Archive, path: string, version: 2 | 3): Promise<ChunkedArray> {
  const { open, root } = await library()
  const store = storeOf(archive)
  const place = root(store).resolve(path)
  const array = await inWords(() =>
    version === 2 ? open.v2(place, { kind: 'array' }) : open.v3(place, { kind: 'array' }),
  )
  const { shape, chunks } = array
  const type = types[array.dtype]
  if (!type)
    throw unsupported(`This OME-Zarr has pixels of the type ${array.dtype}, which is not supported`, 'convert it')
  const isCount = (value: number) => Number.isSafeInteger(value) && value > 0
  if (shape.length < 2 || shape.length > 5 || chunks.length !== shape.length || ![...shape, ...chunks].every(isCount))
    throw damaged('An array of this OME-Zarr has an impossible shape.')
  const chunkSamples = chunks.reduce((product, side) => product * side, 1)
  if (chunkSamples * (type.bits / 8) > MAX_CHUNK_BYTES)
    throw unsupported(
      'This OME-Zarr has chunks that are too large to be decoded',
      'write it with chunks of 1024 × 1024 pixels',
    )
  const [height = 0, width = 0] = shape.slice(-2)
  const [chunkHeight = 1, chunkWidth = 1] = chunks.slice(-2)

  /** The chunks side by side that hold some rows of a plane, as one picture of the width of the plane. */
  const band = async (at: readonly number[], row: number): Promise<Samples> => {
    const outer = at.map((index, axis) => Math.floor(index / (chunks[axis] ?? 1)))
    const inside = at.map((index, axis) => index % (chunks[axis] ?? 1))
    const picture = allocateSamples(type, width * chunkHeight)
    for (let column = 0; column * chunkWidth < width; column++) {
      const { data, stride } = await inWords(() => array.getChunk([...outer, row, column]))
      if (!ArrayBuffer.isView(data) || data.length < chunkSamples)
        throw damaged('A chunk of this OME-Zarr is shorter than it should be.')
      const start = inside.reduce((sum, index, axis) => sum + index * (stride[axis] ?? 0), 0)
      const [down = 0, right = 0] = stride.slice(-2)
      const left = column * chunkWidth
      const across = Math.min(chunkWidth, width - left)
      for (let y = 0; y < chunkHeight; y++) {
        const from = start + y * down
        if (right === 1 && isCopyable(data)) picture.set(data.subarray(from, from + across), y * width + left)
        else {
          for (let x = 0; x < across; x++)
            picture[y * width + left + x] = Number((data as ArrayLike<number | bigint>)[from + x * right] ?? 0)
        }
      }
    }
    return picture
  }

  let kept: { key: string; picture: Promise<Samples> } | null = null
  const bandOf = (at: readonly number[], row: number): Promise<Samples> => {
    const key = [...at, row].join(' ')
    if (kept?.key !== key) kept = { key, picture: band(at, row) }
    return kept.picture
  }

  return {
    shape,
    type,
    async rows(at, top, count) {
      const found = allocateSamples(type, width * count)
      for (let y = top; y < top + count; ) {
        const row = Math.floor(y / chunkHeight)
        const until = Math.min(top + count, (row + 1) * chunkHeight, height)
        const picture = await bandOf(at, row)
        const from = (y - row * chunkHeight) * width
        found.set(picture.subarray(from, from + (until - y) * width), (y - top) * width)
        y = until
      }
      return found
    },
  }
}

/** Whether it has numbers: integers of 64 bits are converted one by one. */
const isCopyable = (data: object): data is Samples => !(data instanceof BigInt64Array || data instanceof BigUint64Array)

/** Keys of a Zarr begin with `/`. */
function storeOf(archive: Archive) {
  const member = (key: string) => archive.get(key.slice(1))
  return {
    async get(key: string) {
      const found = member(key)
      return found && found.size <= MAX_CHUNK_BYTES * 2 ? found.read(0, found.size) : undefined
    },
    async getRange(key: string, range: zarr.RangeQuery) {
      const found = member(key)
      if (!found) return undefined
      const { offset, length } =
        'suffixLength' in range ? { offset: found.size - range.suffixLength, length: range.suffixLength } : range
      if (!(offset >= 0 && length >= 0 && offset + length <= found.size && length <= MAX_CHUNK_BYTES * 2))
        throw damaged('A shard of this OME-Zarr is damaged.')
      return found.read(offset, length)
    },
  }
}

/** What the library throws, as a sentence for the user. */
async function inWords<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const cause = causeOf(error)
    if (cause instanceof ImagingError) throw cause
    const name = cause instanceof Error ? cause.name : ''
    if (name === 'UnknownCodecError') {
      throw unsupported(
        'This OME-Zarr is compressed in a way that is not supported',
        'write it with Blosc, Zstandard or gzip',
      )
    }
    if (name === 'NotFoundError') throw damaged('An array that this OME-Zarr names is not in it.', error)
    throw damaged('An array of this OME-Zarr is damaged.', error)
  }
}

const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.name === 'CodecPipelineError' && error.cause !== undefined ? error.cause : error
