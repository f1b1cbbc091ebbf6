import { ApiFailure } from '@lamella/shared/api'
import { bus } from '@lamella/shared/events'
import { useEffect } from 'react'

/**
 * Reports a failed list of projects by a sticky toast (D3-8-35), unless the failure has an error page (D3-8-34,
 * contradiction 35).
 */
export const useListFailure = (failure: Error | null): void => {
  useEffect(() => {
    if (!(failure instanceof ApiFailure) || failure.fatal) return
    bus.emit('toast/show', {
      kind: 'error',
      title: 'Projects list',
      detail: `Something went wrong (${failure.message}). Please try again.`,
      sticky: true,
      key: 'projects-list',
    })
  }, [failure])
}
