import { callAllPages } from '@lamella/shared/api'
import { listUsers } from '@lamella/shared/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'

const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => callAllPages(listUsers, {}, { signal, local: true, action: 'users.list' }),
})

/** Full name of a user of the organisation; "–" while the names are not known. */
export const useNames = (): ((userId: string) => string) => {
  const users = useQuery(usersQuery).data
  return useCallback((userId) => users?.find(({ id }) => id === userId)?.fullName ?? '–', [users])
}
