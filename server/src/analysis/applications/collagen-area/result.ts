import { classIndexOf, type Measurement } from '@lamella/shared/contract'
import type { Size } from '../../operators/size.ts'
import { sumOfTrichrome, type TrichromeCounts } from '../../operators/trichrome.ts'
import { buildObjectTable, type NewObject } from '../../results/object-table.ts'
import type { Region } from '../../runtime/tiles.ts'
import type { PixelSize } from '../../sources/pixel-source.ts'
import { isEmptySection } from '../../suitability/trichrome-findings.ts'
import type { AnalysisResult } from '../application.ts'

/** A part of the image with what was counted in it. */
export interface Field {
  region: Region
  counts: TrichromeCounts
}

/** Fields with less of their pixels stained are left out of the map: their share would be that of a few pixels. */
const LEAST_STAINED = 0.05
/** Percent of collagen from which a field is in the next class; colours from light to dark, told apart with any kind of colour vision. */
const CUTS = [10, 25, 50]
const CLASSES = [
  { name: 'below 10 %', color: '#fde725' },
  { name: '10 to 25 %', color: '#5ec962' },
  { name: '25 to 50 %', color: '#21918c' },
  { name: '50 % and more', color: '#3b528b' },
]
const COLUMNS = ['collagen', 'stained', 'x', 'y']

const percent = (part: number, whole: number) => (whole === 0 ? null : (100 * part) / whole)
/** Collagen of the tissue, percent: nuclei and what has another colour count as tissue. */
const collagenOf = ({ blue, stained }: TrichromeCounts) => percent(blue, stained)

const objectOf = ({ region: { left, top, width, height }, counts }: Field): NewObject => {
  const [right, bottom] = [left + width, top + height]
  const collagen = collagenOf(counts)
  return {
    class: classIndexOf(collagen ?? Number.NaN, CUTS),
    polygon: [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
      [left, top],
    ],
    values: {
      collagen,
      stained: percent(counts.stained, width * height),
      x: left + width / 2,
      y: top + height / 2,
    },
  }
}

/**
 * Shares and areas of the whole image, and the map of its fields, without the provenance.
 *
 * @param pixelSize µm per pixel; null: areas are in million pixels
 */
export function resultOf(
  fields: readonly Field[],
  { width, height }: Size,
  pixelSize: PixelSize | null,
): Omit<AnalysisResult, 'provenance'> {
  const total = sumOfTrichrome(fields.map(({ counts }) => counts))
  const [unit, factor] = pixelSize ? (['mm²', (pixelSize.x * pixelSize.y) / 1e6] as const) : (['Mpx', 1e-6] as const)
  const isEmpty = isEmptySection(total, width * height)
  const share = (key: string, title: string, value: number | null, note?: string): Measurement => ({
    ...{ key, title, value: isEmpty ? null : value, unit: '%', decimals: 1 },
    ...(isEmpty ? { note: 'not available: next to nothing of the image is stained' } : note && { note }),
  })
  const area = (key: string, title: string, pixels: number): Measurement => ({
    ...{ key, title, value: pixels * factor, unit, decimals: 3 },
  })
  const mapped = fields.filter(
    ({ region, counts }) => counts.stained >= LEAST_STAINED * region.width * region.height && counts.stained > 0,
  )
  const objects = buildObjectTable(mapped.map(objectOf), COLUMNS, {
    objects: mapped.length,
    points: 5 * mapped.length,
  })
  return {
    measurements: [
      share('collagenShare', 'Collagen of the tissue', collagenOf(total), 'blue of all stained pixels'),
      share('redShare', 'Muscle and cytoplasm of the tissue', percent(total.red, total.stained)),
      share('darkShare', 'Nuclei of the tissue', percent(total.dark, total.stained)),
      share('doubtfulShare', 'Between blue and red', percent(total.between, total.stained)),
      area('collagenArea', 'Collagen', total.blue),
      area('tissueArea', 'Tissue', total.stained),
      area('imageArea', 'Image', width * height),
      { key: 'fields', title: 'Fields with tissue', value: mapped.length, unit: '', decimals: 0 },
    ],
    classes: CLASSES.map((one, i) => ({ ...one, count: objects.classes.filter((code) => code === i).length })),
    columns: [
      { key: 'collagen', title: 'Collagen', unit: '%', decimals: 1 },
      { key: 'stained', title: 'Tissue', unit: '%', decimals: 1 },
      { key: 'x', title: 'X', unit: 'px', decimals: 1 },
      { key: 'y', title: 'Y', unit: 'px', decimals: 1 },
    ],
    objects,
  }
}
