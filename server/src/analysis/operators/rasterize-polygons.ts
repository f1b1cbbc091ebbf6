import type { Point } from './contours.ts'
import type { Size } from './size.ts'

const { ceil, floor, max, min } = Math

/**
 * Rasterises closed rings into a label plane: a pixel has a label when its centre is inside the ring (even–odd rule). The inverse of
 * `traceContours`. Later shapes overwrite earlier ones; parts outside the plane are ignored.
 *
 * @returns height × width, row-major; 0 is background
 */
export function rasterizePolygons(shapes: Iterable<{ label: number; ring: readonly Point[] }>, size: Size): Int32Array {
  const { width, height } = size
  const labels = new Int32Array(width * height)
  for (const { label, ring } of shapes) {
    const ys = ring.map(([, y]) => y)
    const bottom = min(height, ceil(max(...ys)))
    for (let y = max(0, floor(min(...ys))); y < bottom; y++) {
      const middle = y + 0.5
      const crossings = ring.flatMap(([x1, y1], i): number[] => {
        const [x0, y0] = ring[i - 1] ?? [x1, y1]
        return y0 <= middle === y1 <= middle ? [] : [x0 + ((middle - y0) * (x1 - x0)) / (y1 - y0)]
      })
      crossings.sort((a, b) => a - b)
      for (let i = 0; i + 1 < crossings.length; i += 2) {
        const from = max(0, ceil((crossings[i] ?? 0) - 0.5))
        const to = min(width - 1, ceil((crossings[i + 1] ?? 0) - 0.5) - 1)
        labels.fill(label, y * width + from, max(y * width + from, y * width + to + 1))
      }
    }
  }
  return labels
}
