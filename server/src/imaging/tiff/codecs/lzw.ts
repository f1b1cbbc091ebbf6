import { damaged } from '../../imaging-error.ts'

const CLEAR = 256
const END = 257
const FIRST = 258
const MAX_CODES = 4_096

/**
 * LZW as in TIFF 6.0 section 13: most significant bit first, the code width grows one code early.
 *
 * @returns at most `limit` bytes
 * @throws ImagingError `damaged` for an undefined code
 */
export function decodeLzw(input: Uint8Array, limit: number): Uint8Array {
  const output = new Uint8Array(limit)
  // Each table entry is a range of the output written so far.
  const starts = new Uint32Array(MAX_CODES)
  const lengths = new Uint16Array(MAX_CODES)
  let next = FIRST
  let width = 9
  let buffer = 0
  let available = 0
  let written = 0
  let previous: { start: number; length: number } | null = null

  for (const byte of input) {
    buffer = ((buffer << 8) | byte) & 0xffffff
    available += 8
    if (available < width) continue
    available -= width
    const code = (buffer >> available) & ((1 << width) - 1)
    if (code === END || written >= limit) break
    if (code === CLEAR) {
      next = FIRST
      width = 9
      previous = null
      continue
    }
    const start = written
    if (code < CLEAR) {
      output[written++] = code
    } else {
      const fresh = code === next && previous
      if (!fresh && code >= next) throw damaged('The LZW data of this TIFF is damaged.')
      const from = fresh ? fresh.start : (starts[code] ?? 0)
      const length = fresh ? fresh.length + 1 : (lengths[code] ?? 0)
      // Source and destination may overlap, so bytes are copied one by one.
      for (let i = 0; i < length && written < limit; i++) output[written++] = output[from + i] ?? 0
    }
    if (previous && next < MAX_CODES) {
      starts[next] = previous.start
      lengths[next] = previous.length + 1
      next++
      if (next >= (1 << width) - 1 && width < 12) width++
    }
    previous = { start, length: written - start }
  }
  return output.subarray(0, written)
}
