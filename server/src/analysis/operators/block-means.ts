import type { Size } from './size.ts'

/**
 * Means of blocks of whole pixels. What does not fill a block at the right and lower border is left out.
 *
 * @param samples height × width, row-major
 * @returns a plane of ⌊height / down⌋ × ⌊width / across⌋
 */
export function blockMeans(
  samples: ArrayLike<number>,
  size: Size,
  { across, down }: { across: number; down: number },
): Size & { plane: Float32Array } {
  const [width, height] = [Math.floor(size.width / across), Math.floor(size.height / down)]
  const plane = new Float32Array(width * height)
  for (let y = 0; y < height * down; y++) {
    const row = Math.floor(y / down) * width
    for (let x = 0; x < width * across; x++) {
      const at = row + Math.floor(x / across)
      plane[at] = (plane[at] as number) + (samples[y * size.width + x] as number)
    }
  }
  const share = 1 / (across * down)
  return { width, height, plane: plane.map((sum) => sum * share) }
}
