import { gigabyte, type Restrictions, remainingOf } from '@lamella/shared/session'

/** Remaining capacity of the organisation; `Number.MAX_VALUE` where unlimited (D3-2-58), negative above a limit. */
export interface Capacity {
  bytes: number
  files: number
}

interface StorageUse {
  objectTypes: readonly { type: string; fileCount: number }[]
  total: { size: number }
}

/** Number of images that count against the limit. */
export const imagesIn = ({ objectTypes }: Pick<StorageUse, 'objectTypes'>): number =>
  objectTypes.find(({ type }) => type === 'ImageMedium')?.fileCount ?? 0

/** Remaining bytes (D3-9-15) and files (D3-9-16). */
export const capacityOf = ({ limits }: Restrictions, used: StorageUse): Capacity => {
  const storage = limits.storageLimit < 0 ? -1 : limits.storageLimit * gigabyte
  return { bytes: remainingOf(storage, used.total.size), files: remainingOf(limits.mediumLimit, imagesIn(used)) }
}
