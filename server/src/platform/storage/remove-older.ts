import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '../error-code.ts'

/** Removes the entries of a folder that were last changed before a moment. Other processes may do the same at the same time. */
export const removeOlder = async (folder: string, before: Date): Promise<void> => {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const entry = await stat(path).catch((error: unknown) => {
      if (hasCode(error, 'ENOENT')) return null
      throw error
    })
    if (entry && entry.mtime < before) await rm(path, { recursive: true, force: true })
  }
}
