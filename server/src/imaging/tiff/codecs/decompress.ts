import { promisify } from 'node:util'
import { inflate, zstdDecompress } from 'node:zlib'
import { damaged, ImagingError, truncated } from '../../imaging-error.ts'
import { Compression } from '../tags.ts'
import { decodeLzw } from './lzw.ts'
import { decodePackBits } from './packbits.ts'

const inflateAsync = promisify(inflate)
const zstdAsync = promisify(zstdDecompress)

/** Encoders may pad the last rows of a strip: what comes beyond the expected bytes is dropped, within reason. */
const SLACK = 2

type Decompress = (input: Uint8Array, size: number) => Promise<Uint8Array>

const deflated: Decompress = (input, size) => inflateAsync(input, { maxOutputLength: size * SLACK + 65_536 })

const decompressors = new Map<number, Decompress>([
  [Compression.None, async (input) => input],
  [Compression.Lzw, async (input, size) => decodeLzw(input, size)],
  [Compression.Deflate, deflated],
  [Compression.OldDeflate, deflated],
  [Compression.PackBits, async (input, size) => decodePackBits(input, size)],
  [Compression.Zstd, (input, size) => zstdAsync(input, { maxOutputLength: size * SLACK + 65_536 })],
])

export const canDecompress = (compression: number) => decompressors.has(compression)

/** Exactly `size` bytes of a strip or tile. */
export async function decompress(compression: number, input: Uint8Array, size: number): Promise<Uint8Array> {
  const bytes = await decompressors.get(compression)?.(input, size).catch(refuse)
  if (!bytes || bytes.length < size) throw truncated()
  return bytes.subarray(0, size)
}

/** zlib tells by a code that more was to come. */
function refuse(error: unknown): never {
  if (error instanceof ImagingError) throw error
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  throw code === 'Z_BUF_ERROR' ? truncated() : damaged('The compressed data of this TIFF is damaged.', error)
}
