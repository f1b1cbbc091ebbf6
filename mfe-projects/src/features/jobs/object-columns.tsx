import type { JobResult, ResultObject } from '@lamella/shared/contract'
import { type DataTableColumn, formatNumber } from '@lamella/shared/ui'
import css from './object-columns.module.css'

/** Positions are the first columns to be hidden: the overlay shows them. */
const isPosition = ({ key }: JobResult['columns'][number]): boolean => key === 'x' || key === 'y'

/** Width in pixels for a number of five digits, or for the title's longest word beside the sort icon. */
const widthOf = (title: string): number => {
  const longestWord = Math.max(...title.split(' ').map(({ length }) => length))
  return longestWord > 7 ? 108 : 68
}

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
      width: 66,
      sortable: true,
    },
    ...measures.map((column) => {
      const { key, title, unit, decimals } = column
      return {
        id: key,
        title: unit ? `${title} ${unit}` : title,
        value: ({ values }: ResultObject) => values[key],
        render: ({ values }: ResultObject) => formatNumber(values[key], decimals),
        align: 'right' as const,
        width: widthOf(title),
        minTableWidth: isPosition(column) ? (760 as const) : undefined,
        sortable: true,
      }
    }),
  ]
}
