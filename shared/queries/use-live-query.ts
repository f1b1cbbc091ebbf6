import { pause } from '@lamella/shared/api'
import { bus } from '@lamella/shared/events'
import { liveAtom, store } from '@lamella/shared/session'
import {
  type DefaultError,
  type QueryClient,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import './query-meta.ts'

/** Milliseconds between two readings while the server's events are not connected. */
export const pollEvery = 3000
/** Milliseconds in which events are gathered: of 300 images that are processed, each has several. */
const gatherFor = 300

/**
 * @returns notes that the answer to a query is outdated: it is read again soon, and once more if it became outdated
 * meanwhile. A request under way is never broken off, or a stream of events would keep every answer from coming; but as
 * its answer may be older than the event, another one follows.
 */
const refresher = (queries: QueryClient, queryKey: QueryKey, signal: AbortSignal): (() => void) => {
  let outdated = false
  let running = false
  const filter = { queryKey, exact: true }
  const run = async (): Promise<void> => {
    running = true
    while (outdated && !signal.aborted) {
      await pause(gatherFor, signal)
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
  /** Polled although events arrive: they do not tell all that changes. */
  pollWhile?: (data: T) => boolean
  /** Nothing more will change. */
  isFinal?: (data: T) => boolean
}

/**
 * `useQuery` of a resource that changes by itself: read again soon after each event that its `changedBy` names, and when
 * events arrive again after they did not; polled while they do not arrive.
 */
export const useLiveQuery = <T, K extends QueryKey>(
  query: UseQueryOptions<T, DefaultError, T, K>,
  { pollWhile, isFinal }: LiveOptions<T> = {},
): UseQueryResult<T> => {
  const live = useAtomValue(liveAtom)
  const queries = useQueryClient()
  const { queryKey, meta } = query
  const key = JSON.stringify(queryKey)
  const changedBy = useEffectEvent(meta?.changedBy ?? (() => false))
  useEffect(() => {
    const gone = new AbortController()
    const refresh = refresher(queries, JSON.parse(key), gone.signal)
    const subscription = bus.on('server/changed').subscribe((event) => {
      if (changedBy(event)) refresh()
    })
    // What happened before the stream was open is not in it.
    const unsubscribe = store.sub(liveAtom, () => {
      if (store.get(liveAtom)) refresh()
    })
    return () => {
      gone.abort()
      subscription.unsubscribe()
      unsubscribe()
    }
  }, [key, queries])
  return useQuery({
    ...query,
    refetchInterval: ({ state: { data } }) => {
      if (data !== undefined && isFinal?.(data)) return false
      return !live || (data !== undefined && pollWhile?.(data)) ? pollEvery : false
    },
  })
}
