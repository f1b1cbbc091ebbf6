import { lt, sql } from 'drizzle-orm'
import { hashSecret } from '../crypto/secrets.ts'
import type { Database } from '../db/database.ts'
import { rateLimits } from '../db/schema/index.ts'
import { ApiError } from './api-error.ts'

/** At most `attempts` per subject in a window of `minutes`. */
export interface RateLimit {
  name: string
  attempts: number
  minutes: number
}

/**
 * Fixed windows for calls that cost mails or computing time; `ByAddress` is the network of the client. Sign-up and reset by ADR 20;
 * lower counts would hinder normal use, higher ones allow more cost. Guessing at secrets is slowed down instead of limited
 * (failure-delays.ts, ADR 43).
 */
export const limits = {
  signupByAddress: { name: 'signup-address', attempts: 20, minutes: 60 },
  signupByAccount: { name: 'signup-account', attempts: 3, minutes: 60 },
  resetByAddress: { name: 'reset-address', attempts: 20, minutes: 60 },
  resetByAccount: { name: 'reset-account', attempts: 3, minutes: 60 },
  invitationByOrganisation: { name: 'invitation-organisation', attempts: 20, minutes: 60 },
  invitationByAddress: { name: 'invitation-address', attempts: 3, minutes: 60 },
  sharingByPerson: { name: 'sharing-person', attempts: 5, minutes: 60 },
  upgradeByOrganisation: { name: 'upgrade-organisation', attempts: 5, minutes: 60 },
  bundleByUser: { name: 'bundle-user', attempts: 20, minutes: 60 },
  bundleByOrganisation: { name: 'bundle-organisation', attempts: 60, minutes: 60 },
  exportByUser: { name: 'export-user', attempts: 60, minutes: 60 },
  importByUser: { name: 'import-user', attempts: 120, minutes: 60 },
  telemetryByAddress: { name: 'telemetry-address', attempts: 1200, minutes: 60 },
  reportsByUser: { name: 'reports-user', attempts: 240, minutes: 60 },
  sampleByUser: { name: 'sample-user', attempts: 20, minutes: 60 },
  archiveByUser: { name: 'archive-user', attempts: 60, minutes: 60 },
  avatarByUser: { name: 'avatar-user', attempts: 20, minutes: 60 },
} as const satisfies Record<string, RateLimit>

/** Primary key of a counter: the subject is stored as a hash, so that no address is kept. */
export const rateLimitKey = (limit: Pick<RateLimit, 'name'>, subject: string): Buffer =>
  hashSecret(`${limit.name} ${subject}`)

/**
 * Counts one attempt, atomically over all processes.
 * @param subject - who is limited: a network, an address, an id
 * @throws ApiError ERR_0429 with Retry-After in seconds when the limit is exceeded
 */
export const consumeRateLimit = async (db: Database, limit: RateLimit, subject: string, now: Date): Promise<void> => {
  const fresh = new Date(now.getTime() + limit.minutes * 60_000)
  const running = sql`${rateLimits.resets} > ${now.toISOString()}`
  const [row] = await db
    .insert(rateLimits)
    .values({ key: rateLimitKey(limit, subject), attempts: 1, resets: fresh })
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

/** Part of the hourly clean-up. */
export const deleteExpiredAttempts = async (db: Database, now: Date): Promise<void> => {
  await db.delete(rateLimits).where(lt(rateLimits.resets, now))
}
