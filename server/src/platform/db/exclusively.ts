import type { Listener } from './listener.ts'

/**
 * Runs work of which one at a time may be under way over all processes of the database; others wait. The lock ends with the process.
 * @param name - of the work
 */
export const exclusively = async <T>(
  session: Pick<Listener, 'query'>,
  name: string,
  work: () => Promise<T>,
): Promise<T> => {
  await session.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name])
  try {
    return await work()
  } finally {
    await session.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name])
  }
}
