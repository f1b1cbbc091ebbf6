import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Folder of real images, which are not part of the repository. */
const dataFolder = process.env.LAMELLA_TEST_DATA ?? join(import.meta.dirname, '../../../shared/data')

export const dataPath = (name: string) => join(dataFolder, name)

/** `describe` where the real images are, `describe.skip` with a message elsewhere. */
export function describeWithData(title: string, tests: () => void): void {
  if (existsSync(dataFolder)) describe(title, tests)
  else describe.skip(`${title} (skipped: no real images at LAMELLA_TEST_DATA or ../shared/data)`, tests)
}
