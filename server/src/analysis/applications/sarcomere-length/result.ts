import { classIndexOf, type Measurement } from '@lamella/shared/contract'
import { buildObjectTable, type NewObject } from '../../results/object-table.ts'
import { lengthsOf, spreadOf } from '../../sarcomeres/clear-period.ts'
import type { MeasuredField } from '../../sarcomeres/measure-field.ts'
import type { PixelSize } from '../../sources/pixel-source.ts'
import type { AnalysisResult } from '../application.ts'

const { hypot } = Math

/** µm from which a sarcomere is in the next class: the working range of heart muscle is 1.8 to 2.2 µm (Sonnenblick et al. 1973). */
const CUTS = [1.8, 2.2]
const CLASSES = [
  { name: 'below 1.8 µm', color: '#0072b2' },
  { name: '1.8 to 2.2 µm', color: '#009e73' },
  { name: '2.2 µm and more', color: '#d55e00' },
]
const COLUMNS = ['length', 'clearness', 'x', 'y']
/** Half of the width of the bar that shows a sarcomere, µm. */
const HALF_WIDTH = 0.06

type Found = NonNullable<MeasuredField['sarcomere']>

/** A bar from end to end. */
const barOf = ({ from, to }: Found, pixelSizeUm: PixelSize): NewObject['polygon'] => {
  const [dx, dy] = [(to[0] - from[0]) * pixelSizeUm.x, (to[1] - from[1]) * pixelSizeUm.y]
  const length = hypot(dx, dy)
  const [x, y] = [(-dy / length) * (HALF_WIDTH / pixelSizeUm.x), (dx / length) * (HALF_WIDTH / pixelSizeUm.y)]
  return [
    [from[0] + x, from[1] + y],
    [to[0] + x, to[1] + y],
    [to[0] - x, to[1] - y],
    [from[0] - x, from[1] - y],
    [from[0] + x, from[1] + y],
  ]
}

const foundIn = (fields: readonly MeasuredField[]): Found[] =>
  fields.flatMap(({ sarcomere }) => (sarcomere ? [sarcomere] : []))

/** The middle one of the values; null without any. */
const medianOf = (values: readonly number[]): number | null => {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2
}

/** The lengths of all fields with a clear period, of which there are at least two or none, without the provenance. */
export function resultOf(fields: readonly MeasuredField[], pixelSizeUm: PixelSize): Omit<AnalysisResult, 'provenance'> {
  const found = foundIn(fields)
  const lengths = lengthsOf(fields)
  const { mean, deviation } = lengths.length > 0 ? spreadOf(lengths) : { mean: null, deviation: null }
  const um = (key: string, title: string, value: number | null, decimals: number): Measurement => ({
    ...{ key, title, value, unit: 'µm', decimals },
  })
  const count = (key: string, title: string, value: number): Measurement => ({
    key,
    title,
    value,
    unit: '',
    decimals: 0,
  })
  const objects = buildObjectTable(
    found.map((sarcomere) => ({
      class: classIndexOf(sarcomere.length, CUTS),
      polygon: barOf(sarcomere, pixelSizeUm),
      values: {
        length: sarcomere.length,
        clearness: sarcomere.clearness,
        x: (sarcomere.from[0] + sarcomere.to[0]) / 2,
        y: (sarcomere.from[1] + sarcomere.to[1]) / 2,
      },
    })),
    COLUMNS,
    { objects: found.length, points: 5 * found.length },
  )
  return {
    measurements: [
      {
        ...um('sarcomereLength', 'Sarcomere length', medianOf(lengths), 2),
        note: found.length > 0 ? 'median of the fields' : 'not available: the image is empty',
      },
      um('meanLength', 'Mean length', mean, 2),
      um('deviation', 'Standard deviation', deviation, 3),
      count('clearFields', 'Fields with a clear period', found.length),
      count('fields', 'Fields', fields.length),
    ],
    classes: CLASSES.map((one, i) => ({ ...one, count: objects.classes.filter((code) => code === i).length })),
    columns: [
      { key: 'length', title: 'Length', unit: 'µm', decimals: 2 },
      { key: 'clearness', title: 'Clearness', unit: '', decimals: 2 },
      { key: 'x', title: 'X', unit: 'px', decimals: 1 },
      { key: 'y', title: 'Y', unit: 'px', decimals: 1 },
    ],
    objects,
  }
}
