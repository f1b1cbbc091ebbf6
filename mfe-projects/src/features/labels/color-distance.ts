/** Linear red, green and blue, 0 to 1. */
type Linear = readonly [number, number, number]
type Matrix = readonly [Linear, Linear, Linear]

/**
 * How the three kinds of colour blindness, fully developed, see linear RGB (Machado, Oliveira and Fernandes 2009), and
 * how others do.
 */
const visions: readonly Matrix[] = [
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
]

const dot = (row: Linear, [r, g, b]: Linear): number => row[0] * r + row[1] * g + row[2] * b
const through = ([x, y, z]: Matrix, color: Linear): Linear => [dot(x, color), dot(y, color), dot(z, color)]
const clamp = (value: number): number => Math.min(1, Math.max(0, value))

const linearOf = (color: string): Linear => {
  const channel = (at: number): number => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

/** OKLab (Ottosson 2020), in which equal distances look about equally different. */
const labOf = (color: Linear): Linear => {
  const cones = through(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    color,
  )
  const [l, m, s] = cones.map((value) => Math.cbrt(clamp(value))) as [number, number, number]
  return through(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    [l, m, s],
  )
}

/**
 * Distance of two colours for those who see it smallest, OKLab × 100: 0 is the same, 100 black and white.
 * @param one - `#rrggbb`, as `other`
 */
export const colorDistance = (one: string, other: string): number => {
  const [a, b] = [linearOf(one), linearOf(other)]
  const distances = visions.map((vision) => {
    const seen = (color: Linear): Linear => {
      const [red, green, blue] = through(vision, color)
      return labOf([clamp(red), clamp(green), clamp(blue)])
    }
    const [p, q] = [seen(a), seen(b)]
    return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]) * 100
  })
  return Math.min(...distances)
}

/** Below this two colours are easily taken for each other; the twelve label colours have 6.9 and more. */
export const easyToTell = 6.5
