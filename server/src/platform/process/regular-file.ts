import { constants, type FileHandle, lstat, open } from 'node:fs/promises'
import { basename } from 'node:path'

/** What the server checks of a file that a child process left. */
interface FileKind {
  isFile(): boolean
  nlink: number
}

/** Symbolic and hard links may lead to files that the process may not read: the server would read them with its own rights. */
const refuseLinks = (path: string, found: FileKind): void => {
  if (!found.isFile() || found.nlink > 1) throw new Error(`${basename(path)} is not a file of its own`)
}

/**
 * Checks that a child process left a regular file and no link. Only for files directly in its folder, and only after the process has
 * ended: while it runs it could replace the file after the check.
 *
 * @returns the same path
 * @throws Error when it is missing, a link, or not a file
 */
export const requireRegularFile = async (path: string): Promise<string> => {
  refuseLinks(path, await lstat(path))
  return path
}

/**
 * Opens such a file for reading, also while the process still runs: links are not followed, and the opened file itself is checked.
 *
 * @throws Error when it is missing, a link, or not a file
 */
export const openRegularFile = async (path: string): Promise<FileHandle> => {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    refuseLinks(path, await file.stat())
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/**
 * The text of such a file, after the process has ended.
 *
 * @param mostBytes - larger files are refused, because they would be in memory as a whole
 * @throws Error when it is missing, a link, not a file, or too large
 */
export const readRegularFile = async (path: string, mostBytes: number): Promise<string> => {
  await using file = await openRegularFile(path)
  const { size } = await file.stat()
  if (size > mostBytes) throw new Error(`${basename(path)} has ${size} bytes, more than ${mostBytes}`)
  return file.readFile('utf8')
}
