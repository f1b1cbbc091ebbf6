import type { ServerEvent } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { liveAtom } from './atoms.ts'

/** Milliseconds between two looks while the server's events are not connected. */
export const pollEvery = 3000
/** Milliseconds in which events are gathered: of 300 images that are processed, each tells of itself several times. */
const gatherFor = 300

/**
 * Makes all queries whose keys begin with `queryKey` stale soon after an event says so.
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
    let timer: ReturnType<typeof setTimeout> | undefined
    const subscription = bus.on('server/changed').subscribe((event) => {
      if (timer !== undefined || !concerns(event)) return
      timer = setTimeout(() => {
        timer = undefined
        void queries.invalidateQueries({ queryKey: key.split('/') })
      }, gatherFor)
    })
    return () => {
      clearTimeout(timer)
      subscription.unsubscribe()
    }
  }, [key, concerns, queries])
  return live ? false : pollEvery
}
