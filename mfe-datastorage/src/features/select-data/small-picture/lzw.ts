const clear = 256
const end = 257
const first = 258
const mostCodes = 4096

/**
 * LZW of TIFF 6.0, section 13: most significant bit first, the width of codes grows one code early.
 * @param length - bytes of the whole; what is missing is 0
 * @throws Error for an undefined code
 */
export const decodeLzw = (input: Uint8Array, length: number): Uint8Array => {
  const output = new Uint8Array(length)
  // Each code is a range of what was written so far.
  const starts = new Uint32Array(mostCodes)
  const lengths = new Uint32Array(mostCodes)
  let [next, width, bits, available, written] = [first, 9, 0, 0, 0]
  let previous: { start: number; length: number } | null = null
  for (const byte of input) {
    bits = ((bits << 8) | byte) & 0xff_ff_ff
    available += 8
    if (available < width) continue
    available -= width
    const code = (bits >> available) & ((1 << width) - 1)
    if (code === end || written >= length) break
    if (code === clear) {
      next = first
      width = 9
      previous = null
      continue
    }
    const start = written
    if (code < clear) output[written++] = code
    else {
      // The code that is about to be defined: the one before, and its first byte.
      const isFresh = code === next && previous !== null
      if (!isFresh && code >= next) throw new Error('Undefined code')
      const from = isFresh ? (previous?.start ?? 0) : (starts[code] ?? 0)
      const count = isFresh ? (previous?.length ?? 0) + 1 : (lengths[code] ?? 0)
      // Byte by byte: source and target may overlap.
      for (let at = 0; at < count && written < length; at++) output[written++] = output[from + at] ?? 0
    }
    if (previous && next < mostCodes) {
      starts[next] = previous.start
      lengths[next] = previous.length + 1
      next += 1
      if (next >= (1 << width) - 1 && width < 12) width += 1
    }
    previous = { start, length: written - start }
  }
  return output
}
