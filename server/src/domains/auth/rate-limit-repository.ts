import { eq, lt, sql } from 'drizzle-orm'
import type { Database } from '../../platform/db/database.ts'
import { rateLimits } from '../../platform/db/schema/index.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { hashSecret } from './secrets.ts'

export interface RateLimit {
  name: string
  attempts: number
  minutes: number
}

/** Log-ins count only when they fail. Unknown accounts are counted like known ones, so that nothing is told. */
export const limits = {
  loginByAddress: { name: 'login-address', attempts: 30, minutes: 15 },
  loginByAccount: { name: 'login-account', attempts: 10, minutes: 15 },
  signupByAddress: { name: 'signup-address', attempts: 20, minutes: 60 },
  signupByAccount: { name: 'signup-account', attempts: 3, minutes: 60 },
  resetByAddress: { name: 'reset-address', attempts: 20, minutes: 60 },
  resetByAccount: { name: 'reset-account', attempts: 3, minutes: 60 },
  invitationByOrganisation: { name: 'invitation-organisation', attempts: 20, minutes: 60 },
  invitationByAddress: { name: 'invitation-address', attempts: 3, minutes: 60 },
  upgradeByOrganisation: { name: 'upgrade-organisation', attempts: 5, minutes: 60 },
  bundleByUser: { name: 'bundle-user', attempts: 20, minutes: 60 },
  bundleByOrganisation: { name: 'bundle-organisation', attempts: 60, minutes: 60 },
  avatarByUser: { name: 'avatar-user', attempts: 20, minutes: 60 },
} as const satisfies Record<string, RateLimit>

const keyOf = (limit: RateLimit, subject: string) => hashSecret(`${limit.name} ${subject}`)

/**
 * Counts one attempt, over all processes and without a gap that parallel requests could use.
 * @throws ApiError ERR_0429 with Retry-After in seconds
 */
export const takeAttempt = async (db: Database, limit: RateLimit, subject: string, now: Date): Promise<void> => {
  const fresh = new Date(now.getTime() + limit.minutes * 60_000)
  const running = sql`${rateLimits.resets} > ${now.toISOString()}`
  const [row] = await db
    .insert(rateLimits)
    .values({ key: keyOf(limit, subject), attempts: 1, resets: fresh })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        attempts: sql`case when ${running} then ${rateLimits.attempts} + 1 else 1 end`,
        resets: sql`case when ${running} then ${rateLimits.resets} else ${fresh.toISOString()} end`,
      },
    })
    .returning({ attempts: rateLimits.attempts, resets: rateLimits.resets })
  if (!row || row.attempts <= limit.attempts) return
  const seconds = Math.max(1, Math.ceil((row.resets.getTime() - now.getTime()) / 1000))
  throw new ApiError('ERR_0429', undefined, { 'retry-after': String(seconds) })
}

/** The attempt was an honest one. */
export const refundAttempt = async (db: Database, limit: RateLimit, subject: string): Promise<void> => {
  await db
    .update(rateLimits)
    .set({ attempts: sql`greatest(${rateLimits.attempts} - 1, 0)` })
    .where(eq(rateLimits.key, keyOf(limit, subject)))
}

export const forgetAttempts = async (db: Database, limit: RateLimit, subject: string): Promise<void> => {
  await db.delete(rateLimits).where(eq(rateLimits.key, keyOf(limit, subject)))
}

export const deleteExpiredAttempts = async (db: Database, now: Date): Promise<void> => {
  await db.delete(rateLimits).where(lt(rateLimits.resets, now))
}
