import { statfsSync } from 'node:fs'
import { hasCode } from '../error-code.ts'
import { ApiError } from '../http/api-error.ts'
import { reservedDiskBytes } from './disk-free.ts'

/**
 * Checks that `bytes` more fit on the disk without touching `reservedDiskBytes`. Synchronous: the answer is in the memory of the kernel.
 * @param folder - an existing folder on that disk
 * @throws ApiError ERR_2005
 */
export const requireDiskSpace = (folder: string, bytes: number): void => {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < bytes + reservedDiskBytes) throw new ApiError('ERR_2005')
}

/** Whether a write failed because the disk or a quota is full. */
export const isDiskFull = (error: unknown): boolean => hasCode(error, 'ENOSPC', 'EDQUOT')
