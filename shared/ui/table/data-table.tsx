import { Radio, UnstyledButton } from '@mantine/core'
import { DataTable as MantineDataTable } from 'mantine-datatable'
import { type MouseEvent, type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { ErrorState, type ErrorStateProps } from '../feedback/error-state.tsx'
import { LoadingRows } from '../feedback/loading-rows.tsx'
import type { DataTableColumn, TableSort } from './columns.ts'
import css from './data-table.module.css'
import { filterRows, pageOf, sortRows } from './select-rows.ts'
import { SortTitle } from './sort-title.tsx'
import { TableFooter } from './table-footer.tsx'

export interface DataTableProps<Row> {
  /** What the rows are, as in "Projects"; spoken, not drawn. */
  label: string
  columns: readonly DataTableColumn<Row>[]
  /** All rows; undefined while they load. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** Address a row leads to. Its name becomes the link, a click anywhere else follows it. */
  rowHref?: (row: Row) => string
  /** Instead of an address: what a click on a row does. */
  onRowClick?: (row: Row) => void
  /** One row can be chosen, by its radio or by a click. */
  selection?: { selected: string | null; onSelect: (row: Row) => void; label: (row: Row) => string }
  /** Key of a row shown as linked to something else on the page. */
  linkedRow?: string | null
  /** Text of the filter field; another text leads back to the first page. */
  filter?: string
  noMatchText?: string
  defaultSort?: TableSort
  /** Rows of a page; all on one when absent. */
  pageSize?: number
  /** What follows "{n} total" in the footer. */
  totalSuffix?: string
  /** Why there are no rows. */
  error?: ErrorStateProps
  /** Shown in place of a table without rows. */
  empty?: ReactNode
}

const hasOwnClick = (event: MouseEvent) =>
  event.target instanceof Element && event.target.closest('a, button, input, label, [data-action-cell]') !== null

const isAlwaysShown = ({ wideOnly }: { wideOnly?: boolean }) => !wideOnly

/** Below this the table scrolls inside its card: a column that shares the rest keeps room for a few words. */
const minWidth = (columns: readonly { width?: number | string; isName?: boolean }[]) =>
  columns.reduce((sum, { width, isName }) => sum + (typeof width === 'number' ? width : isName ? 140 : 110), 0)

const RADIO_WIDTH = 48

/** A list of things: sorted and filtered in the browser, paged by the height of the window, whole rows clickable. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, filter = '', pageSize = Number.POSITIVE_INFINITY } = props
  const radioGroup = useId()
  const [sort, setSort] = useState(props.defaultSort)
  const [turned, setTurned] = useState({ filter, page: 1 })

  if (props.error) return <ErrorState {...props.error} />
  if (!rows) return <LoadingRows rows={Number.isFinite(pageSize) ? pageSize : undefined} />
  if (rows.length === 0 && props.empty) return props.empty

  const matching = sortRows(filterRows(rows, columns, filter), columns, sort)
  const { page, pages, rows: shown } = pageOf(matching, turned.filter === filter ? turned.page : 1, pageSize)

  const sortBy = (column: string) =>
    setSort((now) => ({
      by: column,
      direction: now?.by === column && now.direction === 'ascending' ? 'descending' : 'ascending',
    }))

  const open = (row: Row, event: MouseEvent) => {
    if (hasOwnClick(event)) return
    if (props.selection) props.selection.onSelect(row)
    else if (props.onRowClick) props.onRowClick(row)
    else event.currentTarget.querySelector<HTMLElement>('a[data-row-link]')?.click()
  }
  const opens = Boolean(props.selection ?? props.onRowClick ?? props.rowHref)

  const cell = (column: DataTableColumn<Row>, row: Row) => {
    const content = column.render ? column.render(row) : (column.value?.(row) ?? '–')
    if (!column.isName) return content
    return (
      <div className={css.nameCell}>
        {column.picture?.(row)}
        {name(row, content)}
      </div>
    )
  }

  const name = (row: Row, content: ReactNode) => {
    if (props.rowHref)
      return (
        <Link className={css.name} to={props.rowHref(row)} data-row-link>
          {content}
        </Link>
      )
    if (props.onRowClick)
      return (
        <UnstyledButton className={css.name} onClick={() => props.onRowClick?.(row)}>
          {content}
        </UnstyledButton>
      )
    return <span className={css.name}>{content}</span>
  }

  const { selection } = props
  const radioWidth = selection ? RADIO_WIDTH : 0
  const radioColumn = selection && {
    accessor: `${radioGroup}-radio`,
    title: <span className={css.spoken}>Chosen</span>,
    width: RADIO_WIDTH,
    render: (row: Row) => (
      <Radio
        name={radioGroup}
        aria-label={selection.label(row)}
        checked={selection.selected === props.rowKey(row)}
        onChange={() => selection.onSelect(row)}
      />
    ),
  }

  return (
    <>
      <MantineDataTable<Row>
        aria-label={label}
        className={css.root}
        style={{
          '--table-min-wide': `${radioWidth + minWidth(columns)}px`,
          '--table-min-narrow': `${radioWidth + minWidth(columns.filter(isAlwaysShown))}px`,
        }}
        classNames={{ table: css.table }}
        horizontalSpacing="md"
        verticalSpacing={0}
        highlightOnHover={opens}
        minHeight={shown.length === 0 ? 140 : undefined}
        records={shown}
        idAccessor={props.rowKey}
        onRowClick={opens ? ({ record, event }) => open(record, event) : undefined}
        rowClassName={(row) => {
          const key = props.rowKey(row)
          return key === props.linkedRow || key === selection?.selected ? css.chosen : undefined
        }}
        // Never left out: the library would then draw a sign of its own, unseen but spoken.
        emptyState={
          shown.length === 0 ? <span className={css.noMatch}>{props.noMatchText ?? 'No matches.'}</span> : ' '
        }
        columns={[
          ...(radioColumn ? [radioColumn] : []),
          ...columns.map((column) => ({
            accessor: column.id,
            title: column.sortable ? (
              <SortTitle
                title={column.title}
                align={column.align}
                direction={sort?.by === column.id ? sort.direction : undefined}
                onClick={() => sortBy(column.id)}
              />
            ) : (
              <span className={column.isAction ? css.spoken : undefined}>{column.title}</span>
            ),
            width: column.width,
            textAlign: column.align,
            ellipsis: !column.isAction,
            titleClassName: column.wideOnly ? css.wideOnly : undefined,
            cellsClassName: column.wideOnly ? css.wideOnly : undefined,
            customCellAttributes: () => (column.isAction ? { 'data-action-cell': true } : {}),
            render: (row: Row) => cell(column, row),
          })),
        ]}
      />
      <TableFooter
        label={label}
        total={matching.length}
        totalSuffix={props.totalSuffix}
        page={page}
        pages={pages}
        onPageChange={(next) => setTurned({ filter, page: next })}
      />
    </>
  )
}
