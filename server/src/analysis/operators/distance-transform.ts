import { requireSize, type Size } from './size.ts'

const { min, sqrt } = Math

/** Distance along each column to the nearest background pixel; `far` where the column has none. */
function columnDistances(mask: Uint8Array, { width, height }: Size, far: number): Float64Array {
  const distances = new Float64Array(mask.length)
  for (let x = 0; x < width; x++) {
    let nearest = far
    for (let y = 0, i = x; y < height; y++, i += width) {
      nearest = mask[i] ? min(far, nearest + 1) : 0
      distances[i] = nearest
    }
    nearest = far
    for (let y = height - 1, i = (height - 1) * width + x; y >= 0; y--, i -= width) {
      nearest = mask[i] ? min(far, nearest + 1) : 0
      distances[i] = min(distances[i] ?? far, nearest)
    }
  }
  return distances
}

/**
 * Exact Euclidean distance in pixels from each pixel of a mask to the nearest pixel outside it, centre to centre, by the lower envelope of
 * parabolas (Felzenszwalb & Huttenlocher 2012, "Distance transforms of sampled functions").
 * The outside of the plane is not background; a mask that fills the plane has the value width + height.
 *
 * @returns 0 outside the mask
 * @throws RangeError when the mask does not have that size
 */
export function distanceTransform(mask: Uint8Array, size: Size): Float32Array {
  requireSize(mask, size)
  const { width, height } = size
  const far = width + height
  const columns = columnDistances(mask, size, far)
  const result = new Float32Array(mask.length)
  const apex = new Int32Array(width)
  const begins = new Float64Array(width + 1)
  const heights = new Float64Array(width)
  for (let y = 0; y < height; y++) {
    const start = y * width
    for (let x = 0; x < width; x++) heights[x] = (columns[start + x] ?? 0) ** 2
    let last = 0
    apex[0] = 0
    begins[0] = Number.NEGATIVE_INFINITY
    for (let x = 1; x < width; x++) {
      const crossing = (k: number) => {
        const other = apex[k] ?? 0
        return ((heights[x] ?? 0) + x * x - (heights[other] ?? 0) - other * other) / (2 * (x - other))
      }
      let at = crossing(last)
      while (at <= (begins[last] ?? 0)) at = crossing(--last)
      last++
      apex[last] = x
      begins[last] = at
    }
    begins[last + 1] = Number.POSITIVE_INFINITY
    for (let x = 0, k = 0; x < width; x++) {
      while ((begins[k + 1] ?? 0) < x) k++
      const nearest = apex[k] ?? 0
      result[start + x] = min(far, sqrt((x - nearest) ** 2 + (heights[nearest] ?? 0)))
    }
  }
  return result
}
