import { statfs } from 'node:fs/promises'

/** Free bytes that uploads and jobs leave on a disk, for the database and other programs. */
export const reservedDiskBytes = 512 * 1024 ** 2

/** Free bytes for unprivileged users on the file system of a folder. */
export const freeBytesAt = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
