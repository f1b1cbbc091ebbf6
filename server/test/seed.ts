import { randomInt } from 'node:crypto'
import { createRandom } from '@lamella/shared/testing/pictures/random.ts'

/**
 * Random points in time for tests that kill a process. The seed is printed; LAMELLA_TEST_SEED repeats its points.
 * @param of - name of the test
 */
export const seededRandom = (of: string): ReturnType<typeof createRandom> => {
  const seed = Number(process.env.LAMELLA_TEST_SEED ?? randomInt(1, 2 ** 31))
  process.stderr.write(`${of}: LAMELLA_TEST_SEED=${seed}\n`)
  return createRandom(seed)
}
