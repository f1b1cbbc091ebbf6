import { call } from '@lamella/shared/api'
import { type EndpointInput, resetSecondFactor, updateMember } from '@lamella/shared/contract'

/** Changed fields of a member: role, or whether the account is active. */
export type MemberChange = EndpointInput<typeof updateMember>['body']['data']

/**
 * Changes a member's role or access.
 * @throws ApiFailure when not permitted, as for the owner
 */
export const changeMember = (userId: string, change: MemberChange): Promise<undefined> =>
  call(updateMember, { params: { userId }, body: { data: change } }, { action: 'members.change' })

/** Turns off a member's two-step verification. */
export const resetMemberSecondFactor = (userId: string): Promise<undefined> =>
  call(resetSecondFactor, { params: { userId } }, { action: 'members.reset-second-factor' })
