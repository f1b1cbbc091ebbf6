import * as z from 'zod/mini'
import { accepted, additionalInformation, linkToken, personName } from './auth.ts'
import { data, id, page, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { newPassword } from './password.ts'
import { placedPageQuery } from './placed-pages.ts'
import { text } from './text.ts'

/** People are invited as user or guest; only a member can become an admin. */
export const invitationRole = z.enum(['USER', 'GUEST'])
export type InvitationRole = z.infer<typeof invitationRole>

/** Maximum number of addresses in one call. */
export const maxInvitations = 500

/** An invitation that was not accepted yet. */
export const invitation = z.object({
  id,
  email: z.string(),
  role: invitationRole,
  created: timestamp,
  /** End of the link; afterwards the invitation can still be sent again. */
  expires: timestamp,
  /** Null: the inviting person has left. */
  invitedBy: z.nullable(z.object({ id, fullName: z.string() })),
})
export type Invitation = z.infer<typeof invitation>

/** Outcome for one address: an id, or the reason why there is none. */
export const invitationResult = z.object({
  email: z.string(),
  invitationId: z.nullable(id),
  /** Code of the error catalogue and a sentence for the user. */
  error: z.nullable(z.object({ code: z.string(), detail: z.string() })),
})
export type InvitationResult = z.infer<typeof invitationResult>

/** One person who is invited (D2-7-28). */
const newInvitation = z.object({
  /** Longer than an address may be, so that a wrong one fails alone. */
  email: text.check(z.maxLength(1024)),
  /** "guest" in any case stays guest, anything else becomes user (D2-5-10). */
  role: text.check(z.maxLength(32)),
  message: z.optional(text.check(z.trim(), z.maxLength(1000))),
})
export type NewInvitation = z.infer<typeof newInvitation>

export const createInvitations = endpoint({
  method: 'POST',
  path: '/api/v2/invitations',
  summary: 'Invite people by mail; `fail` has those who were not, each with the reason',
  tag: 'invitations',
  body: data(z.array(newInvitation).check(z.minLength(1), z.maxLength(maxInvitations))),
  success: {
    status: 200,
    body: data(z.object({ success: z.array(invitationResult), fail: z.array(invitationResult) })),
  },
  errors: ['ERR_0429', 'ERR_5002'],
})

/** For builds from before `createInvitations`. */
export const invite = endpoint({
  method: 'POST',
  path: '/api/v1/invitations',
  summary: 'Invite people by mail; one outcome per address, in the order given',
  tag: 'invitations',
  body: data(
    z.object({
      emails: z.array(text.check(z.maxLength(254))).check(z.minLength(1), z.maxLength(maxInvitations)),
      role: invitationRole,
      message: z.optional(text.check(z.trim(), z.maxLength(1000))),
    }),
  ),
  success: { status: 200, body: data(z.array(invitationResult)) },
  errors: ['ERR_0429', 'ERR_5002'],
})

/** Orders of the invitations, by the columns of their list; with a minus before it descending. */
export const invitationSorts = [
  'email',
  '-email',
  'role',
  '-role',
  'status',
  '-status',
  'invited-by',
  '-invited-by',
  'created',
  '-created',
  'expires',
  '-expires',
] as const
export type InvitationSort = (typeof invitationSorts)[number]

/** Order of the list of invitations: newest first without one. */
export const listedInvitations = { sort: z.optional(z.enum(invitationSorts)) } as const

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/v1/invitations',
  summary: 'Invitations that were not accepted yet, newest first',
  tag: 'invitations',
  query: z.extend(placedPageQuery, listedInvitations),
  success: { status: 200, body: page(invitation) },
})

const params = z.object({ invitationId: id })

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/api/v1/invitations/:invitationId/resend',
  summary: 'Mail a new link; the older one stops working',
  tag: 'invitations',
  params,
  success: { status: 204, body: null },
  errors: ['ERR_0429', 'ERR_5002'],
})

export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/api/v1/invitations/:invitationId',
  summary: 'Withdraw an invitation: its link stops working',
  tag: 'invitations',
  params,
  success: { status: 204, body: null },
})

export const openInvitation = endpoint({
  method: 'GET',
  path: '/api/v1/invitations/:invitationId',
  summary: 'What an invited person sees before accepting',
  tag: 'invitations',
  params,
  query: z.object({ token: linkToken }),
  success: {
    status: 200,
    body: data(
      z.object({
        email: z.string(),
        organizationName: z.string(),
        /** Absent: an older server. */
        role: z.optional(invitationRole),
        /** What the inviting person wrote; empty: nothing. Absent: an older server. */
        message: z.optional(z.string()),
      }),
    ),
  },
  errors: ['ERR_1003'],
})

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/v1/invitations/:invitationId/accept',
  summary: 'Make the account of an invited person',
  tag: 'invitations',
  params,
  body: data(
    z.object({
      firstName: personName,
      lastName: personName,
      password: newPassword,
      token: linkToken,
      agreementTerms: accepted,
      agreementPrivacy: accepted,
      additionalInformation: z.optional(additionalInformation),
    }),
  ),
  success: { status: 204, body: null },
  errors: ['ERR_1003', 'ERR_1005', 'ERR_1020', 'ERR_5002', 'ERR_0409'],
})
