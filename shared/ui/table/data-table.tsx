import { Radio } from '@mantine/core'
import { DataTable as MantineDataTable } from 'mantine-datatable'
import { type MouseEvent, type ReactNode, useId, useState } from 'react'
import { ErrorState, type ErrorStateProps } from '../feedback/error-state.tsx'
import { LoadingRows } from '../feedback/loading-rows.tsx'
import type { DataTableColumn, TableSort } from './columns.ts'
import css from './data-table.module.css'
import { libraryColumns, minimumWidths } from './library-columns.tsx'
import { followNameLink, NameCell } from './name-cell.tsx'
import { rowHeight } from './rows-per-page.ts'
import { filterRows, pageOf, sortRows } from './select-rows.ts'
import { TableFooter } from './table-footer.tsx'

export interface DataTableProps<Row> {
  /** What the rows are, as in "Projects"; spoken, not drawn. */
  label: string
  columns: readonly DataTableColumn<Row>[]
  /** All rows, or with `served` those of one page; undefined while they load. */
  rows: readonly Row[] | undefined
  /** Where rows are too many for the browser, the server sorts them and cuts them into pages. */
  served?: ServedPages
  rowKey: (row: Row) => string
  /** Address a row leads to. Its name becomes the link, a click anywhere else follows it. */
  rowHref?: (row: Row) => string
  /** Instead of an address: what a click on a row does. */
  onRowClick?: (row: Row) => void
  /** Beside `onRowClick`: what a double click on a row does, and Enter on the name of the linked one. */
  onRowOpen?: (row: Row) => void
  /** One row can be chosen, by its radio or by a click. */
  selection?: { selected: string | null; onSelect: (row: Row) => void; label: (row: Row) => string }
  /** Key of a row shown as linked to something else on the page; when it changes, the table turns to its page. */
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

/** One page of a table that a server sorts. */
export interface ServedPages {
  /** Rows of all pages. */
  total: number
  /** Of the rows shown, from 1. */
  page: number
  sort: TableSort
  onPage: (page: number) => void
  onSort: (sort: TableSort) => void
}

const hasOwnClick = (event: MouseEvent) =>
  event.target instanceof Element && event.target.closest('a, button, input, label, [data-action-cell]') !== null

/** A list of things: sorted and filtered in the browser (or sorted by a server), paged by the height of the window, whole rows clickable. */
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
    const withThumb = props.columns.some(({ picture }) => picture)
    return <LoadingRows rows={Number.isFinite(pageSize) ? pageSize : undefined} withThumb={withThumb} />
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

  const cell = (column: DataTableColumn<Row>, row: Row) => {
    if (column.isSpacer) return null
    const content = column.render ? column.render(row) : (column.value?.(row) ?? '–')
    if (!column.isName) return content
    return (
      <NameCell
        picture={column.picture?.(row)}
        href={rowHref?.(row)}
        onClick={onRowClick && (() => onRowClick(row))}
        onOpen={onRowOpen && (() => onRowOpen(row))}
        isLinked={props.linkedRow === undefined ? undefined : linkedRow === rowKey(row)}
      >
        {content}
      </NameCell>
    )
  }

  const open = (row: Row, event: MouseEvent) => {
    if (hasOwnClick(event)) return
    if (selection) selection.onSelect(row)
    else if (onRowClick) onRowClick(row)
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
        // Not the library's 100 %: beside the head and the footer of a stretched card that is too much.
        height="auto"
        rowStyle={() => ({ height: rowHeight })}
        horizontalSpacing="md"
        verticalSpacing={0}
        highlightOnHover={opens}
        minHeight={shown.length === 0 ? 140 : undefined}
        records={shown}
        idAccessor={rowKey}
        // Rows that lead nowhere have nothing that takes the focus: then the keyboard scrolls the table itself.
        scrollAreaProps={opens ? undefined : { viewportProps: { tabIndex: 0, role: 'region', 'aria-label': label } }}
        customRowAttributes={(row) => ({ 'data-item': rowKey(row) })}
        onRowClick={opens ? ({ record, event }) => open(record, event) : undefined}
        onRowDoubleClick={onRowOpen && (({ record }) => onRowOpen(record))}
        rowClassName={(row) => ([linkedRow, selection?.selected].includes(rowKey(row)) ? css.chosen : undefined)}
        // Never left out: the library would then draw a sign of its own, unseen but spoken.
        emptyState={shown.length > 0 ? ' ' : <span className={css.noMatch}>{props.noMatchText ?? 'No matches.'}</span>}
        columns={libraryColumns(columns, { sort: served?.sort ?? sort, onSort: served?.onSort ?? setSort, cell })}
      />
      <TableFooter
        label={label}
        total={served?.total ?? matching.length}
        totalSuffix={props.totalSuffix}
        page={page}
        pages={pages}
        onPageChange={(next) => (served ? served.onPage(next) : setTurned({ filter, page: next }))}
      />
    </>
  )
}
