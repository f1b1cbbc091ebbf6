import { randomInt } from 'node:crypto'
import { createRandom } from '@lamella/shared/testing/pictures/random.ts'

/**
 * The random points of a test that kills. Its seed is printed, and LAMELLA_TEST_SEED gives the same points again.
 * @param of - the test's name
 */
export const seededRandom = (of: string): ReturnType<typeof createRandom> => {
  const seed = Number(process.env.LAMELLA_TEST_SEED ?? randomInt(1, 2 ** 31))
  process.stderr.write(`${of}: LAMELLA_TEST_SEED=${seed}\n`)
  return createRandom(seed)
}
