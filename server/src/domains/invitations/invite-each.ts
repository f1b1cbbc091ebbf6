import type { InvitationResult } from '@lamella/shared/contract'
import * as z from 'zod/mini'
import type { AppContext } from '../../platform/context.ts'
import { normaliseEmail } from '../../platform/crypto/passwords.ts'
import type { Executor } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { consumeRateLimit, limits } from '../../platform/http/rate-limits.ts'
import type { Actor } from '../audit/index.ts'
import { claimQuota, lockLimits } from '../quotas/index.ts'
import { findUserByEmail } from '../users/index.ts'
import {
  countPendingInvitations,
  findInvitationTo,
  insertInvitation,
  type NewInvitation,
  renewInvitation,
} from './repository.ts'

const address = z.email().check(z.maxLength(254))

/**
 * Invites each address separately, with its own result or error.
 * @param inviteOne - receives the address as `normaliseEmail` returns it, and its index; returns the id of the invitation
 * @throws ApiError ERR_0429
 */
export const inviteEach = async (
  { db, now }: AppContext,
  { principal: { organisationId } }: Actor,
  emails: readonly string[],
  inviteOne: (email: string, index: number) => Promise<string>,
): Promise<InvitationResult[]> => {
  await consumeRateLimit(db, limits.invitationByOrganisation, organisationId, now())
  const results: InvitationResult[] = []
  for (const [index, given] of emails.entries()) {
    const email = normaliseEmail(given)
    try {
      if (!address.safeParse(email).success) throw new ApiError('ERR_0400', 'Please provide a valid email address!')
      await consumeRateLimit(db, limits.invitationByAddress, email, now())
      results.push({ email: given, invitationId: await inviteOne(email, index), error: null })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      results.push({ email: given, invitationId: null, error: { code: error.code, detail: error.message } })
    }
  }
  return results
}

/**
 * The invitation of the organisation to an address, also an expired one; null: there is none. Invitations of the organisation follow one
 * another from here on.
 * @throws ApiError ERR_0409 for members
 */
export const findEarlier = async (tx: Executor, organisationId: string, email: string, now: Date) => {
  // Before any query: the second of two concurrent invitations waits here and then counts the first.
  await lockLimits(tx, organisationId, now)
  const account = await findUserByEmail(tx, email)
  if (account?.organisationId === organisationId) {
    throw new ApiError('ERR_0409', 'This person is already in your organization.')
  }
  return findInvitationTo(tx, organisationId, email)
}

/** Checks that all pending invitations and one more fit into the user limit. @param except - not counted @throws ApiError ERR_5002 */
export const refuseIfFull = async (tx: Executor, organisationId: string, now: Date, except?: string): Promise<void> => {
  const pending = await countPendingInvitations(tx, organisationId, now, except)
  await claimQuota(tx, organisationId, { users: 1 + pending }, now)
}

/** Stores an invitation in place of an expired one, whose projects it keeps. @returns its id and the secret of its link */
export const storeInvitation = async (
  tx: Executor,
  row: NewInvitation,
  expired: { id: string } | null,
): Promise<{ id: string; token: string }> =>
  expired ? { id: expired.id, token: await renewInvitation(tx, expired.id, row) } : insertInvitation(tx, row)
