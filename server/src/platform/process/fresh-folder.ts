import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Creates an empty folder for this run under `tmp` of the data folder; folders of killed runs of the same work are removed.
 * @param work - name of the work, of `[A-Za-z0-9-]`
 */
export const freshFolder = async (dataDir: string, work: string): Promise<string> => {
  const parent = join(dataDir, 'tmp')
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const prefix = `${work}-`
  for (const name of await readdir(parent)) {
    if (name.startsWith(prefix)) await rm(join(parent, name), { recursive: true, force: true })
  }
  return mkdtemp(join(parent, prefix))
}
