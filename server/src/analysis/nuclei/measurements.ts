import type { Measurement } from '@lamella/shared/contract'
import type { PixelSize } from '../sources/pixel-source.ts'
import type { DabNuclei } from './dab-nuclei.ts'
import type { NucleusColumn } from './nucleus-table.ts'

/** Unit and factor of areas in an image: µm² where the pixel size is known, else px². */
const areaUnit = (pixelSizeUm: PixelSize | null) =>
  pixelSizeUm ? { unit: 'µm²', factor: pixelSizeUm.x * pixelSizeUm.y } : { unit: 'px²', factor: 1 }

const SHAPE: readonly NucleusColumn[] = [
  { key: 'circularity', title: 'Circularity', unit: '', decimals: 2, kept: 5 },
  { key: 'sureness', title: 'Sureness', unit: '', decimals: 2, kept: 4 },
  { key: 'border', title: 'At the border', unit: '', decimals: 0, kept: 0 },
  { key: 'x', title: 'X', unit: 'px', decimals: 1, kept: 3 },
  { key: 'y', title: 'Y', unit: 'px', decimals: 1, kept: 3 },
]

/** Columns of nuclei: area, what an application measures in them, shape, flags and place. */
export const nucleusColumns = (pixelSizeUm: PixelSize | null, measured: readonly NucleusColumn[]): NucleusColumn[] => [
  { key: 'area', title: 'Area', decimals: 1, kept: 4, ...areaUnit(pixelSizeUm) },
  ...measured,
  ...SHAPE,
]

/** A measurement whose value follows from the objects. */
export const measurement = (key: string, title: string, unit: string, decimals: number): Measurement => ({
  key,
  title,
  value: null,
  unit,
  decimals,
})

/**
 * An area of the image; where the pixel size is known also the number of nuclei per mm² of it (`density`, whose value follows from both).
 *
 * @param of what the area is, such as "tissue"
 * @param pixels in it
 */
export function areaMeasurements(
  area: { key: string; title: string; of: string },
  pixels: number,
  pixelSizeUm: PixelSize | null,
): Measurement[] {
  if (!pixelSizeUm) return [{ ...measurement(area.key, area.title, 'Mpx', 2), value: pixels / 1e6 }]
  const value = (pixels * pixelSizeUm.x * pixelSizeUm.y) / 1e6
  return [
    { ...measurement(area.key, area.title, 'mm²', 3), value },
    measurement('density', `Nuclei per mm² of ${area.of}`, '/mm²', 0),
  ]
}

/**
 * The tissue area of a section, and the nuclei per mm² of it. Both are unknown where the nuclei cover more than what absorbs light, as in
 * pale sections, whose nuclei stay below the density from which a pixel counts as tissue: a density would be several times too high.
 */
export function tissueMeasurements(
  { batches, tissuePixels }: Pick<DabNuclei, 'batches' | 'tissuePixels'>,
  pixelSizeUm: PixelSize | null,
): Measurement[] {
  const [area, ...others] = areaMeasurements(TISSUE, tissuePixels, pixelSizeUm)
  const covered = batches.reduce((sum, { values }) => sum + sumOf(values.area ?? new Float64Array()), 0)
  if (!area || covered <= tissuePixels) return area ? [area, ...others] : []
  return [
    { ...area, value: null, note: 'not known: the section is pale, its nuclei cover more than what counts as tissue' },
    ...others,
  ]
}

const TISSUE = { key: 'tissueArea', title: 'Tissue area', of: 'tissue' } as const

const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0)

/** The diameter that nuclei were searched with. @param note where it comes from */
export const diameterMeasurement = (px: number, note: string): Measurement => ({
  ...measurement('nucleusDiameter', 'Nucleus diameter', 'px', 1),
  value: px,
  note,
})
