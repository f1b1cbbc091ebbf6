import { FIELD_UM, type MeasuredField } from './measure-field.ts'

/** µm between which lengths are searched: of contracted and of stretched heart muscle, and less than twice the shortest. */
export const RANGE_UM = [1.4, 2.7] as const
/** Pixels in the shortest sarcomere. */
const LEAST_PIXELS = 10
/** Fields that must have a clear period which agrees with that of a neighbour. */
export const LEAST_FIELDS = 3
/**
 * Limits of the share of fields with a clear period, and of the standard deviation of the periods over their mean: of what is analysed (`doubtful`: an
 * analysis of the whole image refuses beyond it), and of what is refused by a part of it already.
 */
export const PERIOD_LIMITS = {
  clear: { doubtful: 0.5, refused: 0.25 },
  variation: { doubtful: 0.08, refused: 0.16 },
} as const
/** Side of an image with fields enough, µm. */
export const LEAST_UM = 2 * FIELD_UM

/** Of the fields with a clear period, µm. */
export const lengthsOf = (fields: readonly MeasuredField[]): number[] =>
  fields.flatMap(({ sarcomere }) => (sarcomere ? [sarcomere.length] : []))

/** Mean and standard deviation of at least two values. */
export const spreadOf = (values: readonly number[]): { mean: number; deviation: number } => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { mean, deviation: (squares / (values.length - 1)) ** 0.5 }
}

/** Why a micrograph is too coarse or too small, whatever it shows; null when it is not. @param fields across and down */
export function formatProblem(
  { x, y }: { x: number; y: number },
  { columns, rows }: { columns: number; rows: number },
): string | null {
  const coarsest = Math.max(x, y)
  if (coarsest * LEAST_PIXELS > RANGE_UM[0]) {
    return `Its pixels of ${coarsest.toPrecision(3)} µm are too large for bands of ${RANGE_UM[0]} to ${RANGE_UM[1]} µm.`
  }
  return Math.min(columns, rows) < 2 ? `It is smaller than ${LEAST_UM} × ${LEAST_UM} µm.` : null
}

/** That too few fields have a period. @param isWhole all of the image was looked at */
export const fewClear = (clear: number, fields: number, isWhole: boolean): string =>
  `Of its ${fields} fields of ${FIELD_UM} µm${isWhole ? '' : ' that were looked at'} ${clear === 0 ? 'none has' : clear === 1 ? 'one has' : `only ${clear} have`} a clear period of ${RANGE_UM[0]} to ${RANGE_UM[1]} µm that goes on in the next field.`

/** That the periods are those of different things. @param mean, deviation µm */
export const differingPeriods = (mean: number, deviation: number): string =>
  `The periods of its fields differ too much: ${mean.toFixed(2)} ± ${deviation.toFixed(2)} µm.`
