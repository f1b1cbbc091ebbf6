import { constants, type FileHandle, lstat, open } from 'node:fs/promises'
import { basename } from 'node:path'

/**
 * A file that a process left, not a link to one that it may not read. Only for what lies directly in its folder, and only
 * when nothing of the process runs any more.
 * @returns the path given
 * @throws Error when it is anything else
 */
export const requirePlainFile = async (path: string): Promise<string> => {
  if (!(await lstat(path)).isFile()) throw new Error(`${basename(path)} is no file`)
  return path
}

/** Opens such a file for reading while the process runs, which could put another in its place meanwhile. */
export const openPlainFile = async (path: string): Promise<FileHandle> => {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  if ((await file.stat()).isFile()) return file
  await file.close()
  throw new Error(`${basename(path)} is no file`)
}
