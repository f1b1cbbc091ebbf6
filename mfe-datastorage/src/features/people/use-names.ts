import { usersQuery } from '@lamella/shared/queries'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'

/** Full name of a user of the organisation; "–" while the names are not known. */
export const useNames = (): ((userId: string) => string) => {
  const users = useQuery(usersQuery).data
  return useCallback((userId) => users?.find(({ id }) => id === userId)?.fullName ?? '–', [users])
}
