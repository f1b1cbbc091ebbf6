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

const roomClasses = { 480: css.from480, 760: css.from760 }

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

/**
 * Below this many pixels the table scrolls inside its card: a column that shares the rest keeps room for a few words.
 * `wide` is with the columns that only a wide window has; those that need room are in neither.
 */
export function minimumWidths<Row>(columns: readonly DataTableColumn<Row>[]) {
  const sum = (shown: readonly DataTableColumn<Row>[]) =>
    shown.reduce((total, { width, isName }) => total + (typeof width === 'number' ? width : isName ? 140 : 110), 0)
  const always = columns.filter(({ roomFrom }) => !roomFrom)
  return { wide: sum(always), narrow: sum(always.filter(({ wideOnly }) => !wideOnly)) }
}
