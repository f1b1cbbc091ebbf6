import type { MeasuredField } from './measure-field.ts'

/** Share of the length by which the periods of two fields side by side may differ, in length and direction together. */
const LARGEST_DIFFERENCE = 0.2

const differ = ([ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]): boolean => {
  const apart = Math.min(Math.hypot(ax - bx, ay - by), Math.hypot(ax + bx, ay + by))
  return apart > LARGEST_DIFFERENCE * Math.hypot(ax, ay)
}

/**
 * Takes away the period of a field with which that of none of its neighbours agrees: any two places of a picture may look alike by chance,
 * bands go on from field to field.
 *
 * @param fields row by row
 */
export const agreeingFields = (fields: readonly MeasuredField[], columns: number): MeasuredField[] =>
  fields.map((field, i) => {
    const { sarcomere } = field
    if (!sarcomere) return field
    const neighbours = [
      i % columns > 0 ? fields[i - 1] : undefined,
      (i + 1) % columns > 0 ? fields[i + 1] : undefined,
      fields[i - columns],
      fields[i + columns],
    ]
    const agrees = neighbours.some((other) => other?.sarcomere && !differ(sarcomere.vector, other.sarcomere.vector))
    return agrees ? field : { ...field, sarcomere: null }
  })
