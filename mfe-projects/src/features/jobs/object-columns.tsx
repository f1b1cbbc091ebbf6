import type { JobResult, ResultObject } from '@lamella/shared/contract'
import { type DataTableColumn, formatNumber } from '@lamella/shared/ui'
import css from './object-columns.module.css'

/** Where an object lies is seen in the picture. */
const isPosition = ({ key }: JobResult['columns'][number]): boolean => key === 'x' || key === 'y'

/** Room for a number of five digits, or for the longest word of the title beside the sign of sorting. */
const widthOf = (title: string): number => {
  const longestWord = Math.max(...title.split(' ').map(({ length }) => length))
  return longestWord > 7 ? 108 : 68
}

/** Columns of the objects of a result: number, class, and what was measured of each. */
export const objectColumns = ({ classes, columns }: JobResult): DataTableColumn<ResultObject>[] => {
  const colors = new Map(classes.map(({ name, color }) => [name, color]))
  // What leaves a narrow table stands first: the last column has the padding of the table's edge.
  const measures = [...columns].sort((one, other) => Number(isPosition(other)) - Number(isPosition(one)))
  return [
    { id: 'no', title: 'No.', value: ({ no }) => no, width: 68, isName: true, sortable: true },
    {
      id: 'class',
      title: 'Class',
      value: (object) => object.class,
      render: (object) => (
        <span className={css.class}>
          <i style={{ backgroundColor: colors.get(object.class) }} /> {object.class}
        </span>
      ),
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
