import { eq, sql } from 'drizzle-orm'
import type { Database, Executor } from '../../platform/db/database.ts'
import { rateLimits } from '../../platform/db/schema/index.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { rateLimitKey } from '../../platform/http/rate-limits.ts'

/** How guessing is slowed down. Nobody is locked out: there is always a moment at which the next attempt is looked at. */
interface FailureDelay {
  name: string
  /** Failures that cost nothing. */
  free: number
  /** Seconds after which one failure is forgotten. */
  memory: number
}

const minute = 60

/** Unknown accounts are counted like known ones, so that nothing is told. */
export const delays = {
  /** Many accounts from one network: a laboratory may sit behind it. */
  network: { name: 'failure-network', free: 30, memory: 2 * minute },
  /** One account from one network. */
  accountFromNetwork: { name: 'failure-account-network', free: 5, memory: 10 * minute },
  /** One account from anywhere. */
  account: { name: 'failure-account', free: 20, memory: 10 * minute },
  /** One account from a browser that has been in it: no other counter slows it down. */
  knownDevice: { name: 'failure-device', free: 10, memory: 10 * minute },
  /** Codes of the second step, by who knows the password. */
  secondStep: { name: 'failure-second-step', free: 5, memory: 30 * minute },
  /** The password of somebody who is logged in. */
  ownAccount: { name: 'failure-own-account', free: 5, memory: 10 * minute },
} as const satisfies Record<string, FailureDelay>

/** A counter: how it slows down, and whom. */
export type Counter = readonly [delay: FailureDelay, subject: string]

const shortest = 5
const longest = 15 * minute

/**
 * Seconds after a failure until the next attempt: they double, from 5 s to 15 min.
 * @param failures - remembered ones, with the last
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

/** A leaky bucket: `resets` is when it is empty, so that each failure adds `memory` seconds to it. */
const countOne = async (tx: Executor, [delay, subject]: Counter, now: Date): Promise<void> => {
  const key = rateLimitKey(delay, subject)
  // Of two at once the second waits here for the first, and then finds its count.
  await tx
    .insert(rateLimits)
    .values({ key, attempts: 0, resets: now })
    .onConflictDoUpdate({ target: rateLimits.key, set: { attempts: sql`${rateLimits.attempts}` } })
  const [row] = await tx.select().from(rateLimits).where(eq(rateLimits.key, key))
  if (row?.nextAttempt && row.nextAttempt > now) refuse(row.nextAttempt, now)
  const empty = row && row.resets > now ? row.resets : now
  const resets = secondsAfter(empty, delay.memory)
  const failures = Math.ceil((resets.getTime() - now.getTime()) / 1000 / delay.memory)
  const wait = delayAfter(failures, delay)
  const nextAttempt = wait === 0 ? null : secondsAfter(now, wait)
  await tx.update(rateLimits).set({ attempts: failures, resets, nextAttempt }).where(eq(rateLimits.key, key))
}

/**
 * Counts an attempt as failed before it is looked at, over all processes, so that parallel ones cannot outrun the count:
 * `forgiveAttempt` afterwards. Of several counters all count or none.
 * @throws ApiError ERR_0429 with Retry-After in seconds; such an attempt does not count
 */
export const countAttempt = async (db: Database, counters: readonly Counter[], now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    // Always in the order of the table above: nobody waits for somebody who waits for them.
    for (const counter of counters) await countOne(tx, counter, now)
  })

/** The attempt was right: it counts no more, those before it do. */
export const forgiveAttempt = async (db: Executor, [delay, subject]: Counter): Promise<void> => {
  await db
    .update(rateLimits)
    .set({
      attempts: sql`greatest(${rateLimits.attempts} - 1, 0)`,
      resets: sql`${rateLimits.resets} - make_interval(secs => ${delay.memory})`,
      nextAttempt: null,
    })
    .where(eq(rateLimits.key, rateLimitKey(delay, subject)))
}

export const forgetFailures = async (db: Executor, [delay, subject]: Counter): Promise<void> => {
  await db.delete(rateLimits).where(eq(rateLimits.key, rateLimitKey(delay, subject)))
}
