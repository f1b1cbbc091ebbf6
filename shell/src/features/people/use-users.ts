import { bus } from '@lamella/shared/events'
import { type KnownUsers, useUsersById } from '@lamella/shared/queries'
import { useEffect } from 'react'

/** Users of the organisation by id; a toast reports a failed request (D1-8-31). */
export const useUsers = (ids: readonly string[]): KnownUsers => {
  const users = useUsersById(ids, { retry: false })
  useEffect(() => {
    if (!users.error) return
    bus.emit('toast/show', {
      kind: 'error',
      title: 'Projects list',
      detail: `Userdata could not be retrieved (${users.error.message}). Please try again.`,
      sticky: true,
    })
  }, [users.error])
  return users
}
