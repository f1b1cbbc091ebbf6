import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const parentOf = (dataDir: string): string => join(dataDir, 'tmp')

/**
 * Creates an empty folder for this run under `tmp` of the data folder; folders of killed runs of the same work are removed.
 * @param work - name of the work, of `[A-Za-z0-9-]`
 */
export const createWorkFolder = async (dataDir: string, work: string): Promise<string> => {
  await mkdir(parentOf(dataDir), { recursive: true, mode: 0o700 })
  await removeWorkFolders(dataDir, work)
  return mkdtemp(join(parentOf(dataDir), `${work}-`))
}

/**
 * Removes the folders of a work. To be called at the end of a run, and by one that finds nothing to do: the run before may have been
 * killed after it had stored its outcome.
 */
export const removeWorkFolders = async (dataDir: string, work: string): Promise<void> => {
  const parent = parentOf(dataDir)
  const names = await readdir(parent).catch((error: NodeJS.ErrnoException) => {
    // Where there is no folder, nothing is left in it: the failure to create one is what a run reports.
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })
  for (const name of names) {
    if (name.startsWith(`${work}-`)) await rm(join(parent, name), { recursive: true, force: true })
  }
}
