import type { Image, ImageOutline } from '@lamella/shared/contract'
import {
  type ImageQuestion,
  imageOutlineQuery,
  imagePageQuery,
  imagePagesChanged,
  imagesPerPage,
  useLiveQuery,
} from '@lamella/shared/queries'
import { useDebouncedValue } from '@mantine/hooks'
import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'

/** A long list of which only what is seen is read. */
export interface LibraryImages {
  outline: UseQueryResult<ImageOutline>
  /** Failure of a page of the list; null: none. */
  failed: UseQueryResult<Image[]> | null
  /** Undefined while the list loads. */
  total: number | undefined
  /** Undefined while it loads. */
  imageAt: (index: number) => Image | undefined
  /** What is seen: indices, both included. @param kept - an image that is in the page wherever the list is scrolled to */
  show: (first: number, last: number, kept?: number | null) => void
  /** Images of a range, both ends included, also where they are not seen. */
  read: (first: number, last: number) => Promise<Image[]>
}

const pageOf = (index: number): number => Math.floor(index / imagesPerPage)

/** Milliseconds for which the list rests at a page before it is asked for: a drag of the scroll bar passes hundreds of them. */
const rest = 100

const range = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => first + index)

/** The images of a project that meet a question, page by page as they are seen. */
export const useLibraryImages = (projectId: string, question: ImageQuestion): LibraryImages => {
  const queries = useQueryClient()
  const outline = useLiveQuery(imageOutlineQuery(projectId, question))
  const { dataUpdatedAt, isPlaceholderData } = outline
  // That of the question before has the counts of the tabs only: its pages begin elsewhere.
  const data = isPlaceholderData ? undefined : outline.data
  const [seen, setSeen] = useState<{ first: number; last: number; kept: number | null }>({
    first: 0,
    last: 0,
    kept: null,
  })
  const [rested] = useDebouncedValue(seen, rest)
  const starts = data?.starts ?? []
  const inView = range(seen.first, Math.min(seen.last, starts.length - 1))
  const isKeptBeside = seen.kept !== null && seen.kept < starts.length && !inView.includes(seen.kept)
  const numbers = isKeptBeside && seen.kept !== null ? [...inView, seen.kept] : inView
  const queryOf = (number: number) => imagePageQuery(projectId, question, starts[number] ?? null)
  // Whoever scrolls by hand finds the next page; whoever drags past pages asks for the one at which the drag ends.
  const isNear = (number: number): boolean => number >= rested.first - 1 && number <= rested.last + 1
  const pages = useQueries({ queries: numbers.map((number) => ({ ...queryOf(number), enabled: isNear(number) })) })
  // While pages are read again the list keeps the length that fits them: else another row than the deleted one would go first.
  const isBehind = pages.some((page) => page.data && !page.isError && page.dataUpdatedAt < dataUpdatedAt)
  const asked = JSON.stringify([projectId, question])
  const [settled, setSettled] = useState({ asked, total: data?.total })
  if (!isBehind && data && (settled.asked !== asked || settled.total !== data.total))
    setSettled({ asked, total: data.total })

  // Each new outline may follow from a change of an image in a page.
  useEffect(() => {
    if (dataUpdatedAt > 0) void imagePagesChanged(queries, projectId, dataUpdatedAt)
  }, [queries, projectId, dataUpdatedAt])

  const show = useCallback((first: number, last: number, kept: number | null = null) => {
    const next = { first: pageOf(first), last: pageOf(last), kept: kept === null ? null : pageOf(kept) }
    const isAsBefore = (before: typeof next) =>
      before.first === next.first && before.last === next.last && before.kept === next.kept
    setSeen((before) => (isAsBefore(before) ? before : next))
  }, [])

  return {
    outline,
    failed: pages.find(({ isLoadingError }) => isLoadingError) ?? null,
    total: isBehind && settled.asked === asked ? settled.total : data?.total,
    imageAt: (index) => pages[numbers.indexOf(pageOf(index))]?.data?.[index % imagesPerPage],
    show,
    read: async (first, last) => {
      const wanted = range(pageOf(first), Math.min(pageOf(last), starts.length - 1))
      const read = await Promise.all(wanted.map((number) => queries.ensureQueryData(queryOf(number))))
      const offset = (wanted[0] ?? 0) * imagesPerPage
      return read.flat().slice(first - offset, last - offset + 1)
    },
  }
}
