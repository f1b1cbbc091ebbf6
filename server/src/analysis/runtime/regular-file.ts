import { constants, type FileHandle, lstat, open } from 'node:fs/promises'
import { basename } from 'node:path'

/**
 * Checks that a child process left a regular file and not, for example, a link to a file that it may not read. Only for files directly in
 * its folder, and only after the process has ended: while it runs it could replace the file after the check.
 *
 * @returns the same path
 * @throws Error when it is missing or not a regular file
 */
export const requireRegularFile = async (path: string): Promise<string> => {
  if (!(await lstat(path)).isFile()) throw new Error(`${basename(path)} is no file`)
  return path
}

/**
 * Opens such a file for reading while the process still runs: links are not followed, and the opened file itself is checked.
 *
 * @throws Error when it is missing or not a regular file
 */
export const openRegularFile = async (path: string): Promise<FileHandle> => {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  if ((await file.stat()).isFile()) return file
  await file.close()
  throw new Error(`${basename(path)} is no file`)
}
