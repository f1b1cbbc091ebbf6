import type { JobResultBundle } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { bundleQuery, useLiveQuery } from '@lamella/shared/queries'
import { useEffect } from 'react'

const isOver = ({ status }: JobResultBundle): boolean => status !== 'pending'

/**
 * Keeps a bundle up to date until it is no longer pending; a toast reports a missing download address (D1-8-36).
 * @returns undefined while it is loading
 */
export const useBundle = (bundleId: string): JobResultBundle | undefined => {
  const { data } = useLiveQuery(bundleQuery(bundleId), { isFinal: isOver })
  const missing = data !== undefined && isOver(data) && data.downloadUrl === null
  useEffect(() => {
    if (!missing) return
    bus.emit('toast/show', {
      kind: 'error',
      title: 'Job result bundle download',
      detail: 'No download location found for this result bundle. Please try again later.',
      sticky: true,
    })
  }, [missing])
  return data
}
