/** Numbers from 0 to 1, the same for each seed (mulberry32). */
export const seeded = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Numbers at which sizes, counts and offsets go wrong. */
const edges = [0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff]
/** Bytes at the beginning and at the end of a file in which most formats have their headers and directories. */
const HEAD = 4096
const MOST_CHANGES = 8
/** Files that are cut are refused at once: they teach less than others. */
const CUT_SHARE = 0.2

/**
 * A damaged copy of a file: up to eight changes, often one, most of them where headers are. The same for the same numbers.
 *
 * @param random numbers from 0 to 1
 */
export function mutate(original: Uint8Array, random: () => number): Buffer {
  let bytes = Buffer.from(original)
  const below = (limit: number) => Math.floor(random() * limit)
  const place = () => {
    const [anywhere, atEnd] = [random() < 0.3, random() < 0.5]
    if (anywhere) return below(bytes.length)
    const offset = below(Math.min(HEAD, bytes.length))
    return atEnd ? bytes.length - 1 - offset : offset
  }
  const changes: (() => void)[] = [
    () => {
      const at = place()
      bytes[at] = (bytes[at] ?? 0) ^ (1 << below(8))
    },
    () => {
      bytes[place()] = below(256)
    },
    () => {
      const width = [1, 2, 4][below(3)] ?? 1
      const at = Math.min(place(), bytes.length - width)
      const value = (edges[below(edges.length)] ?? 0) % 2 ** (8 * width)
      if (at >= 0) random() < 0.5 ? bytes.writeUIntLE(value, at, width) : bytes.writeUIntBE(value, at, width)
    },
    () => {
      if (random() < CUT_SHARE) bytes = bytes.subarray(0, 1 + below(bytes.length))
    },
    () => {
      const [from, to] = [place(), place()]
      bytes.copyWithin(to, from, from + below(256))
    },
    () => {
      const at = place()
      bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + below(64))])
    },
    () => {
      const at = place()
      const inserted = Buffer.from(Array.from({ length: 1 + below(32) }, () => below(256)))
      bytes = Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at)])
    },
  ]
  for (let left = 1 + Math.floor(random() ** 3 * MOST_CHANGES); left > 0 && bytes.length > 0; left--)
    changes[below(changes.length)]?.()
  return bytes
}
