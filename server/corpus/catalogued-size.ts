import type { Decoded } from './fuzz-worker.ts'

/** What the catalogue says of an image. */
export interface CataloguedSize {
  width: number
  height: number
  /** Channels, Z planes, time points, and planes of unstated meaning. */
  c: number
  z: number
  t: number
  unstated: number
  /** Samples of each pixel. */
  samples: number
}

/** Axes of tifffile: S are samples, Q and I are planes of unstated meaning. */
const one = { width: 1, height: 1, c: 1, z: 1, t: 1, unstated: 1, samples: 1 }
const fields: Record<string, keyof CataloguedSize> = {
  X: 'width',
  Y: 'height',
  C: 'c',
  Z: 'z',
  T: 't',
  S: 'samples',
  Q: 'unstated',
  I: 'unstated',
}

/**
 * Reads the columns `dims` and `axes`: `3x131x93` with `CYX`, `X240 Y170 C2` of CZI, and `131x93` without axes, which is height and width.
 *
 * @returns null where the catalogue has no size
 */
export function sizeOf(dims: string, axes: string): CataloguedSize | null {
  const named = [...dims.matchAll(/\b([A-Z])(\d+)\b/g)]
  const numbers = dims.split('x').map(Number)
  const letters = axes || (numbers.length === 2 ? 'YX' : '')
  const pairs: [string, number][] =
    named.length > 0
      ? // In CZI, S are scenes and M tiles.
        named.filter(([, axis]) => axis !== 'S' && axis !== 'M').map(([, axis = '', n]) => [axis, Number(n)])
      : [...letters].map((axis, i) => [axis, numbers[i] ?? 1])
  if (pairs.length < 2) return null
  const size: CataloguedSize = { ...one }
  for (const [axis, count] of pairs) {
    const field = fields[axis]
    if (field) size[field] = count
  }
  return size
}

/** Whether an image has the catalogued size, channels, Z planes and time points; true where the catalogue has none. */
export function agrees(image: Decoded, size: CataloguedSize | null): boolean {
  if (!size) return true
  const { width, height, photometric, channels, zPlanes, timePoints } = image
  const sides = (a: number, b: number) => [Math.min(a, b), Math.max(a, b)].join()
  // Pictures of cameras may lie on their sides: the catalogue has them as they are stored.
  if (sides(width, height) !== sides(size.width, size.height)) return false
  const planes = size.c * size.z * size.t * size.unstated
  const shown = channels * zPlanes * timePoints
  if (photometric === 'rgb') return shown === planes
  // Of two or four grey samples, the last may be opacity.
  return shown === planes * size.samples || (size.samples % 2 === 0 && shown === planes * (size.samples - 1))
}
