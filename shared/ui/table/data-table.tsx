import { Radio } from '@mantine/core'
import { DataTable as MantineDataTable } from 'mantine-datatable'
import { type MouseEvent, type ReactNode, useId, useState } from 'react'
import { ErrorState, type ErrorStateProps } from '../feedback/error-state.tsx'
import { LoadingRows } from '../feedback/loading-rows.tsx'
import type { DataTableColumn, TableSort } from './columns.ts'
import css from './data-table.module.css'
import { groupedRow } from './group-row.tsx'
import { minimumWidths, toMantineColumns } from './mantine-columns.tsx'
import { followNameLink, NameCell } from './name-cell.tsx'
import { rowHeight } from './rows-per-page.ts'
import { filterRows, pageOf, sortRows } from './select-rows.ts'
import { TableFooter } from './table-footer.tsx'

export interface DataTableProps<Row> {
  /** Accessible name of the table, e.g. "Projects". */
  label: string
  columns: readonly DataTableColumn<Row>[]
  /** All rows, or with `served` those of one page; undefined while they load. */
  rows: readonly Row[] | undefined
  /** Where there are too many rows for the browser: sorted and paged by the server. */
  served?: ServedPages
  rowKey: (row: Row) => string
  /** Heading of a row's group. Rows of a group have to follow each other: for tables in one fixed order. */
  groupOf?: (row: Row) => string
  /** Address of a row. The name is the link, and a click anywhere else on the row follows it. */
  rowHref?: (row: Row) => string
  /** Instead of `rowHref`: called on a click on a row. */
  onRowClick?: (row: Row, event: MouseEvent) => void
  /** With `onRowClick`: called on a double click on a row, and on Enter at the name of the linked row. */
  onRowOpen?: (row: Row) => void
  /** One row can be selected, by its radio or by a click. */
  selection?: { selected: string | null; onSelect: (row: Row) => void; label: (row: Row) => string }
  /** Key of the row that is linked to something else on the page; when it changes, the table shows its page. */
  linkedRow?: string | null
  /** Rows that are chosen together, beside the linked one. */
  chosenRows?: ReadonlySet<string>
  /** Text of the filter field; a change leads back to the first page. */
  filter?: string
  noMatchText?: string
  defaultSort?: TableSort
  /** Rows per page; by default all on one. */
  pageSize?: number
  /** Text after "{n} total" in the footer. */
  totalSuffix?: string
  /** The number of rows is said elsewhere, and all are on one page. */
  withoutTotal?: boolean
  /** Error state in place of the table. */
  error?: ErrorStateProps
  /** In place of a table without rows. */
  empty?: ReactNode
}

/** State of a table that is sorted and paged by the server. */
export interface ServedPages {
  /** Number of rows on all pages. */
  total: number
  /** Page of the shown rows, from 1. */
  page: number
  sort: TableSort
  onPage: (page: number) => void
  onSort: (sort: TableSort) => void
}

const hasOwnClick = (event: MouseEvent) =>
  event.target instanceof Element && event.target.closest('a, button, input, label, [data-action-cell]') !== null

