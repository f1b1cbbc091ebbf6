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

/** Null: unknown, or its session was ended. Whether it has expired is for the caller to say. */
export const findIdentity = async (db: Executor, tokenHash: Buffer, now: Date): Promise<Identity | null> => {
  const portalUntil = db
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
  const [row] = await db
    .select({
      userId: users.id,
      organisationId: users.organisationId,
      sessionId: sessions.id,
      isAdmin: users.isAdmin,
      isGuest: users.isGuest,
      active: users.active,
      terms: users.agreementTerms,
      privacy: users.agreementPrivacy,
      revoked: sessions.revoked,
      secondFactorRequired: organisations.secondFactorRequired,
      secondFactorSince: secondFactors.confirmed,
      expires: accessTokens.expires,
      portalUntil: portalUntil.until,
    })
    .from(accessTokens)
    .innerJoin(sessions, eq(sessions.id, accessTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(organisations, eq(organisations.id, users.organisationId))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .leftJoinLateral(portalUntil, eq(portalUntil.organisationId, users.organisationId))
    .where(eq(accessTokens.hash, tokenHash))
  if (!row || row.revoked) return null
  const { userId, organisationId, sessionId, isAdmin, isGuest } = row
  return {
    principal: { userId, organisationId, sessionId, isAdmin, isGuest },
    active: row.active,
    agreed: row.terms && row.privacy,
    secondFactorMissing: row.secondFactorRequired && row.secondFactorSince === null,
    expires: row.expires,
    portalUntil: row.portalUntil,
  }
}
