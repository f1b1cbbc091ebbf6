import { usersQuery } from '@lamella/shared/queries'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'

/** @returns full name of a user of the organisation by id; "–" while or where it is unknown */
export const useUserNames = (): ((userId: string) => string) => {
  const users = useQuery(usersQuery).data
  return useCallback((userId) => users?.find(({ id }) => id === userId)?.fullName ?? '–', [users])
}
