import { createHash } from 'node:crypto'
import { eq, lt, or, sql } from 'drizzle-orm'
import type { AppContext } from '../context.ts'
import { jobAttempts, jobTurns } from '../db/schema/index.ts'

/** Attempts within an hour until work is refused: two jobs with three tries each (ADR 46). */
export const mostAttempts = 6
const forgottenAfter = 3600 * 1000

type Store = Pick<AppContext, 'db' | 'now'>

/** The work has failed `mostAttempts` times within an hour. The message is a sentence for the user. */
export class TooManyAttempts extends Error {
  override readonly name = 'TooManyAttempts'

  constructor() {
    super('This has failed too often within the last hour. Try it again in an hour.')
  }
}

/** Key of work by what is done to which content for whom; not by ids of jobs or media, which a new submission changes. SHA-256, hex. */
export const workKey = (...parts: string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex')

const begin = async ({ db, now }: Store, work: string): Promise<void> => {
  const last = now()
  const isOld = lt(jobAttempts.last, new Date(last.getTime() - forgottenAfter))
  const { rowCount } = await db
    .insert(jobAttempts)
    .values({ work, count: 1, last })
    .onConflictDoUpdate({
      target: jobAttempts.work,
      set: { count: sql`CASE WHEN ${isOld} THEN 1 ELSE ${jobAttempts.count} + 1 END`, last },
      setWhere: or(isOld, lt(jobAttempts.count, mostAttempts)),
    })
  if (rowCount === 0) throw new TooManyAttempts()
}

/**
 * Runs heavy work unless it has failed too often within the last hour. Attempts are counted before they begin, so that one that
 * ends the whole process counts too. Success resets the count.
 *
 * @param work - from `workKey`
 * @param isHarmless - for errors that cost little or do not come from the work: the attempt is not counted
 * @throws TooManyAttempts, or what `run` throws
 */
export const limitAttempts = async <T>(
  store: Store,
  work: string,
  isHarmless: (error: unknown) => boolean,
  run: () => Promise<T>,
): Promise<T> => {
  await begin(store, work)
  try {
    const result = await run()
    await store.db.delete(jobAttempts).where(eq(jobAttempts.work, work))
    return result
  } catch (error) {
    if (isHarmless(error)) {
      const count = sql`greatest(${jobAttempts.count} - 1, 0)`
      await store.db.update(jobAttempts).set({ count }).where(eq(jobAttempts.work, work))
    }
    throw error
  }
}

/** Resets all counts, for an operator who has removed the cause. @returns how many keys of work had a count */
export const resetAttempts = async ({ db }: Pick<Store, 'db'>): Promise<number> =>
  (await db.delete(jobAttempts)).rowCount ?? 0

/** Part of the hourly clean-up: counts and turns older than an hour. */
export const cleanUpJobs = async ({ db, now }: Store): Promise<void> => {
  const past = new Date(now().getTime() - forgottenAfter)
  await db.delete(jobAttempts).where(lt(jobAttempts.last, past))
  await db.delete(jobTurns).where(lt(jobTurns.taken, past))
}
