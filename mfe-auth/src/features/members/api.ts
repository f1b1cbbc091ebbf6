import { call, callAllPages } from '@lamella/shared/api'
import {
  type EndpointInput,
  listMembers,
  listUsers,
  type Member,
  resetSecondFactor,
  type User,
  updateMember,
} from '@lamella/shared/contract'
import { queryOptions } from '@tanstack/react-query'

/** Admins see of everybody what he uses, others only who there is. */
export type Person = User & Partial<Omit<Member, keyof User>>

export const peopleQuery = (isAdmin: boolean) =>
  queryOptions({
    queryKey: ['members', isAdmin],
    queryFn: ({ signal }): Promise<Person[]> => {
      const options = { signal, local: true, action: 'members.list' }
      return isAdmin ? callAllPages(listMembers, {}, options) : callAllPages(listUsers, {}, options)
    },
  })

export type MemberChange = EndpointInput<typeof updateMember>['body']['data']

export const changeMember = (userId: string, change: MemberChange): Promise<undefined> =>
  call(updateMember, { params: { userId }, body: { data: change } }, { local: true, action: 'members.change' })

export const resetMember = (userId: string): Promise<undefined> =>
  call(resetSecondFactor, { params: { userId } }, { local: true, action: 'members.reset-second-factor' })
