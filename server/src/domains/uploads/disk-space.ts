import { statfsSync } from 'node:fs'
import { hasCode } from '../../platform/error-code.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { reservedDiskBytes } from '../../platform/storage/disk-free.ts'

/** @param folder - that exists, on the disk in question. @throws ApiError ERR_2005 when `bytes` more would eat into the reserve */
export const requireDiskSpace = (folder: string, bytes: number): void => {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < bytes + reservedDiskBytes) throw new ApiError('ERR_2005')
}

export const isDiskFull = (error: unknown): boolean => hasCode(error, 'ENOSPC', 'EDQUOT')
