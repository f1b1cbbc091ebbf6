import { call } from '@lamella/shared/api'
import { type EndpointInput, updateMember } from '@lamella/shared/contract'

export type MemberChange = EndpointInput<typeof updateMember>['body']['data']

export const changeMember = (userId: string, change: MemberChange): Promise<undefined> =>
  call(updateMember, { params: { userId }, body: { data: change } }, { action: 'members.change' })
