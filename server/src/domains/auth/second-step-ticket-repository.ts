import { and, eq, gt, isNotNull, lt, or, sql } from 'drizzle-orm'
import { hashSecret, newSecret } from '../../platform/crypto/secrets.ts'
import type { Executor } from '../../platform/db/database.ts'
import { loginTickets, users } from '../../platform/db/schema/index.ts'

/** Minutes from the password to the second step (ADR 43). */
const ticketMinutes = 5
/** Codes per ticket (ADR 43). */
const mostAttempts = 5
/** Seconds in which a used ticket gives the same answer again: for lost answers (ADR 43). */
const repeatSeconds = 60

/** Creates a ticket for the second step. @returns its secret, of which only the hash is stored */
export const createTicket = async (tx: Executor, userId: string, now: Date): Promise<string> => {
  const ticket = newSecret()
  const expires = new Date(now.getTime() + ticketMinutes * 60_000)
  await tx.insert(loginTickets).values({ hash: hashSecret(ticket), userId, expires })
  return ticket
}

/** The user of a ticket, also of one that was just used; null: unknown, expired, or tried too often. */
export const findTicketHolder = async (db: Executor, ticket: string, now: Date) => {
  const [row] = await db
    .select({ user: users })
    .from(loginTickets)
    .innerJoin(users, eq(users.id, loginTickets.userId))
    .where(
      and(
        eq(loginTickets.hash, hashSecret(ticket)),
        gt(loginTickets.expires, now),
        or(lt(loginTickets.attempts, mostAttempts), isNotNull(loginTickets.answer)),
      ),
    )
  return row?.user ?? null
}

/** Counts one tried code. */
export const countTicketAttempt = async (db: Executor, ticket: string): Promise<void> => {
  await db
    .update(loginTickets)
    .set({ attempts: sql`${loginTickets.attempts} + 1` })
    .where(eq(loginTickets.hash, hashSecret(ticket)))
}

/**
 * Locks a ticket until the end of the transaction, so that the second of two concurrent calls sees the first.
 * @returns the sealed answer that the ticket has got already, if any; null: unknown or expired
 */
export const lockTicket = async (
  tx: Executor,
  ticket: string,
  now: Date,
): Promise<{ answer: Buffer | null } | null> => {
  const [row] = await tx
    .select({ answer: loginTickets.answer })
    .from(loginTickets)
    .where(and(eq(loginTickets.hash, hashSecret(ticket)), gt(loginTickets.expires, now)))
    .for('update')
  return row ?? null
}

/** Marks a ticket as used. @param answer - sealed; kept for a minute, in which the client may repeat the call */
export const markTicketUsed = async (tx: Executor, ticket: string, answer: Buffer, now: Date): Promise<void> => {
  const expires = new Date(now.getTime() + repeatSeconds * 1000)
  // No attempts are left, because servers of earlier builds do not look for an answer.
  await tx
    .update(loginTickets)
    .set({ answer, expires, attempts: mostAttempts })
    .where(eq(loginTickets.hash, hashSecret(ticket)))
}

/**
 * For a new password, which also ends log-ins that wait for their second step. To be called before sessions are revoked: it waits for a
 * second step that is under way, whose session must be revoked too.
 */
export const deleteTicketsOf = async (tx: Executor, userId: string): Promise<void> => {
  await tx.delete(loginTickets).where(eq(loginTickets.userId, userId))
}

/** Part of the hourly clean-up. */
export const deleteExpiredTickets = async (db: Executor, now: Date): Promise<void> => {
  await db.delete(loginTickets).where(lt(loginTickets.expires, now))
}
