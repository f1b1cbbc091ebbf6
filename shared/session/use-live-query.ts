import { pause } from '@lamella/shared/api'
import type { ServerEvent } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { liveAtom } from './atoms.ts'
import { store } from './store.ts'

/** Milliseconds between two looks while the server's events are not connected. */
export const pollEvery = 3000
/** Milliseconds in which events are gathered: of 300 images that are processed, each tells of itself several times. */
const gatherFor = 300

/**
 * @returns tells that the answers to these queries are old: they are asked again soon, and once more if they became old
 * meanwhile. A question under way is never broken off, or a stream of events would keep every answer from coming; but
 * as its answer may be older than the event, another one follows.
 */
const refresher = (queries: QueryClient, queryKey: readonly string[], signal: AbortSignal): (() => void) => {
  let old = false
  let running = false
  const run = async (): Promise<void> => {
    running = true
    while (old && !signal.aborted) {
      await pause(gatherFor, signal)
      await queries.refetchQueries({ queryKey, fetchStatus: 'fetching' }, { cancelRefetch: false })
      if (signal.aborted) break
      old = false
      await queries.invalidateQueries({ queryKey }, { cancelRefetch: false })
    }
    running = false
  }
  return () => {
    old = true
    if (!running) void run()
  }
}

/**
 * Keeps all queries whose keys begin with `queryKey` fresh: they are asked again soon after an event says so, and when
 * events arrive again after they did not.
 * @param concerns - must not change between renders, or be memoised
 * @returns the queries' `refetchInterval`: they are polled only while events do not arrive
 */
export const useLiveQuery = (
  queryKey: readonly string[],
  concerns: (event: ServerEvent) => boolean,
): number | false => {
  const live = useAtomValue(liveAtom)
  const queries = useQueryClient()
  const key = queryKey.join('/')
  useEffect(() => {
    const gone = new AbortController()
    const refresh = refresher(queries, key.split('/'), gone.signal)
    const subscription = bus.on('server/changed').subscribe((event) => {
      if (concerns(event)) refresh()
    })
    // What happened before the stream was open, it does not tell.
    const unsubscribe = store.sub(liveAtom, () => {
      if (store.get(liveAtom)) refresh()
    })
    return () => {
      gone.abort()
      subscription.unsubscribe()
      unsubscribe()
    }
  }, [key, concerns, queries])
  return live ? false : pollEvery
}
