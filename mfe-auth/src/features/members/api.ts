import { call } from '@lamella/shared/api'
import { type EndpointInput, resetSecondFactor, updateMember } from '@lamella/shared/contract'

export type MemberChange = EndpointInput<typeof updateMember>['body']['data']

export const changeMember = (userId: string, change: MemberChange): Promise<undefined> =>
  call(updateMember, { params: { userId }, body: { data: change } }, { action: 'members.change' })

export const resetMember = (userId: string): Promise<undefined> =>
  call(resetSecondFactor, { params: { userId } }, { action: 'members.reset-second-factor' })
