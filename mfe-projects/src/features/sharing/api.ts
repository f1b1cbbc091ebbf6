import { call } from '@lamella/shared/api'
import {
  addContributor,
  type ContributorRole,
  changeContributor,
  type InvitationResult,
  inviteToProject,
  leaveProject,
  removeContributor,
  resendProjectInvitation,
  revokeProjectInvitation,
  transferProject,
} from '@lamella/shared/contract'

/** Shares a project with a user of the organisation (D2-7-13). @throws ApiFailure, 409 for a contributor (D2-7-14) */
export const shareWith = (projectId: string, user: string, role: ContributorRole): Promise<undefined> =>
  call(addContributor, { params: { projectId }, body: { data: { user, role } } }, { action: 'sharing.add' })

/** A contributor with the role that is shown. */
export interface ShownContributor {
  userId: string
  was: ContributorRole
}

/** @throws ApiFailure, 409 for who is no contributor, 412 when the role is no longer the shown one */
export const saveRole = (
  projectId: string,
  { userId, was }: ShownContributor,
  role: ContributorRole,
): Promise<undefined> =>
  call(
    changeContributor,
    { params: { projectId, userId }, body: { data: { role, was } } },
    { action: 'sharing.change-role' },
  )

/** @throws ApiFailure, as `saveRole` */
export const remove = (projectId: string, { userId, was }: ShownContributor): Promise<undefined> =>
  call(removeContributor, { params: { projectId, userId }, query: { was } }, { action: 'sharing.remove' })

/** The user stops contributing. */
export const leave = (projectId: string): Promise<undefined> =>
  call(leaveProject, { params: { projectId } }, { action: 'sharing.leave' })

/** @param was - the shown owner @throws ApiFailure, 412 when the owner is another by now */
export const transfer = (projectId: string, user: string, was: string): Promise<undefined> =>
  call(transferProject, { params: { projectId }, body: { data: { user, was } } }, { action: 'sharing.transfer' })

/** Invites people without account. @returns one result per address, in the given order */
export const inviteByMail = async (
  projectId: string,
  emails: string[],
  role: ContributorRole,
): Promise<InvitationResult[]> =>
  (
    await call(
      inviteToProject,
      { params: { projectId }, body: { data: { emails, role } } },
      { action: 'sharing.invite' },
    )
  ).data

/** Mails a new link; the older one stops working. */
export const resend = (projectId: string, invitationId: string): Promise<undefined> =>
  call(resendProjectInvitation, { params: { projectId, invitationId } }, { action: 'sharing.resend' })

/** Withdraws an invitation from the project. */
export const revoke = (projectId: string, invitationId: string): Promise<undefined> =>
  call(revokeProjectInvitation, { params: { projectId, invitationId } }, { action: 'sharing.revoke' })
