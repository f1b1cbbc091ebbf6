import { chmod, mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Folders of the data folder with uploads, or with files made of them. */
const names = ['uploads', 'tmp', 'blobs']

/**
 * Creates these folders when missing, and closes those that an earlier version left open to other users of the machine. The group
 * keeps the right to pass, which child processes with a user of their own need (platform/process/child-access.ts).
 */
export const makeFoldersPrivate = async (dataDir: string): Promise<void> => {
  for (const name of names) {
    const folder = join(dataDir, name)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const mode = (await stat(folder)).mode & 0o7777
    if (mode & 0o067) await chmod(folder, mode & 0o710)
  }
}
