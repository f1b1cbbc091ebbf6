import type { ServerEvent } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { liveAtom } from '@lamella/shared/session'
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'

/** Milliseconds between two looks while the server's events are not connected. */
const pollEvery = 3000

/**
 * Keeps a query current: stale as soon as an event says so, polled only while events do not arrive.
 * @param concerns - must not change between renders, or be memoised
 * @returns the query's `refetchInterval`
 */
export const useLiveQuery = (
  queryKey: readonly unknown[],
  concerns: (event: ServerEvent) => boolean,
): number | false => {
  const live = useAtomValue(liveAtom)
  const queries = useQueryClient()
  const key = JSON.stringify(queryKey)
  useEffect(() => {
    const subscription = bus.on('server/changed').subscribe((event) => {
      if (concerns(event)) void queries.invalidateQueries({ queryKey: JSON.parse(key) as unknown[] })
    })
    return () => subscription.unsubscribe()
  }, [key, concerns, queries])
  return live ? false : pollEvery
}
