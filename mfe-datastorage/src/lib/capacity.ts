import { gigabyte, type Restrictions, remainingOf } from '@lamella/shared/session'

/** What the organisation may still store; the largest number where a limit is off. */
export interface Capacity {
  bytes: number
  files: number
}

interface StorageUse {
  objectTypes: readonly { type: string; fileCount: number }[]
  total: { size: number }
}

/** Images that count against the limit. */
export const imagesIn = ({ objectTypes }: Pick<StorageUse, 'objectTypes'>): number =>
  objectTypes.find(({ type }) => type === 'ImageMedium')?.fileCount ?? 0

/** Bytes: limit minus used size; files: image limit minus stored images (document 3 §9). */
export const capacityOf = ({ limits }: Restrictions, used: StorageUse): Capacity => {
  const storage = limits.storageLimit < 0 ? -1 : limits.storageLimit * gigabyte
  return { bytes: remainingOf(storage, used.total.size), files: remainingOf(limits.mediumLimit, imagesIn(used)) }
}
