import { statfs } from 'node:fs/promises'

/** Bytes that uploads and jobs leave to the database and to everybody else on a disk that fills up. */
export const reservedDiskBytes = 512 * 1024 ** 2

/** Bytes that are left to everybody on the file system of a folder. */
export const freeBytesAt = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
