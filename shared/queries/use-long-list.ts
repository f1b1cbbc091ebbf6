import { pageSize as perCall } from '@lamella/shared/contract'
import { useDebouncedValue } from '@mantine/hooks'
import {
  type DefaultError,
  type QueryClient,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { ListStart } from './list-start.ts'

/** Milliseconds without a key press before a long list is asked for. */
const typingPause = 200

/** Column and direction by which a list is sorted. */
export interface ListSort {
  by: string
  direction: 'ascending' | 'descending'
}

/** The order of the server, such as `-name`; undefined: it has none by this column. @param sorts - all orders of the call */
export const orderOf = <Sort extends string>(sorts: readonly Sort[], { by, direction }: ListSort): Sort | undefined =>
  sorts.find((sort) => sort === (direction === 'descending' ? `-${by}` : by))

/** Text of the filter and time zone as calls have them; empty without a text. */
export const filterOf = (text: string): { 'filter[text]'?: string; 'filter[timeZone]'?: string } =>
  text === '' ? {} : { 'filter[text]': text, 'filter[timeZone]': Intl.DateTimeFormat().resolvedOptions().timeZone }

interface Extent {
  total: number
  /** Whatever the filter. */
  all: number
  /** `page[after]` of each page of 250; null: the first. */
  starts: (string | null)[]
}

type Query<T, K extends QueryKey> = UseQueryOptions<T, DefaultError, T, K>

/** How a list that may be long is read. */
export interface LongListSource<
  Row,
  E extends Extent,
  Question,
  OutlineKey extends QueryKey,
  PageKey extends QueryKey,
> {
  /** Order of the rows of the start. */
  startSort: ListSort
  /** @param text - without space around it; empty: all rows */
  question: (sort: ListSort, text: string) => Question
  outline: (question: Question) => Query<E, OutlineKey>
  /** @param after - where it begins, by the outline */
  page: (question: Question, after: string | null) => Query<Row[], PageKey>
  /** Invalidates everything that was read of the list. */
  changed: (queries: QueryClient) => Promise<unknown>
  /** Of a list whose start is a live query: invalidates extents and pages that were read before the start was, which has changed. */
  outdated?: (queries: QueryClient, before: number) => Promise<unknown>
}

/** What the page asks of the list. */
interface ListView {
  /** Text of the filter field. */
  filter: string
  /** Rows per page of the table. */
  pageSize: number
}

/** A table that may have thousands of rows. */
export interface LongList<Row, E> {
  /** All rows; of a list that is too long for one answer, those of the shown page. Undefined while they load. */
  rows: readonly Row[] | undefined
  /** There are rows, whatever the filter; undefined while they load. */
  hasAny: boolean | undefined
  /** Number of rows whatever the filter; undefined while it is read. */
  all: number | undefined
  /** Of a long list, which the server sorts, filters and pages; undefined: the table does. */
  served:
    | { total: number; page: number; sort: ListSort; onPage: (page: number) => void; onSort: (sort: ListSort) => void }
    | undefined
  /** Of a long list, also while that of another question is read; undefined: the rows say it, or it is being read. */
  outline: E | undefined
  /** What is read of a long list, for its failures. */
  parts: readonly UseQueryResult[]
  isFetching: boolean
  refetch: () => Promise<unknown>
}

const noRows: readonly never[] = []

const isSame = (one: ListSort, other: ListSort): boolean => one.by === other.by && one.direction === other.direction

/**
 * The shown page of a list. Up to 250 rows are one answer, which the table sorts and filters by itself; of more, only what is looked at is
 * read, sorted and filtered by the server (ADR 85).
 * @param start - the result of the query for the first rows
 * @param source - how more is read; may be made anew each time
 */
export const useLongList = <Row, E extends Extent, Question, OutlineKey extends QueryKey, PageKey extends QueryKey>(
  start: UseQueryResult<ListStart<Row>>,
  source: LongListSource<Row, E, Question, OutlineKey, PageKey>,
  { filter, pageSize }: ListView,
): LongList<Row, E> => {
  const queries = useQueryClient()
  const isLong = start.data?.isWhole === false
  const [text] = useDebouncedValue(filter.trim(), typingPause)
  const [sort, setSort] = useState(source.startSort)
  const question = source.question(sort, text)
  const key = JSON.stringify(question)
  const [turned, setTurned] = useState({ key, page: 1 })
  const outline = useQuery({ ...source.outline(question), enabled: isLong })
  // That of the question before has other pages.
  const extent = outline.isPlaceholderData ? undefined : outline.data
  const total = extent?.total ?? 0
  const page = turned.key === key ? Math.min(turned.page, Math.max(Math.ceil(total / pageSize), 1)) : 1
  const first = (page - 1) * pageSize
  const firstCall = Math.floor(first / perCall)
  const lastCall = Math.floor(Math.max(Math.min(first + pageSize, total) - 1, 0) / perCall)
  // What was read first is the first answer in its own order.
  const startsHere = text === '' && isSame(sort, source.startSort) && firstCall === 0
  const head = useQuery({
    ...source.page(question, extent?.starts[firstCall] ?? null),
    enabled: total > 0 && !startsHere,
  })
  // A page of the table may begin in one answer and end in the next.
  const tail = useQuery({
    ...source.page(question, extent?.starts[lastCall] ?? null),
    enabled: total > 0 && lastCall > firstCall,
  })
  const startedAt = isLong ? start.dataUpdatedAt : 0
  const outdate = useEffectEvent((before: number) => void source.outdated?.(queries, before))
  useEffect(() => {
    if (startedAt > 0) outdate(startedAt)
  }, [startedAt])

  const headRows = startsHere ? start.data?.rows : head.data
  const tailRows = lastCall > firstCall ? tail.data : noRows
  const within = first - firstCall * perCall
  const ready = useMemo(() => {
    if (!extent) return undefined
    if (extent.total === 0) return noRows
    return headRows && tailRows && [...headRows, ...tailRows].slice(within, within + pageSize)
  }, [extent, headRows, tailRows, within, pageSize])
  // Until others are read, the table stays: a title that was clicked keeps the focus.
  const [shown, setShown] = useState(ready)
  if (ready && ready !== shown) setShown(ready)
  if (!isLong) {
    return {
      rows: start.data?.rows,
      hasAny: start.data && start.data.rows.length > 0,
      all: start.data?.rows.length,
      served: undefined,
      outline: undefined,
      parts: [],
      isFetching: start.isFetching,
      refetch: start.refetch,
    }
  }
  return {
    rows: ready ?? shown,
    hasAny: true,
    all: outline.data?.all,
    served: {
      total: outline.data?.total ?? 0,
      page,
      sort,
      onPage: (next) => setTurned({ key, page: next }),
      onSort: setSort,
    },
    outline: outline.data,
    parts: [outline, head, tail],
    isFetching: start.isFetching || outline.isFetching || head.isFetching,
    refetch: () => source.changed(queries),
  }
}
