import type { ErrorCode, RestrictionKey } from '@lamella/shared/contract'
import type { Executor } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { lockLimits } from './limits.ts'
import { countActiveUsers, countJobs, countProjects, storedBytes, storedMedia } from './usage.ts'

/** Numbers of limited objects that a caller wants to create. */
export interface QuotaDemand {
  users?: number
  projects?: number
  images?: number
  jobs?: number
  /** Bytes; 0 where they are not known yet: refused only if the limit is already reached. */
  storage?: number
}

type Count = (db: Executor, organisationId: string) => Promise<number>

const countImages: Count = async (db, organisationId) => (await storedMedia(db, organisationId)).fileCount

/** The counted limits, in the order of their check: the first reached one is reported. */
const counted: readonly [
  kind: Exclude<keyof QuotaDemand, 'storage'>,
  limit: RestrictionKey,
  count: Count,
  error: ErrorCode,
][] = [
  ['users', 'userLimit', countActiveUsers, 'ERR_5002'],
  ['projects', 'projectLimit', countProjects, 'ERR_5001'],
  ['images', 'mediumLimit', countImages, 'ERR_5007'],
  ['jobs', 'jobLimit', countJobs, 'ERR_5006'],
]

const gigabyte = 1024 ** 3

/**
 * Checks the demand against the limits of the organisation and locks them until the end of the transaction, so that two concurrent
 * transactions cannot both take the last place.
 *
 * @returns the error code of the first limit that the demand would exceed, or that is exceeded already (contradiction 2); null: none
 */
export const findReachedLimit = async (
  tx: Executor,
  organisationId: string,
  wanted: QuotaDemand,
  now: Date,
): Promise<ErrorCode | null> => {
  const limits = await lockLimits(tx, organisationId, now)
  for (const [kind, key, count, error] of counted) {
    const number = wanted[kind]
    if (number === undefined || limits[key] < 0) continue
    if ((await count(tx, organisationId)) + number > limits[key]) return error
  }
  if (wanted.storage === undefined || limits.storageLimit < 0) return null
  const most = limits.storageLimit * gigabyte
  const used = await storedBytes(tx, organisationId)
  return used >= most || used + wanted.storage > most ? 'ERR_5008' : null
}

/**
 * Checks and locks the limits as `findReachedLimit`. Whatever creates limited objects must call it first in the same transaction.
 * @throws ApiError ERR_5001, ERR_5002, ERR_5006, ERR_5007 or ERR_5008 when a limit is reached
 */
export const claimQuota = async (
  tx: Executor,
  organisationId: string,
  wanted: QuotaDemand,
  now: Date,
): Promise<void> => {
  const full = await findReachedLimit(tx, organisationId, wanted, now)
  if (full) throw new ApiError(full)
}

/**
 * Bytes that the files of an organisation may take with their pictures: twice the limit, at least 1 GiB over it. Uploads and jobs stop at
 * the limit itself; pictures may go beyond it, so that what was uploaded can also be shown.
 */
const mostWithPictures = (limit: number): number => limit + Math.max(limit, gigabyte)

/**
 * Whether the pictures of an uploaded image may be stored. Call it in the transaction that makes the image available: it locks the
 * limits until then.
 */
export const hasQuotaForPictures = async (
  tx: Executor,
  organisationId: string,
  bytes: number,
  now: Date,
): Promise<boolean> => {
  const { storageLimit } = await lockLimits(tx, organisationId, now)
  return (
    storageLimit < 0 || (await storedBytes(tx, organisationId)) + bytes <= mostWithPictures(storageLimit * gigabyte)
  )
}
