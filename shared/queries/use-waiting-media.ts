import { call } from '@lamella/shared/api'
import { listWaitingMedia, type WaitingMedium } from '@lamella/shared/contract'
import { useMemo } from 'react'
import { defineQuery } from './define-query.ts'
import { useLiveQuery } from './use-live-query.ts'

/** In a file of its own: a page without such a list does not load it. Failures are not told: nothing is missing but a line. */
const waitingMediaQuery = defineQuery({
  queryKey: ['storage', 'waiting'],
  queryFn: async ({ signal }) => (await call(listWaitingMedia, {}, { signal, action: 'storage.waiting' })).data,
  meta: { changedBy: ({ type }) => type === 'image' },
})

/** Milliseconds between two requests: the work of others moves on without an event here. */
const refreshEvery = 10_000
const none: ReadonlyMap<string, WaitingMedium> = new Map()

const useWaitingBy = (key: 'id' | 'imageId', isShown: boolean): ReadonlyMap<string, WaitingMedium> => {
  const { data } = useLiveQuery({ ...waitingMediaQuery, enabled: isShown }, { refreshEvery })
  return useMemo(
    () => (isShown && data ? new Map(data.map((medium) => [medium[key], medium])) : none),
    [data, isShown, key],
  )
}

/**
 * Where the images wait that are to be processed, by image id; empty while it is not known.
 * @param isShown - false: nothing is asked for
 */
export const useWaitingMedia = (isShown: boolean): ReadonlyMap<string, WaitingMedium> =>
  useWaitingBy('imageId', isShown)

/**
 * Where the images of uploads wait that are complete, by medium id; empty while it is not known.
 * @param items - uploads; while none is complete, nothing is asked for
 */
export const useWaitingUploads = (
  items: readonly { status: string; mediumId: string | null }[],
): ReadonlyMap<string, WaitingMedium> =>
  useWaitingBy(
    'id',
    items.some(({ status, mediumId }) => status === 'complete' && mediumId !== null),
  )
