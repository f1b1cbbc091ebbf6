import type { BmpHeader } from './header.ts'

/**
 * Converts one stored row into `width` × `samples` interleaved 8-bit values (RGB, or grey) and writes them into `out` from index `to`
 * on.
 */
export type RowUnpacker = (row: Uint8Array, out: Uint8Array, to: number) => void

/**
 * The row conversion for the depth of a bitmap.
 *
 * @param samples 1: only the red value of each palette entry (grey palettes); 3: red, green, blue
 */
export function rowUnpacker(header: BmpHeader, samples: 1 | 3): RowUnpacker {
  const { width, bits } = header
  if (bits === 24) {
    return (row, out, to) => {
      for (let x = 0; x < width; x++) {
        out[to + 3 * x] = row[3 * x + 2] ?? 0
        out[to + 3 * x + 1] = row[3 * x + 1] ?? 0
        out[to + 3 * x + 2] = row[3 * x] ?? 0
      }
    }
  }
  return bits <= 8 ? indexed(header, samples) : masked(header)
}

function indexed({ width, bits, palette }: BmpHeader, samples: 1 | 3): RowUnpacker {
  const perByte = 8 / bits
  return (row, out, to) => {
    for (let x = 0; x < width; x++) {
      const byte = row[Math.floor(x / perByte)] ?? 0
      const index = (byte >> (8 - bits - (x % perByte) * bits)) & (2 ** bits - 1)
      const colour = palette[index]
      for (let s = 0; s < samples; s++) out[to + samples * x + s] = colour?.[s] ?? 0
    }
  }
}

function masked({ width, bits, masks }: BmpHeader): RowUnpacker {
  const bytes = bits / 8
  const channels = masks.map((mask) => {
    const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask)
    return { mask, shift, most: mask >>> shift }
  })
  return (row, out, to) => {
    for (let x = 0; x < width; x++) {
      let pixel = 0
      for (let b = bytes - 1; b >= 0; b--) pixel = ((pixel << 8) | (row[bytes * x + b] ?? 0)) >>> 0
      for (const [s, { mask, shift, most }] of channels.entries()) {
        const value = (pixel & mask) >>> shift
        out[to + 3 * x + s] = most === 0 ? 0 : Math.round((255 * value) / most)
      }
    }
  }
}
