const { ceil, exp, floor, max, min } = Math

/** One channel of a picture: `data[y * width + x]`, in the unit that its creator states. */
export interface Plane {
  readonly width: number
  readonly height: number
  readonly data: Float32Array
}

/** A plane of zeros. */
export const createPlane = (width: number, height: number): Plane => ({
  width,
  height,
  data: new Float32Array(width * height),
})

/** A plane with the value of a function at each pixel. */
export function planeOf(width: number, height: number, value: (x: number, y: number) => number): Plane {
  const plane = createPlane(width, height)
  for (let y = 0, i = 0; y < height; y++) for (let x = 0; x < width; x++, i++) plane.data[i] = value(x, y)
  return plane
}

/** Adds `amount` at a point between pixels, shared among the four nearest (bilinear). Points outside are dropped. */
export function splat(plane: Plane, x: number, y: number, amount: number): void {
  const { width, height, data } = plane
  const left = floor(x)
  const top = floor(y)
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return
  const dx = x - left
  const dy = y - top
  const at = top * width + left
  data[at] = (data[at] ?? 0) + amount * (1 - dx) * (1 - dy)
  data[at + 1] = (data[at + 1] ?? 0) + amount * dx * (1 - dy)
  data[at + width] = (data[at + width] ?? 0) + amount * (1 - dx) * dy
  data[at + width + 1] = (data[at + width + 1] ?? 0) + amount * dx * dy
}

/** Gaussian weights for −radius … radius, their sum 1; cut off at four standard deviations. */
function gaussianKernel(sigma: number): { radius: number; weights: Float32Array } {
  const radius = ceil(4 * sigma)
  const weights = Float32Array.from({ length: 2 * radius + 1 }, (_, i) => exp(-((i - radius) ** 2) / (2 * sigma ** 2)))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return { radius, weights: weights.map((weight) => weight / sum) }
}

/**
 * The point-spread of a lens: a Gaussian blur in place. `sigma` in pixels; beyond its border a plane repeats its edge,
 * or wraps.
 */
export function blur(plane: Plane, sigma: number, wrap = false): Plane {
  const { width, height, data } = plane
  const { radius, weights } = gaussianKernel(sigma)
  const inside = (i: number, count: number) => (wrap ? ((i % count) + count) % count : min(count - 1, max(0, i)))
  const columns = Int32Array.from({ length: width + 2 * radius }, (_, i) => inside(i - radius, width))
  const rows = new Float32Array(data.length)
  for (let y = 0; y < height; y++) {
    const start = y * width
    for (let x = 0; x < width; x++) {
      let sum = 0
      for (let k = 0; k <= 2 * radius; k++) sum += (weights[k] ?? 0) * (data[start + (columns[x + k] ?? 0)] ?? 0)
      rows[start + x] = sum
    }
  }
  data.fill(0)
  for (let y = 0; y < height; y++) {
    for (let k = 0; k <= 2 * radius; k++) {
      const weight = weights[k] ?? 0
      const from = inside(y + k - radius, height) * width
      for (let x = 0; x < width; x++) data[y * width + x] = (data[y * width + x] ?? 0) + weight * (rows[from + x] ?? 0)
    }
  }
  return plane
}
