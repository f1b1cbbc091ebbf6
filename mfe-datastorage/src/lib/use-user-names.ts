import { useUsersById } from '@lamella/shared/queries'
import { useCallback } from 'react'

/** @returns full name of a user of the organisation by id; "–" while or where it is unknown */
export const useUserNames = (ids: readonly string[]): ((userId: string) => string) => {
  const { find } = useUsersById(ids)
  return useCallback((userId) => find(userId)?.fullName ?? '–', [find])
}
