import type { Samples } from '../../imaging/sample-type.ts'
import type { Size } from './size.ts'

const { floor, max, min } = Math

/** Side of a block, pixels. */
const SIDE = 32
/** How far the brightest and the darkest hundredth of a block lie from its median where something is in it, standard deviations of the noise. */
const RANGE = 5

/** Levels of the darkest hundredth, the median and the brightest hundredth of a block. */
export interface Block {
  dark: number
  median: number
  bright: number
}

/** The blocks of 32 × 32 pixels of a plane. @param least samples up to this level are left out; blocks of nothing else too */
export function* blocksOf(plane: Samples, { width, height }: Size, least = Number.NEGATIVE_INFINITY): Generator<Block> {
  const samples = new Float64Array(SIDE * SIDE)
  for (let top = 0; top < height; top += SIDE) {
    for (let left = 0; left < width; left += SIDE) {
      let count = 0
      for (let y = top; y < min(height, top + SIDE); y++) {
        for (let x = left; x < min(width, left + SIDE); x++) {
          const value = plane[y * width + x] ?? 0
          if (value > least) samples[count++] = value
        }
      }
      if (count === 0) continue
      const sorted = samples.subarray(0, count).sort()
      const at = (share: number) => sorted[floor(share * (count - 1))] ?? 0
      yield { dark: at(0.01), median: at(0.5), bright: at(0.99) }
    }
  }
}

/** Whether something in a block is darker than its median, or than another level below that. @param noise standard deviation */
export const holdsDarker = ({ dark, median }: Block, noise: number, level = median): boolean =>
  dark < min(median, level) - RANGE * noise

/** Whether nothing in a plane is brighter or darker than what lies around it, such as in a dark field that is lit unevenly. */
export function isEven(plane: Samples, size: Size, noise: number): boolean {
  for (const block of blocksOf(plane, size)) {
    if (max(block.bright - block.median, block.median - block.dark) > RANGE * noise) return false
  }
  return true
}
