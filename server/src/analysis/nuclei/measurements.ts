import type { Classification, Measurement } from '@lamella/shared/contract'
import type { PixelSize } from '../sources/pixel-source.ts'
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
 * The tissue area of a section, and the nuclei per mm² of it.
 * @param pixels of the tissue (`tissuePixelsOf`)
 */
export const tissueMeasurements = (pixels: number, pixelSizeUm: PixelSize | null): Measurement[] => {
  const [area, ...others] = areaMeasurements(
    { key: 'tissueArea', title: 'Tissue area', of: 'tissue' },
    pixels,
    pixelSizeUm,
  )
  return area ? [{ ...area, note: TISSUE_NOTE }, ...others] : []
}

const TISSUE_NOTE = 'what is stained, the nuclei, and gaps of up to three nuclei between them'

/** Which objects a figure is of: the part of a nucleus that the border cuts off cannot be measured. */
const ALL_NOTE = 'also those that the border cuts off'
const WHOLE_NOTE = 'without those that the border cuts off'

/** The number of nuclei, and of those that are whole. */
export const nucleusCounts = (): Measurement[] => [
  { ...measurement('nuclei', 'Nuclei', '', 0), note: ALL_NOTE },
  { ...measurement('wholeNuclei', 'Whole nuclei', '', 0), note: WHOLE_NOTE },
]

/** A mean or median of all nuclei, and beside it that of the whole ones, under the key with `whole` before it. */
export const besideWhole = (one: Measurement): Measurement[] => [
  { ...one, note: ALL_NOTE },
  { ...one, key: wholeKey(one.key), title: `${one.title} of whole nuclei`, note: WHOLE_NOTE },
]

const wholeKey = (key: string) => `whole${key.charAt(0).toUpperCase()}${key.slice(1)}`

/** How the figures of whole nuclei follow from the objects. @param measures of all nuclei that stand beside them (`besideWhole`) */
export const wholeNuclei = (
  measures: Readonly<Record<string, { kind: 'mean' | 'median'; column: string }>>,
): NonNullable<Classification['part']> => ({
  column: 'border',
  is: 0,
  measures: {
    wholeNuclei: { kind: 'count' },
    ...Object.fromEntries(Object.entries(measures).map(([key, measure]) => [wholeKey(key), measure])),
  },
})

/** The diameter that nuclei were searched with. @param note where it comes from */
export const diameterMeasurement = (px: number, note: string): Measurement => ({
  ...measurement('nucleusDiameter', 'Nucleus diameter', 'px', 1),
  value: px,
  note,
})