/**
 * A table that is sorted, filtered and paged in the browser, or sorted and paged by the server; whole rows are
 * clickable.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    rows,
    rowKey,
    rowHref,
    onRowClick,
    onRowOpen,
    selection,
    filter = '',
    pageSize = Number.POSITIVE_INFINITY,
    linkedRow = null,
    served,
  } = props
  const radioGroup = useId()
  const [sort, setSort] = useState(props.defaultSort)
  const [linked, setLinked] = useState<string | null>(null)
  const [turned, setTurned] = useState({ filter, page: 1 })

  if (props.error) return <ErrorState {...props.error} />
  if (!rows) {
    const withThumbnail = props.columns.some(({ picture }) => picture)
    return <LoadingRows rows={Number.isFinite(pageSize) ? pageSize : undefined} withThumbnail={withThumbnail} />
  }
  if (rows.length === 0 && props.empty) return props.empty

  const matching = served ? rows : sortRows(filterRows(rows, props.columns, filter), props.columns, sort)
  const {
    page,
    pages,
    rows: shown,
  } = served
    ? { page: served.page, pages: Math.ceil(served.total / pageSize), rows: [...rows] }
    : pageOf(matching, turned.filter === filter ? turned.page : 1, pageSize)

  const total = served?.total ?? matching.length

  if (linkedRow !== linked) {
    setLinked(linkedRow)
    const index = matching.findIndex((row) => rowKey(row) === linkedRow)
    if (index >= 0) setTurned({ filter, page: Math.floor(index / pageSize) + 1 })
  }

  const radios: DataTableColumn<Row>[] = selection
    ? [
        {
          id: radioGroup,
          title: 'Chosen',
          width: 48,
          spokenTitle: true,
          render: (row) => (
            <Radio
              name={radioGroup}
              aria-label={selection.label(row)}
              checked={selection.selected === rowKey(row)}
              onChange={() => selection.onSelect(row)}
            />
          ),
        },
      ]
    : []
  const columns = [...radios, ...props.columns]

  const isChosen = (row: Row) => linkedRow === rowKey(row) || props.chosenRows?.has(rowKey(row)) === true

  const cell = (column: DataTableColumn<Row>, row: Row) => {
    if (column.isSpacer) return null
    const content = column.render ? column.render(row) : (column.value?.(row) ?? '–')
    if (!column.isName) return content
    return (
      <NameCell
        picture={column.picture?.(row)}
        twoLines={column.twoLines}
        href={rowHref?.(row)}
        onClick={onRowClick && ((event) => onRowClick(row, event))}
        onOpen={onRowOpen && (() => onRowOpen(row))}
        isLinked={props.linkedRow === undefined ? undefined : isChosen(row)}
      >
        {content}
      </NameCell>
    )
  }

  const open = (row: Row, event: MouseEvent) => {
    if (hasOwnClick(event)) return
    if (selection) selection.onSelect(row)
    else if (onRowClick) onRowClick(row, event)
    else followNameLink(event.currentTarget)
  }
  const opens = Boolean(selection ?? onRowClick ?? rowHref)

  return (
    <>
      <MantineDataTable<Row>
        aria-label={label}
        className={css.root}
        classNames={{ table: css.table }}
        style={minimumWidths(columns)}
        // Not the library's 100 %: in a stretched card, head and footer need room too.
        height="auto"
        rowFactory={props.groupOf && groupedRow(shown, props.groupOf)}
        rowStyle={() => ({ height: rowHeight })}
        horizontalSpacing="md"
        verticalSpacing={0}
        highlightOnHover={opens}
        minHeight={shown.length === 0 ? 140 : undefined}
        records={shown}
        idAccessor={rowKey}
        // Rows without links have nothing focusable: the table itself takes the focus, so that keys can scroll it.
        scrollAreaProps={opens ? undefined : { viewportProps: { tabIndex: 0, role: 'region', 'aria-label': label } }}
        // Of several pages, screen readers say which of how many rows one is; the first is that of the titles.
        aria-rowcount={pages > 1 ? total + 1 : undefined}
        customRowAttributes={(row, index) => ({
          'data-item': rowKey(row),
          'aria-rowindex': pages > 1 ? (page - 1) * pageSize + index + 2 : undefined,
        })}
        onRowClick={opens ? ({ record, event }) => open(record, event) : undefined}
        onRowDoubleClick={onRowOpen && (({ record }) => onRowOpen(record))}
        rowClassName={(row) => (isChosen(row) || selection?.selected === rowKey(row) ? css.chosen : undefined)}
        // Never undefined: the library would render a text of its own, invisible but announced.
        emptyState={
          shown.length > 0 ? (
            ' '
          ) : (
            <span className={css.noMatch}>{props.noMatchText ?? (filter ? 'No matches.' : 'Nothing to show.')}</span>
          )
        }
        columns={toMantineColumns(columns, { sort: served?.sort ?? sort, onSort: served?.onSort ?? setSort, cell })}
      />
      {!props.withoutTotal && (
        <TableFooter
          label={label}
          total={total}
          totalSuffix={props.totalSuffix}
          page={page}
          pages={pages}
          onPageChange={(next) => (served ? served.onPage(next) : setTurned({ filter, page: next }))}
        />
      )}
    </>
  )
}
