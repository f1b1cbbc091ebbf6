import { damaged, truncated } from '../imaging-error.ts'
import type { BmpHeader } from './header.ts'

const END_OF_LINE = 0
const END_OF_BITMAP = 1
const DELTA = 2

/**
 * Decodes RLE4 and RLE8.
 *
 * @returns width × height palette indices, one per byte, row-major in stored order; skipped pixels have index 0
 * @throws ImagingError `damaged` when a run leaves the image or the data ends early
 */
export function decodeRunLength(data: Uint8Array, { width, height, bits }: BmpHeader): Uint8Array {
  const indices = new Uint8Array(width * height)
  const half = bits === 4
  let at = 0
  let x = 0
  let y = 0
  const next = () => {
    const byte = data[at++]
    if (byte === undefined) throw truncated()
    return byte
  }
  const put = (index: number) => {
    if (x >= width || y >= height) throw damaged('The run-length data of this BMP is damaged.')
    indices[y * width + x++] = index
  }
  while (y < height) {
    const count = next()
    const value = next()
    if (count > 0) {
      for (let i = 0; i < count; i++) put(half ? nibble(value, i) : value)
    } else if (value === END_OF_LINE) {
      x = 0
      y++
    } else if (value === END_OF_BITMAP) {
      break
    } else if (value === DELTA) {
      x += next()
      y += next()
    } else {
      const bytes = half ? Math.ceil(value / 2) : value
      const run = Array.from({ length: bytes + (bytes % 2) }, next)
      for (let i = 0; i < value; i++) put(half ? nibble(run[i >> 1] ?? 0, i) : (run[i] ?? 0))
    }
  }
  return indices
}

const nibble = (byte: number, index: number) => (index % 2 === 0 ? byte >> 4 : byte & 15)
