import { membersChanged, type Person } from '@lamella/shared/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { tellFailure } from '../../lib/tell.ts'
import { changeMember, type MemberChange, resetMember } from './api.ts'

/** Changes a member's role or access, or turns off their two-step verification; a toast reports a failure. */
export const useChangeMember = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ person, reset, ...changes }: MemberChange & { person: Person; reset?: true }) =>
      reset ? resetMember(person.id) : changeMember(person.id, changes),
    onError: (error, { person }) => tellFailure(person.fullName, error),
    onSettled: () => membersChanged(queries),
  })
}
