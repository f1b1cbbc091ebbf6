import type { JobResultBundle } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { bundleQuery, useLiveQuery } from '@lamella/shared/queries'
import { useEffect } from 'react'

const isOver = ({ status }: JobResultBundle): boolean => status !== 'pending'

/** Follows a bundle until it is ready; a toast says when it is and there is nothing to download (D1-8-36). */
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
