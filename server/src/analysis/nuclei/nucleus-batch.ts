import * as z from 'zod'

/**
 * Nuclei of a work unit. Little-endian numbers in base64, not lists: a slide has hundreds of thousands of nuclei with some 80 points each,
 * which as lists of JavaScript would fill the heap, and take seconds to check.
 */
export const nucleusBatch = z
  .object({
    count: z.int().min(0),
    /** By key: one float64 per nucleus. */
    values: z.record(z.string(), z.string()),
    /** Number of points of each outline, uint32. */
    points: z.string(),
    /** float32, x and y of all points, one nucleus after the other; rings are closed. */
    coordinates: z.string(),
  })
  .refine(
    ({ count, values, points, coordinates }) =>
      [...Object.values(values)].every((text) => Buffer.byteLength(text, 'base64') === 8 * count) &&
      Buffer.byteLength(points, 'base64') === 4 * count &&
      Buffer.byteLength(coordinates, 'base64') % 8 === 0,
  )
export type NucleusBatch = z.infer<typeof nucleusBatch>

/** A nucleus as it is measured. */
export interface MeasuredNucleus {
  /** In pixels of the image. Multiples of a half, below 2²³, which are exact in 32 bits. */
  ring: readonly (readonly [number, number])[]
  values: Readonly<Record<string, number>>
}

const textOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64')

/** @param keys of the values */
export function packNuclei(nuclei: readonly MeasuredNucleus[], keys: readonly string[]): NucleusBatch {
  return {
    count: nuclei.length,
    values: Object.fromEntries(
      keys.map((key) => [key, textOf(Float64Array.from(nuclei, ({ values }) => values[key] ?? Number.NaN))]),
    ),
    points: textOf(Uint32Array.from(nuclei, ({ ring }) => ring.length)),
    coordinates: textOf(Float32Array.from(nuclei.flatMap(({ ring }) => ring.flat()))),
  }
}

/** A batch as arrays. */
export interface NucleusColumns {
  count: number
  values: Record<string, Float64Array>
  points: Uint32Array
  coordinates: Float32Array
}

/** The bytes in memory of their own, so that any type of number can begin at the first one. */
const bytesOf = (text: string): ArrayBufferLike => {
  const { buffer, byteOffset, byteLength } = Buffer.from(text, 'base64')
  return buffer.slice(byteOffset, byteOffset + byteLength)
}

/** A batch as arrays, copied. */
export const unpackNuclei = ({ count, values, points, coordinates }: NucleusBatch): NucleusColumns => ({
  count,
  values: Object.fromEntries(Object.entries(values).map(([key, text]) => [key, new Float64Array(bytesOf(text))])),
  points: new Uint32Array(bytesOf(points)),
  coordinates: new Float32Array(bytesOf(coordinates)),
})
