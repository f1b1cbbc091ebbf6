import fc from 'fast-check'
import type { Size } from './size.ts'

/** Masks of up to 12 × 12 pixels: small enough to check by brute force. */
export const smallMask = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }))
  .chain(([width, height]) =>
    fc
      .array(fc.integer({ min: 0, max: 1 }), { minLength: width * height, maxLength: width * height })
      .map((pixels) => ({ mask: Uint8Array.from(pixels), size: { width, height } })),
  )

/** A mask drawn with characters, one string per row; # is inside. */
export const maskOf = (rows: readonly string[]): { mask: Uint8Array; size: Size } => ({
  mask: Uint8Array.from(rows.join(''), (character) => (character === '#' ? 1 : 0)),
  size: { width: rows[0]?.length ?? 0, height: rows.length },
})

/** Flood fill from one pixel, by the definition: the reference for components. */
export function flood(mask: ArrayLike<number>, { width, height }: Size, start: number, neighbours: 4 | 8): Set<number> {
  const reached = new Set([start])
  for (const pixel of reached) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const inside = x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height
        const joined = neighbours === 8 || dx === 0 || dy === 0
        const next = pixel + dy * width + dx
        if (inside && joined && mask[next] === mask[start]) reached.add(next)
      }
    }
  }
  return reached
}
