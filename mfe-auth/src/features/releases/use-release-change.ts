import { ApiFailure } from '@lamella/shared/api'
import { releasesChanged } from '@lamella/shared/queries/releases.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'

/** Whether somebody else has changed the app since it was looked at. */
export const isOvertaken = (error: unknown): boolean => error instanceof ApiFailure && error.code === 'ERR_6006'

/** A change of releases, after which everything about them is read again, also when it was refused. */
export const useReleaseChange = <Change, Result>(change: (input: Change) => Promise<Result>) => {
  const queries = useQueryClient()
  return useMutation({ mutationFn: change, onSettled: () => releasesChanged(queries) })
}
