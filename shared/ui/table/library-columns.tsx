import type { DataTableColumn as LibraryColumn } from 'mantine-datatable'
import type { ReactNode } from 'react'
import type { DataTableColumn, TableSort } from './columns.ts'
import css from './data-table.module.css'
import { SortTitle } from './sort-title.tsx'

interface LibraryColumnOptions<Row> {
  sort: TableSort | undefined
  onSort: (sort: TableSort) => void
  cell: (column: DataTableColumn<Row>, row: Row) => ReactNode
}

const roomClasses = { 340: css.from340, 480: css.from480, 760: css.from760 }

const classOf = <Row,>({ wideOnly, isSpacer, roomFrom }: DataTableColumn<Row>): string =>
  [wideOnly && css.wideOnly, isSpacer && css.spacer, roomFrom && roomClasses[roomFrom]].filter(Boolean).join(' ')

/** Our columns in the words of mantine-datatable. Its own sorting is not used: it makes a heading into a button. */
export function libraryColumns<Row>(
  columns: readonly DataTableColumn<Row>[],
  { sort, onSort, cell }: LibraryColumnOptions<Row>,
): LibraryColumn<Row>[] {
  return columns.map((column) => {
    const direction = sort?.by === column.id ? sort.direction : undefined
    const next = direction === 'ascending' ? 'descending' : 'ascending'
    return {
      accessor: column.id,
      title: column.sortable ? (
        <SortTitle
          title={column.title}
          align={column.align}
          direction={direction}
          onClick={() => onSort({ by: column.id, direction: next })}
        />
      ) : (
        <span className={column.isAction || column.spokenTitle ? css.spoken : undefined}>{column.title}</span>
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

/** From so many pixels on a table has further columns; data-table.module.css has the same steps. */
export const rooms = [0, 340, 480, 760] as const

/**
 * Below so many pixels the table scrolls inside its card: a column that shares the rest keeps room for a few words.
 * As CSS variables, one for each set of columns that can be shown: `--wide-480` in a wide window (`wideOnly`) and a
 * table from 480 px on.
 */
export function minimumWidths<Row>(columns: readonly DataTableColumn<Row>[]): Record<string, string> {
  const sum = (shown: readonly DataTableColumn<Row>[]) =>
    shown.reduce((total, { width, isName }) => total + (typeof width === 'number' ? width : isName ? 130 : 110), 0)
  return Object.fromEntries(
    rooms.flatMap((room) => {
      const wide = columns.filter(({ roomFrom = 0 }) => roomFrom <= room)
      const narrow = wide.filter(({ wideOnly }) => !wideOnly)
      return [
        [`--wide-${room}`, `${sum(wide)}px`],
        [`--narrow-${room}`, `${sum(narrow)}px`],
      ]
    }),
  )
}
