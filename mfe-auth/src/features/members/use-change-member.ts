import { membersChanged, type Person } from '@lamella/shared/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toastFailure } from '../../lib/toasts.ts'
import { changeMember, type MemberChange, resetMemberSecondFactor } from './api.ts'

/** Changes a member's role or access, or turns off their two-step verification; a toast reports a failure. */
export const useChangeMember = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ person, reset, ...changes }: MemberChange & { person: Person; reset?: true }) =>
      reset ? resetMemberSecondFactor(person.id) : changeMember(person.id, changes),
    onError: (error, { person }) => toastFailure(person.fullName, error),
    onSettled: () => membersChanged(queries),
  })
}
