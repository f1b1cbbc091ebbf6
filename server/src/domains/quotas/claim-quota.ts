import type { ErrorCode, RestrictionKey } from '@lamella/shared/contract'
import type { Queue } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { isNear, lockLimits } from './limits.ts'
import { countActiveUsers, countAnnotations, countJobs, countProjects, storedBytes, storedMedia } from './usage.ts'

/** Numbers of limited objects that a caller wants to create. */
export interface QuotaDemand {
  users?: number
  projects?: number
  images?: number
  jobs?: number
  annotations?: number
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
  ['annotations', 'annotationLimit', countAnnotations, 'ERR_5003'],
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
): Promise<ErrorCode | null> => (await compare(tx, organisationId, wanted, now)).reached

/** `near`: the demand fits, and then so much of a limit is used that admins are told. */
const compare = async (
  tx: Executor,
  organisationId: string,
  wanted: QuotaDemand,
  now: Date,
): Promise<{ reached: ErrorCode | null; near: boolean }> => {
  const limits = await lockLimits(tx, organisationId, now)
  let near = false
  for (const [kind, key, count, error] of counted) {
    const number = wanted[kind]
    if (number === undefined || limits[key] < 0) continue
    const used = (await count(tx, organisationId)) + number
    if (used > limits[key]) return { reached: error, near }
    near ||= isNear(limits[key], used)
  }
  if (wanted.storage === undefined || limits.storageLimit < 0) return { reached: null, near }
  const most = limits.storageLimit * gigabyte
  const used = await storedBytes(tx, organisationId)
  if (used >= most || used + wanted.storage > most) return { reached: 'ERR_5008', near }
  return { reached: null, near: near || isNear(most, used + wanted.storage) }
}

/**
 * Checks and locks the limits as `findReachedLimit`. Whatever creates limited objects must call it first in the same transaction.
 * @param queue - tells the admins soon when a limit comes near; without it the hourly clean-up does
 * @throws ApiError ERR_5001, ERR_5002, ERR_5003, ERR_5006, ERR_5007 or ERR_5008 when a limit is reached
 */
export const claimQuota = async (
  tx: Executor,
  organisationId: string,
  wanted: QuotaDemand,
  now: Date,
  queue?: Queue,
): Promise<void> => {
  const { reached, near } = await compare(tx, organisationId, wanted, now)
  if (reached) throw new ApiError(reached)
  // One look for many claims in a row. It counts after this transaction, which holds the lock of the limits.
  if (near) await queue?.enqueue('watch-limits', { organisation: organisationId }, { tx, singletonKey: organisationId })
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
