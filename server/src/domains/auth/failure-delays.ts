import { eq, sql } from 'drizzle-orm'
import type { Database, Executor } from '../../platform/db/database.ts'
import { rateLimits } from '../../platform/db/schema/index.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { rateLimitKey } from '../../platform/http/rate-limits.ts'

/** How failures slow down further attempts (ADR 43). Nobody is locked out: after a wait of at most 15 minutes an attempt is checked. */
interface FailureDelay {
  name: string
  /** Failures without a delay. */
  free: number
  /** Seconds after which one failure leaks out of the bucket. */
  memory: number
}

const minute = 60

/** The counters (ADR 43). Unknown accounts are counted like known ones, so that the answers do not differ. */
export const delays = {
  /** Many accounts from one network, which a whole laboratory may share. */
  network: { name: 'failure-network', free: 30, memory: 2 * minute },
  /** One account from one network. */
  accountFromNetwork: { name: 'failure-account-network', free: 5, memory: 10 * minute },
  /** One account from anywhere. */
  account: { name: 'failure-account', free: 20, memory: 10 * minute },
  /** One account from a known browser: the only counter for it. */
  knownDevice: { name: 'failure-device', free: 10, memory: 10 * minute },
  /** Codes of the second step, after the right password. */
  secondStep: { name: 'failure-second-step', free: 5, memory: 30 * minute },
  /** The current password, asked of a logged-in user. */
  ownAccount: { name: 'failure-own-account', free: 5, memory: 10 * minute },
} as const satisfies Record<string, FailureDelay>

/** A counter: its delays, and its subject (network, address, user or device). */
export type Counter = readonly [delay: FailureDelay, subject: string]

/** Seconds of the first and the longest delay. */
const shortest = 5
const longest = 15 * minute

/**
 * Seconds after a failure until the next attempt: they double, from 5 s to 15 min (ADR 43).
 * @param failures - in the bucket, the last one included
 */
export const delayAfter = (failures: number, { free }: Pick<FailureDelay, 'free'>): number =>
  failures < free ? 0 : Math.min(longest, shortest * 2 ** (failures - free))

const waitText = (seconds: number): string =>
  seconds < 2 * minute ? `${seconds} seconds` : `${Math.ceil(seconds / minute)} minutes`

const refuse = (until: Date, now: Date): never => {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  const detail = `Too many failed attempts. Try again in ${seconds === 1 ? '1 second' : waitText(seconds)}.`
  throw new ApiError('ERR_0429', detail, { 'retry-after': String(seconds) })
}

const secondsAfter = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1000)

/** Adds a failure to a leaky bucket: `resets` is when the bucket is empty, and each failure adds `memory` seconds. */
const countOne = async (tx: Executor, [delay, subject]: Counter, now: Date): Promise<void> => {
  const key = rateLimitKey(delay, subject)
  // A concurrent attempt waits here for the row and then reads the new count.
  const [row] = await tx
    .insert(rateLimits)
    .values({ key, attempts: 0, resets: now })
    .onConflictDoUpdate({ target: rateLimits.key, set: { attempts: sql`${rateLimits.attempts}` } })
    .returning()
  if (row?.nextAttempt && row.nextAttempt > now) refuse(row.nextAttempt, now)
  const empty = row && row.resets > now ? row.resets : now
  const resets = secondsAfter(empty, delay.memory)
  const failures = Math.ceil((resets.getTime() - now.getTime()) / 1000 / delay.memory)
  const wait = delayAfter(failures, delay)
  const nextAttempt = wait === 0 ? null : secondsAfter(now, wait)
  await tx.update(rateLimits).set({ attempts: failures, resets, nextAttempt }).where(eq(rateLimits.key, key))
}

/**
 * Counts an attempt as failed before it is checked, over all processes, so that parallel attempts cannot bypass the count. Call
 * `forgiveAttempt` or `forgetFailures` after a right one. Of several counters all count or none.
 * @throws ApiError ERR_0429 with Retry-After in seconds; such an attempt does not count
 */
export const countAttempt = async (db: Database, counters: readonly Counter[], now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    // Always in the order of the table above, so that transactions cannot deadlock.
    for (const counter of counters) await countOne(tx, counter, now)
  })

/** Takes a right attempt out of the count; earlier failures remain. */
export const forgiveAttempt = async (db: Executor, [delay, subject]: Counter): Promise<void> => {
  await db
    .update(rateLimits)
    .set({
      attempts: sql`greatest(${rateLimits.attempts} - 1, 0)`,
      resets: sql`${rateLimits.resets} - make_interval(secs => ${delay.memory})`,
      // An admitted attempt did not have to wait: the only wait is the one that its own counting began, or that of a concurrent failure,
      // which is below the limit again without this one.
      nextAttempt: null,
    })
    .where(eq(rateLimits.key, rateLimitKey(delay, subject)))
}

/** Empties the counter: for failures that concern nobody else. */
export const forgetFailures = async (db: Executor, [delay, subject]: Counter): Promise<void> => {
  await db.delete(rateLimits).where(eq(rateLimits.key, rateLimitKey(delay, subject)))
}
