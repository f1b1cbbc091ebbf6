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
import type { Identity, Principal } from '../../platform/http/identity.ts'

/** Last moment covered by a portal subscription, for each organisation. */
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

const identityFields = {
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
}

interface IdentityRow extends Principal {
  active: boolean
  terms: boolean
  privacy: boolean
  revoked: Date | null
  secondFactorRequired: boolean
  secondFactorSince: Date | null
  expires: Date
  portalUntil: Date | null
}

const toIdentity = (row: IdentityRow | undefined): Identity | null => {
  if (!row || row.revoked) return null
  const { userId, organisationId, sessionId, isAdmin, isGuest, active, expires, portalUntil } = row
  const principal = { userId, organisationId, sessionId, isAdmin, isGuest }
  const secondFactorMissing = row.secondFactorRequired && row.secondFactorSince === null
  return { principal, active, agreed: row.terms && row.privacy, secondFactorMissing, expires, portalUntil }
}

/** Null: unknown, or its session was ended. Whether it has expired is for the caller to say. */
export const findIdentity = async (db: Executor, tokenHash: Buffer, now: Date): Promise<Identity | null> => {
  const portal = portalAccess(db, now)
  const [row] = await db
    .select({ ...identityFields, expires: accessTokens.expires, portalUntil: portal.until })
    .from(accessTokens)
    .innerJoin(sessions, eq(sessions.id, accessTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(organisations, eq(organisations.id, users.organisationId))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .leftJoinLateral(portal, eq(portal.organisationId, users.organisationId))
    .where(eq(accessTokens.hash, tokenHash))
  return toIdentity(row)
}

/** The same for a session, whose end is then that of the identity. */
export const findIdentityOfSession = async (db: Executor, sessionId: string, now: Date): Promise<Identity | null> => {
  const portal = portalAccess(db, now)
  const [row] = await db
    .select({ ...identityFields, expires: sessions.expires, portalUntil: portal.until })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(organisations, eq(organisations.id, users.organisationId))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .leftJoinLateral(portal, eq(portal.organisationId, users.organisationId))
    .where(eq(sessions.id, sessionId))
  return toIdentity(row)
}
