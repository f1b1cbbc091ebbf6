import { bus } from '@lamella/shared/events'
import { notificationsChanged } from '@lamella/shared/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { mark, markAll } from './api.ts'

/** The ways to mark notifications; a toast reports a failure. */
export const useMarking = () => {
  const queries = useQueryClient()
  const settled = {
    onError: (error: Error) =>
      bus.emit('toast/show', { kind: 'error', title: 'Notifications', detail: error.message, key: 'notifications' }),
    onSettled: () => notificationsChanged(queries),
  }
  return {
    mark: useMutation({ mutationFn: mark, ...settled }),
    markAll: useMutation({ mutationFn: markAll, ...settled }),
  }
}
