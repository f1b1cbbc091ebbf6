import type { InvitationRole } from '@lamella/shared/contract'
import { and, count, desc, eq, gt, lt, ne } from 'drizzle-orm'
import { hashSecret, newSecret } from '../../platform/crypto/secrets.ts'
import type { Executor } from '../../platform/db/database.ts'
import { invitations, organisations, users } from '../../platform/db/schema/index.ts'

export interface NewInvitation {
  organisationId: string
  email: string
  role: InvitationRole
  message: string
  invitedBy: string
  created: Date
  expires: Date
}

/** @returns id and the secret of the link, of which only the hash is kept */
export const insertInvitation = async (
  tx: Executor,
  invitation: NewInvitation,
): Promise<{ id: string; token: string }> => {
  const token = newSecret()
  const [row] = await tx
    .insert(invitations)
    .values({ ...invitation, tokenHash: hashSecret(token) })
    .returning({ id: invitations.id })
  if (!row) throw new Error('The invitation could not be stored')
  return { id: row.id, token }
}

/** Gives the invitation another secret: the older link stops working. */
export const renewInvitation = async (tx: Executor, id: string, expires: Date): Promise<string> => {
  const token = newSecret()
  await tx
    .update(invitations)
    .set({ expires, tokenHash: hashSecret(token) })
    .where(eq(invitations.id, id))
  return token
}

/** Also those that have expired: they can be sent again. */
export const listInvitationsOf = async (db: Executor, organisationId: string) =>
  db
    .select({
      invitation: invitations,
      inviter: { id: users.id, firstName: users.firstName, lastName: users.lastName },
    })
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .where(eq(invitations.organisationId, organisationId))
    .orderBy(desc(invitations.created), desc(invitations.id))

export const findInvitation = async (tx: Executor, organisationId: string, id: string) => {
  const [row] = await tx
    .select()
    .from(invitations)
    .where(and(eq(invitations.id, id), eq(invitations.organisationId, organisationId)))
    .for('update')
  return row ?? null
}

export const findInvitationTo = async (tx: Executor, organisationId: string, email: string) => {
  const [row] = await tx
    .select({ id: invitations.id, expires: invitations.expires })
    .from(invitations)
    .where(and(eq(invitations.email, email), eq(invitations.organisationId, organisationId)))
  return row ?? null
}

/** Those that can be accepted; with the members they must fit into the user limit. @param except - not counted */
export const countPendingInvitations = async (
  tx: Executor,
  organisationId: string,
  now: Date,
  except?: string,
): Promise<number> => {
  const [row] = await tx
    .select({ pending: count() })
    .from(invitations)
    .where(
      and(
        eq(invitations.organisationId, organisationId),
        gt(invitations.expires, now),
        except ? ne(invitations.id, except) : undefined,
      ),
    )
  return row?.pending ?? 0
}

const usable = (id: string, token: string, now: Date) =>
  and(eq(invitations.id, id), eq(invitations.tokenHash, hashSecret(token)), gt(invitations.expires, now))

/** What a live link opens; it stays usable. */
export const peekInvitation = async (db: Executor, id: string, token: string, now: Date) => {
  const [row] = await db
    .select({ email: invitations.email, organizationName: organisations.name })
    .from(invitations)
    .innerJoin(organisations, eq(organisations.id, invitations.organisationId))
    .where(usable(id, token, now))
  return row ?? null
}

/** Uses the link up. Of two at once only one gets the invitation. */
export const consumeInvitation = async (tx: Executor, id: string, token: string, now: Date) => {
  const [row] = await tx
    .delete(invitations)
    .where(usable(id, token, now))
    .returning()
  return row ?? null
}

export const deleteInvitation = async (tx: Executor, id: string): Promise<void> => {
  await tx.delete(invitations).where(eq(invitations.id, id))
}

/** That long an expired invitation can still be sent again. */
const keptDays = 30

export const deleteOldInvitations = async (db: Executor, now: Date): Promise<void> => {
  const expired = new Date(now.getTime() - keptDays * 86_400_000)
  await db.delete(invitations).where(lt(invitations.expires, expired))
}
