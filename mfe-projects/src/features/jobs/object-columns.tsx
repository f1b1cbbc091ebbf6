import type { JobResult, ResultObject } from '@lamella/shared/contract'
import { type DataTableColumn, formatNumber } from '@lamella/shared/ui'
import css from './object-columns.module.css'

/** Positions are the first columns to be hidden: the overlay shows them. */
const isPosition = ({ key }: JobResult['columns'][number]): boolean => key === 'x' || key === 'y'

/** Width of a letter in pixels, as an average; of titles and of the names of classes. */
const letter = 6.5
/** What the padding of the last column exceeds that of the others by, pixels. */
const edge = 12
const longestOf = (words: readonly string[]): number => Math.max(0, ...words.map(({ length }) => length))

/** Width in pixels for a number of five digits, or for the title's longest word beside the sort icon. */
const widthOf = (title: string): number => Math.max(68, Math.ceil(36 + letter * longestOf(title.split(' '))))

/** Width in pixels for the longest name beside its colour; "left out" has no colour. */
const classWidthOf = (names: readonly string[]): number => Math.max(66, Math.ceil(44 + letter * longestOf(names)))

/**
 * Columns of the objects of a result: number, class and measurements.
 * @param classOf - class of an object where it is not the stored one; null: it was left out
 */
export const objectColumns = (
  { classes, columns }: Pick<JobResult, 'classes' | 'columns'>,
  classOf: (no: number, stored: string) => string | null = (_, stored) => stored,
): DataTableColumn<ResultObject>[] => {
  const colors = new Map(classes.map(({ name, color }) => [name, color]))
  // Columns that narrow tables hide come first, because the last column has the padding of the table's edge.
  const measures = [...columns].sort((one, other) => Number(isPosition(other)) - Number(isPosition(one)))
  return [
    { id: 'no', title: 'No.', value: ({ no }) => no, width: 68, isName: true, sortable: true },
    {
      id: 'class',
      title: 'Class',
      value: ({ no, class: stored }) => classOf(no, stored),
      render: ({ no, class: stored }) => {
        const name = classOf(no, stored)
        if (name === null) return <span className={css.leftOut}>left out</span>
        return (
          <span className={css.class}>
            <i style={{ backgroundColor: colors.get(name) }} /> {name}
          </span>
        )
      },
      width: classWidthOf(classes.map(({ name }) => name)),
      sortable: true,
    },
    ...measures.map((column, i) => {
      const { key, title, unit, decimals } = column
      return {
        id: key,
        title: unit ? `${title} ${unit}` : title,
        value: ({ values }: ResultObject) => values[key],
        render: ({ values }: ResultObject) => formatNumber(values[key], decimals),
        align: 'right' as const,
        width: widthOf(title) + (i === measures.length - 1 ? edge : 0),
        minTableWidth: isPosition(column) ? (760 as const) : undefined,
        sortable: true,
      }
    }),
  ]
}
