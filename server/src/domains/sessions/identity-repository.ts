import { and, eq, lte, max } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import {
  accessTokens,
  organisations,
  secondFactors,
  sessions,
  subscriptionPlans,
  subscriptions,
  users,
} from '../../platform/db/schema/index.ts'
import type { Identity } from '../../platform/http/identity.ts'

/** Last moment covered by a portal subscription, per organisation. */
const portalAccess = (db: Executor, now: Date) =>
  db
    .select({ organisationId: subscriptions.organisationId, until: max(subscriptions.validUntil).as('until') })
    .from(subscriptions)
    .innerJoin(subscriptionPlans, eq(subscriptionPlans.id, subscriptions.planId))
    .where(
      and(
        eq(subscriptionPlans.family, 'portal'),
        eq(subscriptions.organisationId, users.organisationId),
        lte(subscriptions.validFrom, now),
      ),
    )
    .groupBy(subscriptions.organisationId)
    .as('portal')

/**
 * Sessions with all that an identity is made of.
 * @param expires - column of the moment at which the identity ends
 */
const selectIdentities = (db: Executor, now: Date, expires: typeof accessTokens.expires | typeof sessions.expires) => {
  const portal = portalAccess(db, now)
  return db
    .select({
      userId: users.id,
      organisationId: users.organisationId,
      sessionId: sessions.id,
      isAdmin: users.isAdmin,
      isGuest: users.isGuest,
      active: users.active,
      operator: users.operator,
      terms: users.agreementTerms,
      privacy: users.agreementPrivacy,
      revoked: sessions.revoked,
      secondFactorRequired: organisations.secondFactorRequired,
      secondFactorSince: secondFactors.confirmed,
      expires,
      portalUntil: portal.until,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(organisations, eq(organisations.id, users.organisationId))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .leftJoinLateral(portal, eq(portal.organisationId, users.organisationId))
}

type IdentityRow = Awaited<ReturnType<typeof selectIdentities>>[number]

const toIdentity = (row: IdentityRow | undefined): Identity | null => {
  if (!row || row.revoked) return null
  const { userId, organisationId, sessionId, isAdmin, isGuest, active, expires, portalUntil } = row
  const principal = { userId, organisationId, sessionId, isAdmin, isGuest }
  const secondFactorMissing = row.secondFactorRequired && row.secondFactorSince === null
  return {
    principal,
    active,
    operator: row.operator,
    agreed: row.terms && row.privacy,
    secondFactorMissing,
    expires,
    portalUntil,
  }
}

/** @returns null for an unknown token and for one of a revoked session; the caller compares `expires` with the time */
export const findIdentity = async (db: Executor, tokenHash: Buffer, now: Date): Promise<Identity | null> => {
  const [row] = await selectIdentities(db, now, accessTokens.expires)
    .innerJoin(accessTokens, eq(accessTokens.sessionId, sessions.id))
    .where(eq(accessTokens.hash, tokenHash))
  return toIdentity(row)
}

/** @returns as `findIdentity`; `expires` is the end of the session */
export const findIdentityOfSession = async (db: Executor, sessionId: string, now: Date): Promise<Identity | null> => {
  const [row] = await selectIdentities(db, now, sessions.expires).where(eq(sessions.id, sessionId))
  return toIdentity(row)
}
