import { membersChanged, type Person } from '@lamella/shared/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { tellFailure } from '../../lib/tell.ts'
import { changeMember, type MemberChange } from './api.ts'

/** Changes the role of a member, or whether they may log in. */
export const useChangeMember = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ person, ...changes }: MemberChange & { person: Person }) => changeMember(person.id, changes),
    onError: (error, { person }) => tellFailure(person.fullName, error),
    onSettled: () => membersChanged(queries),
  })
}
