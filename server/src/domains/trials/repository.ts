import { and, eq, inArray, isNotNull, lt, notLike, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import {
  accountNotices,
  auditLog,
  media,
  organisations,
  projects,
  subscriptionPlans,
  subscriptions,
  users,
} from '../../platform/db/schema/index.ts'
import { freePlans } from '../quotas/index.ts'
import type { TakenSteps, Trial, TrialStep } from './steps.ts'

const freeNames = freePlans.map(({ name }) => name)

const end = sql`max(${subscriptions.validUntil})`
/** Only organisations that never had another plan than the free ones: data of paying customers is never deleted automatically. */
const onlyFree = sql`bool_and(${inArray(subscriptionPlans.name, freeNames)})`

const trials = (db: Executor, condition?: ReturnType<typeof eq>) =>
  db
    .select({
      organisationId: subscriptions.organisationId,
      end: end.mapWith(subscriptions.validUntil),
      deletion: sql`((${end} at time zone 'UTC') + interval '1 month') at time zone 'UTC'`.mapWith(
        subscriptions.validUntil,
      ),
    })
    .from(subscriptions)
    .innerJoin(subscriptionPlans, eq(subscriptionPlans.id, subscriptions.planId))
    .where(condition)
    .groupBy(subscriptions.organisationId)

/** Ids of organisations that only ever had free plans and whose trial ends before this moment. */
export const findTrialsEndingBefore = async (db: Executor, moment: Date): Promise<string[]> => {
  const rows = await trials(db).having(and(onlyFree, lt(end, sql`${moment.toISOString()}::timestamptz`)))
  return rows.map(({ organisationId }) => organisationId)
}

/** Locks the organisation until the end of the transaction. Null: it was deleted, or has got another plan. */
export const lockTrial = async (tx: Executor, organisationId: string): Promise<(Trial & { name: string }) | null> => {
  const [organisation] = await tx
    .select({ name: organisations.name })
    .from(organisations)
    .where(eq(organisations.id, organisationId))
    .for('update')
  const [trial] = await trials(tx, eq(subscriptions.organisationId, organisationId)).having(onlyFree)
  return organisation && trial ? { ...trial, name: organisation.name } : null
}

/** The steps that were taken for the trial with this end. */
export const findTakenSteps = async (tx: Executor, organisationId: string, trialEnd: Date): Promise<TakenSteps> => {
  const rows = await tx
    .select({ step: accountNotices.step, at: accountNotices.at })
    .from(accountNotices)
    .where(and(eq(accountNotices.organisationId, organisationId), eq(accountNotices.trialEnd, trialEnd)))
  return new Map(rows.map(({ step, at }) => [step, at]))
}

/** Records that a step was taken. @throws Error of PostgreSQL when it is recorded already */
export const markStep = async (
  tx: Executor,
  { organisationId, step, trialEnd }: { organisationId: string; step: TrialStep; trialEnd: Date },
  at: Date,
): Promise<void> => {
  await tx.insert(accountNotices).values({ organisationId, step, trialEnd, at })
}

/** Email addresses of the active admins. */
export const findAdminAddresses = async (tx: Executor, organisationId: string): Promise<string[]> => {
  const rows = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.organisationId, organisationId), users.isAdmin, users.active))
    .orderBy(users.id)
  return rows.map(({ email }) => email)
}

/** Ids of the projects of an organisation. */
export const findProjectsOf = async (db: Executor, organisationId: string): Promise<string[]> => {
  const rows = await db.select({ id: projects.id }).from(projects).where(eq(projects.organisationId, organisationId))
  return rows.map(({ id }) => id)
}

/** Ids of at most `limit` media of an organisation. */
export const findSomeMediaOf = async (db: Executor, organisationId: string, limit: number): Promise<string[]> => {
  const rows = await db
    .select({ id: media.id })
    .from(media)
    .where(eq(media.organisationId, organisationId))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Deletes the organisation with its users, sessions, subscriptions and invitations. */
export const deleteOrganisationRow = async (tx: Executor, organisationId: string): Promise<void> => {
  await tx.delete(organisations).where(eq(organisations.id, organisationId))
}

/** Removes names and addresses of deleted people from the audit log; what happened stays. */
export const forgetAuditDetails = async (tx: Executor, organisationId: string): Promise<void> => {
  await tx
    .update(auditLog)
    .set({ detail: null })
    .where(
      and(eq(auditLog.organisationId, organisationId), isNotNull(auditLog.detail), notLike(auditLog.action, 'trial.%')),
    )
}
