import type { User } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { usersQuery } from '@lamella/shared/queries'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Users of the organisation; a toast reports a failed request (D1-8-31). */
export const useUsers = (): UseQueryResult<User[]> => {
  const users = useQuery({ ...usersQuery, retry: false })
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
