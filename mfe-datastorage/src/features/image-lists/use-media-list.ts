import type { ImageScope, MediaOutline, MediaSort, MediumItem } from '@lamella/shared/contract'
import { type MediaQuestion, mediaOutlineQuery, mediaPageQuery, useLiveQuery } from '@lamella/shared/queries'
import { queryError, type TableSort, useRowsPerPage } from '@lamella/shared/ui'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'

/** Images per request; rows per page divide it, so that a page of the table is in one answer. */
const perRequest = 100
const pageSizes = [50, 25, 20, 10]
/** Milliseconds without a key press before the list is asked for. */
const typingPause = 200

/** Order of the server by column. */
const sorts: Record<string, Record<TableSort['direction'], MediaSort>> = {
  name: { ascending: 'name', descending: '-name' },
  project: { ascending: 'project', descending: '-project' },
  owner: { ascending: 'owner', descending: '-owner' },
  size: { ascending: 'smallest', descending: 'largest' },
  created: { ascending: 'oldest', descending: 'newest' },
}

/** The shown page of a list that may have a hundred thousand images. */
export interface MediaList {
  /** Undefined while they load. */
  rows: readonly MediumItem[] | undefined
  /** Images that meet the filter; undefined while the list loads. */
  total: number | undefined
  /** All images by scope; undefined until the first answer. */
  counts: MediaOutline['counts'] | undefined
  error: ReturnType<typeof queryError>
  filter: string
  setFilter: (filter: string) => void
  sort: TableSort
  setSort: (sort: TableSort) => void
  page: number
  setPage: (page: number) => void
  pageSize: number
}

/** Images of one scope over all projects, filtered, sorted and paged by the server. */
export const useMediaList = (scope: ImageScope): MediaList => {
  const [filter, setFilter] = useState('')
  const [name] = useDebouncedValue(filter.trim(), typingPause)
  const [sort, setSort] = useState<TableSort>({ by: 'created', direction: 'descending' })
  const question: MediaQuestion = {
    'filter[scope]': scope,
    sort: sorts[sort.by]?.[sort.direction] ?? 'newest',
    ...(name && { 'filter[name]': name }),
  }
  const key = JSON.stringify(question)
  const [turned, setTurned] = useState({ key, page: 1 })
  const fitting = useRowsPerPage({ offset: 550, minimum: 10 })
  const pageSize = pageSizes.find((size) => size <= fitting) ?? 10
  const outline = useLiveQuery(mediaOutlineQuery(question, perRequest))
  // That of the question before has the counts only: its pages begin elsewhere.
  const extent = outline.isPlaceholderData ? undefined : outline.data
  const pages = Math.max(Math.ceil((extent?.total ?? 0) / pageSize), 1)
  const page = turned.key === key ? Math.min(turned.page, pages) : 1
  const first = (page - 1) * pageSize
  const start = extent?.starts[Math.floor(first / perRequest)] ?? null
  const listed = useLiveQuery({
    ...mediaPageQuery(question, perRequest, start),
    enabled: extent !== undefined && extent.total > 0,
  })
  const within = first % perRequest
  return {
    rows: extent?.total === 0 ? [] : listed.data?.slice(within, within + pageSize),
    total: outline.data?.total,
    counts: outline.data?.counts,
    error: queryError('The images could not be retrieved', outline, listed),
    filter,
    setFilter,
    sort,
    setSort,
    page,
    setPage: (next) => setTurned({ key, page: next }),
    pageSize,
  }
}
