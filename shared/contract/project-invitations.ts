import * as z from 'zod/mini'
import { data, id, page, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { invitationResult, invitationRole, maxInvitations } from './invitations.ts'
import { contributorRole } from './roles.ts'
import { text } from './text.ts'

/** An invitation that will make its receiver a contributor of the project. */
export const projectInvitation = z.object({
  id,
  email: z.string(),
  /** Role in the project. */
  role: contributorRole,
  /** Role in the organisation. */
  account: invitationRole,
  created: timestamp,
  /** End of the link; afterwards the invitation can still be sent again. */
  expires: timestamp,
  /** Null: the inviting person has left. */
  invitedBy: z.nullable(z.object({ id, fullName: z.string() })),
})
export type ProjectInvitation = z.infer<typeof projectInvitation>

const path = '/api/v1/projects/:projectId/invitations'
const params = z.object({ projectId: id })
const oneOf = z.object({ projectId: id, invitationId: id })

export const listProjectInvitations = endpoint({
  method: 'GET',
  path,
  summary: 'Invitations to a project that were not accepted yet, newest first',
  tag: 'sharing',
  params,
  success: { status: 200, body: page(projectInvitation) },
})

export const inviteToProject = endpoint({
  method: 'POST',
  path,
  summary:
    'Invite people without account to a project by mail: viewers as guests of the organisation, by admins also editors and annotators as its users. One outcome per address, in the order given',
  tag: 'sharing',
  params,
  body: data(
    z.object({
      emails: z.array(text.check(z.maxLength(254))).check(z.minLength(1), z.maxLength(maxInvitations)),
      role: contributorRole,
    }),
  ),
  success: { status: 200, body: data(z.array(invitationResult)) },
  errors: ['ERR_0429', 'ERR_5002'],
})

export const resendProjectInvitation = endpoint({
  method: 'POST',
  path: `${path}/:invitationId/resend`,
  summary: 'Mail a new link; the older one stops working',
  tag: 'sharing',
  params: oneOf,
  success: { status: 204, body: null },
  errors: ['ERR_0429', 'ERR_5002'],
})

export const revokeProjectInvitation = endpoint({
  method: 'DELETE',
  path: `${path}/:invitationId`,
  summary: 'Withdraw an invitation from a project; one that was made for this project only ends with it',
  tag: 'sharing',
  params: oneOf,
  success: { status: 204, body: null },
})
