/** PackBits run-length coding (TIFF 6.0 section 9); returns at most `limit` bytes. */
export function decodePackBits(input: Uint8Array, limit: number): Uint8Array {
  const output = new Uint8Array(limit)
  let written = 0
  let at = 0
  while (at < input.length && written < limit) {
    const head = ((input[at++] ?? 0) << 24) >> 24
    if (head === -128) continue
    const count = Math.min(head < 0 ? 1 - head : head + 1, limit - written)
    if (head < 0) output.fill(input[at++] ?? 0, written, written + count)
    else {
      output.set(input.subarray(at, at + count), written)
      at += head + 1
    }
    written += count
  }
  return output.subarray(0, written)
}
