import type { JobResult, ResultObject } from '@lamella/shared/contract'
import { type DataTableColumn, formatNumber } from '@lamella/shared/ui'
import css from './object-columns.module.css'

/** Columns of the objects of a result: number, class, and what was measured of each. */
export const objectColumns = ({ classes, columns }: JobResult): DataTableColumn<ResultObject>[] => {
  const colors = new Map(classes.map(({ name, color }) => [name, color]))
  return [
    { id: 'no', title: 'No.', value: ({ no }) => no, width: 76, isName: true, sortable: true },
    {
      id: 'class',
      title: 'Class',
      value: (object) => object.class,
      render: (object) => (
        <span className={css.class}>
          <i style={{ backgroundColor: colors.get(object.class) }} /> {object.class}
        </span>
      ),
      width: 84,
      sortable: true,
    },
    ...columns.map(({ key, title, unit, decimals }) => ({
      id: key,
      title: unit ? `${title} ${unit}` : title,
      value: ({ values }: ResultObject) => values[key],
      render: ({ values }: ResultObject) => formatNumber(values[key], decimals),
      align: 'right' as const,
      sortable: true,
    })),
  ]
}
