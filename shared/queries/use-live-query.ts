import { delay } from '@lamella/shared/api'
import { bus } from '@lamella/shared/events'
import { liveAtom, store } from '@lamella/shared/session'
import {
  type DefaultError,
  type QueryClient,
  type QueryKey,
  type QueryMeta,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { inAllBuilds } from './define-query.ts'
import './query-meta.ts'

/** Milliseconds between two requests while the stream of events is not connected. */
export const pollInterval = 3000
/** Milliseconds for which events are collected before one request: 300 images in processing send several each. */
const collectFor = 300

/**
 * Whether what a query is about is being deleted, or was: a request would be answered with 404, also while its page still waits for the next one. The
 * key of such a mutation begins that of the query.
 */
const isDeleted = (queries: QueryClient, queryKey: QueryKey): boolean =>
  queries
    .getMutationCache()
    .getAll()
    .some(
      ({ options: { mutationKey }, state: { status } }) =>
        (status === 'pending' || status === 'success') && mutationKey?.every((part, index) => part === queryKey[index]),
    )

/**
 * @returns marks the answer of a query as outdated: it is requested again soon, and once more if marked meanwhile. A
 * request under way is never aborted, or a stream of events could prevent every answer; as its answer may be older than
 * the event, another request follows.
 */
const refetcher = (queries: QueryClient, queryKey: QueryKey, signal: AbortSignal): (() => void) => {
  let outdated = false
  let running = false
  const filter = inAllBuilds(queryKey)
  const run = async (): Promise<void> => {
    running = true
    while (outdated && !signal.aborted) {
      await delay(collectFor, signal)
      if (isDeleted(queries, queryKey)) continue
      await queries.refetchQueries({ ...filter, fetchStatus: 'fetching' }, { cancelRefetch: false })
      if (signal.aborted) break
      outdated = false
      await queries.invalidateQueries(filter, { cancelRefetch: false })
    }
    running = false
  }
  return () => {
    outdated = true
    if (!running) void run()
  }
}

interface LiveOptions<T> {
  /** Polls although events arrive, for changes without an event. */
  pollWhile?: (data: T) => boolean
  /** Milliseconds between two requests although events arrive, for figures that change all the time. */
  refreshEvery?: number
  /** Nothing more will change: polling ends. */
  isFinal?: (data: T) => boolean
}

/** Requests a query again soon after each event that its `changedBy` accepts, and when the stream of events is connected again: for pages of a list. */
export const useRefetchOnEvents = ({ queryKey, meta }: { queryKey: QueryKey; meta?: QueryMeta | undefined }): void => {
  const queries = useQueryClient()
  const key = JSON.stringify(queryKey)
  const changedBy = useEffectEvent(meta?.changedBy ?? (() => false))
  useEffect(() => {
    const gone = new AbortController()
    const refetch = refetcher(queries, JSON.parse(key), gone.signal)
    const subscription = bus.on('server/changed').subscribe((event) => {
      if (changedBy(event)) refetch()
    })
    // Events before the stream was connected are lost.
    const unsubscribe = store.sub(liveAtom, () => {
      if (store.get(liveAtom)) refetch()
    })
    return () => {
      gone.abort()
      subscription.unsubscribe()
      unsubscribe()
    }
  }, [key, queries])
}

/**
 * `useQuery` of a resource that changes by itself: requested again as `useRefetchOnEvents` says, and polled every 3 s while the stream of events
 * is not connected.
 */
export const useLiveQuery = <T, K extends QueryKey>(
  query: UseQueryOptions<T, DefaultError, T, K>,
  { pollWhile, refreshEvery, isFinal }: LiveOptions<T> = {},
): UseQueryResult<T> => {
  const live = useAtomValue(liveAtom)
  useRefetchOnEvents(query)
  return useQuery({
    ...query,
    refetchInterval: ({ state: { data } }) => {
      if (data !== undefined && isFinal?.(data)) return false
      if (!live || (data !== undefined && pollWhile?.(data))) return pollInterval
      return refreshEvery ?? false
    },
  })
}
