import type { DataTableColumn as MantineColumn } from 'mantine-datatable'
import type { ReactNode } from 'react'
import type { DataTableColumn, TableSort } from './columns.ts'
import css from './data-table.module.css'
import { SortTitle } from './sort-title.tsx'

interface MantineColumnOptions<Row> {
  sort: TableSort | undefined
  onSort: (sort: TableSort) => void
  cell: (column: DataTableColumn<Row>, row: Row) => ReactNode
}

const roomClasses = { 340: css.from340, 480: css.from480, 760: css.from760, 1040: css.from1040 }

const classOf = <Row,>({ header, wideOnly, isSpacer, minTableWidth }: DataTableColumn<Row>): string =>
  [
    header && css.withHeader,
    wideOnly && css.wideOnly,
    isSpacer && css.spacer,
    minTableWidth && roomClasses[minTableWidth],
  ]
    .filter(Boolean)
    .join(' ')

/**
 * Converts our columns into those of mantine-datatable. Its own sorting is not used, because it gives a heading the
 * role of a button.
 */
export function toMantineColumns<Row>(
  columns: readonly DataTableColumn<Row>[],
  { sort, onSort, cell }: MantineColumnOptions<Row>,
): MantineColumn<Row>[] {
  return columns.map((column) => {
    const direction = sort?.by === column.id ? sort.direction : undefined
    const next = direction === 'ascending' ? 'descending' : 'ascending'
    return {
      accessor: column.id,
      title: column.sortable ? (
        <SortTitle
          title={column.title}
          hint={column.hint}
          align={column.align}
          direction={direction}
          onClick={() => onSort({ by: column.id, direction: next })}
        />
      ) : (
        (column.header ?? (
          <span className={column.isAction || column.spokenTitle ? css.spoken : undefined}>{column.title}</span>
        ))
      ),
      width: column.width,
      textAlign: column.align,
      ellipsis: !column.isAction,
      titleClassName: classOf(column),
      cellsClassName: classOf(column),
      customCellAttributes: () => (column.isAction || column.isSpacer ? { 'data-action-cell': true } : {}),
      render: (row) => cell(column, row),
    }
  })
}

/** Widths of a table, in pixels, from which further columns are shown; data-table.module.css has the same. */
export const tableWidths = [0, 340, 480, 760, 1040] as const

/**
 * Widths below which the table scrolls inside its card: a column without fixed width keeps 110 px, the name 130 px,
 * enough for a few words. As CSS variables, one per set of columns that can be shown: `--wide-480` is that of a wide
 * window (`wideOnly`) and a table from 480 px on.
 */
export function minimumWidths<Row>(columns: readonly DataTableColumn<Row>[]): Record<string, string> {
  const sum = (shown: readonly DataTableColumn<Row>[]) =>
    shown.reduce((total, { width, isName }) => total + (typeof width === 'number' ? width : isName ? 130 : 110), 0)
  return Object.fromEntries(
    tableWidths.flatMap((room) => {
      const wide = columns.filter(({ minTableWidth = 0 }) => minTableWidth <= room)
      const narrow = wide.filter(({ wideOnly }) => !wideOnly)
      return [
        [`--wide-${room}`, `${sum(wide)}px`],
        [`--narrow-${room}`, `${sum(narrow)}px`],
      ]
    }),
  )
}
