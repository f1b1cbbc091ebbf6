import { promisify } from 'node:util'
import { inflate, zstdDecompress } from 'node:zlib'
import { damaged, ImagingError, truncated } from '../../imaging-error.ts'
import { Compression } from '../tags.ts'
import { decodeLzw } from './lzw.ts'
import { decodePackBits } from './packbits.ts'

const inflateAsync = promisify(inflate)
const zstdAsync = promisify(zstdDecompress)

/**
 * Encoders may pad the last rows of a strip. Output up to this factor (plus 64 KiB) of the expected size is accepted and cut; more is
 * refused.
 */
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

/** Whether `decompress` has a codec for a value of the TIFF tag `Compression`. */
export const canDecompress = (compression: number) => decompressors.has(compression)

/**
 * Decompresses a strip or tile.
 *
 * @param size expected bytes; the result has exactly that many
 * @throws ImagingError `damaged` when it has fewer or is corrupt
 */
export async function decompress(compression: number, input: Uint8Array, size: number): Promise<Uint8Array> {
  const bytes = await decompressors.get(compression)?.(input, size).catch(refuse)
  if (!bytes || bytes.length < size) throw truncated()
  return bytes.subarray(0, size)
}

/** zlib reports truncated input as `Z_BUF_ERROR`. */
function refuse(error: unknown): never {
  if (error instanceof ImagingError) throw error
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  throw code === 'Z_BUF_ERROR' ? truncated() : damaged('The compressed data of this TIFF is damaged.', error)
}
