import { createHash } from 'node:crypto'
import { eq, lt, or, sql } from 'drizzle-orm'
import type { AppContext } from '../context.ts'
import { jobAttempts, jobTurns } from '../db/schema/index.ts'

/** Two jobs with three tries each. */
export const mostAttempts = 6
const forgottenAfter = 3600 * 1000

type Store = Pick<AppContext, 'db' | 'now'>

/** The message is a sentence for the user. */
export class TooManyAttempts extends Error {
  override readonly name = 'TooManyAttempts'

  constructor() {
    super('This has failed too often within the last hour. Try it again in an hour.')
  }
}

/** What is done to which content, for whom: not the id of a job or a medium, which another submission would change. */
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
 * Runs heavy work unless it has lately failed too often. An attempt is counted before it begins: one that takes the whole
 * process with it counts too. Success forgets all that came before.
 *
 * @param isHarmless - for errors that cost little or say nothing about the work: the attempt is not counted
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

/** For an operator who has removed the cause. @returns how many kinds of work were limited or on the way to it */
export const resetAttempts = async ({ db }: Pick<Store, 'db'>): Promise<number> =>
  (await db.delete(jobAttempts)).rowCount ?? 0

/** Part of the hourly job: what is over. */
export const cleanUpJobs = async ({ db, now }: Store): Promise<void> => {
  const past = new Date(now().getTime() - forgottenAfter)
  await db.delete(jobAttempts).where(lt(jobAttempts.last, past))
  await db.delete(jobTurns).where(lt(jobTurns.taken, past))
}
