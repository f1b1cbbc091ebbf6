import type { InvitationRole } from '@lamella/shared/contract'
import { and, count, eq, gt, lt, ne } from 'drizzle-orm'
import { hashSecret, newSecret } from '../../platform/crypto/secrets.ts'
import type { Executor } from '../../platform/db/database.ts'
import { invitationProjects, invitations, organisations, projects } from '../../platform/db/schema/index.ts'

/** Columns of a new invitation; `email` as `normaliseEmail` returns it. */
export interface NewInvitation {
  organisationId: string
  email: string
  role: InvitationRole
  message: string
  invitedBy: string
  created: Date
  expires: Date
  /** Made to share projects: it ends with the last of them. */
  forProjects: boolean
}

/** Stores an invitation. @returns its id and the secret of its link, of which only the hash is stored */
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

/** Gives the invitation a new secret and these columns; the older link stops working. @returns the secret */
export const renewInvitation = async (
  tx: Executor,
  id: string,
  columns: Partial<NewInvitation> & Pick<NewInvitation, 'expires'>,
): Promise<string> => {
  const token = newSecret()
  await tx
    .update(invitations)
    .set({ ...columns, tokenHash: hashSecret(token) })
    .where(eq(invitations.id, id))
  return token
}

/** Locks an invitation of the organisation until the end of the transaction. Null: there is none. */
export const findInvitation = async (tx: Executor, organisationId: string, id: string) => {
  const [row] = await tx
    .select()
    .from(invitations)
    .where(and(eq(invitations.id, id), eq(invitations.organisationId, organisationId)))
    .for('update')
  return row ?? null
}

/** The invitation of the organisation to an address; null: there is none. */
export const findInvitationTo = async (tx: Executor, organisationId: string, email: string) => {
  const [row] = await tx
    .select({ id: invitations.id, role: invitations.role, expires: invitations.expires })
    .from(invitations)
    .where(and(eq(invitations.email, email), eq(invitations.organisationId, organisationId)))
  return row ?? null
}

/** Number of invitations that can still be accepted. @param except - id that is not counted */
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

/** Address and organisation of a valid link, which stays usable. Null: unknown, used, revoked or expired. */
export const peekInvitation = async (db: Executor, id: string, token: string, now: Date) => {
  const [row] = await db
    .select({
      email: invitations.email,
      role: invitations.role,
      message: invitations.message,
      organizationName: organisations.name,
    })
    .from(invitations)
    .innerJoin(organisations, eq(organisations.id, invitations.organisationId))
    .where(usable(id, token, now))
  return row ?? null
}

/**
 * Deletes and returns the invitation of a valid link with the projects that it shares, which stay until the end of the transaction. Of two
 * concurrent calls only one gets it, the other null.
 */
export const consumeInvitation = async (tx: Executor, id: string, token: string, now: Date) => {
  const [row] = await tx
    .select()
    .from(invitations)
    .where(usable(id, token, now))
    .for('update')
  if (!row) return null
  const shares = await tx
    .select({ projectId: invitationProjects.projectId, role: invitationProjects.role, name: projects.name })
    .from(invitationProjects)
    .innerJoin(projects, eq(projects.id, invitationProjects.projectId))
    .where(eq(invitationProjects.invitationId, id))
    .for('share', { of: projects })
  await deleteInvitation(tx, id)
  return { ...row, shares }
}

/** Deletes an invitation: its link stops working. */
export const deleteInvitation = async (tx: Executor, id: string): Promise<void> => {
  await tx.delete(invitations).where(eq(invitations.id, id))
}

/** Days that an expired invitation is kept, to be sent again. */
const keptDays = 30

/** Part of the hourly clean-up. */
export const deleteOldInvitations = async (db: Executor, now: Date): Promise<void> => {
  const expired = new Date(now.getTime() - keptDays * 86_400_000)
  await db.delete(invitations).where(lt(invitations.expires, expired))
}
