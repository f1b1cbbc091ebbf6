import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { hashSecret, newSecret } from '../../platform/crypto/secrets.ts'
import type { Executor } from '../../platform/db/database.ts'
import { loginTickets, users } from '../../platform/db/schema/index.ts'

/** Minutes from the password to the second step (ADR 43). */
const ticketMinutes = 5
/** Codes per ticket (ADR 43). */
const mostAttempts = 5

/** Creates a ticket for the second step. @returns its secret, of which only the hash is stored */
export const createTicket = async (tx: Executor, userId: string, now: Date): Promise<string> => {
  const ticket = newSecret()
  const expires = new Date(now.getTime() + ticketMinutes * 60_000)
  await tx.insert(loginTickets).values({ hash: hashSecret(ticket), userId, expires })
  return ticket
}

/** The user of a ticket; null: unknown, used, expired, or tried too often. */
export const findTicketHolder = async (db: Executor, ticket: string, now: Date) => {
  const [row] = await db
    .select({ user: users })
    .from(loginTickets)
    .innerJoin(users, eq(users.id, loginTickets.userId))
    .where(
      and(
        eq(loginTickets.hash, hashSecret(ticket)),
        gt(loginTickets.expires, now),
        lt(loginTickets.attempts, mostAttempts),
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

/** Deletes the ticket. Of two concurrent calls only one gets true. */
export const consumeTicket = async (tx: Executor, ticket: string): Promise<boolean> =>
  (
    await tx
      .delete(loginTickets)
      .where(eq(loginTickets.hash, hashSecret(ticket)))
      .returning()
  ).length > 0

/** For a new password, which also ends log-ins that wait for their second step. */
export const deleteTicketsOf = async (tx: Executor, userId: string): Promise<void> => {
  await tx.delete(loginTickets).where(eq(loginTickets.userId, userId))
}

/** Part of the hourly clean-up. */
export const deleteExpiredTickets = async (db: Executor, now: Date): Promise<void> => {
  await db.delete(loginTickets).where(lt(loginTickets.expires, now))
}
