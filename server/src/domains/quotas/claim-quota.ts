import type { ErrorCode, RestrictionKey } from '@lamella/shared/contract'
import type { Executor } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { lockLimits } from './limits.ts'
import { countActiveUsers, countJobs, countProjects, storedBytes, storedMedia } from './usage.ts'

/** What is about to be made. */
export interface QuotaDemand {
  users?: number
  projects?: number
  images?: number
  jobs?: number
  /** Bytes; 0: as many as come, while the limit is not reached. */
  storage?: number
}

type Count = (db: Executor, organisationId: string) => Promise<number>

const countImages: Count = async (db, organisationId) => (await storedMedia(db, organisationId)).fileCount

/** In this order they are asked; the first that is reached is told. */
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
 * Looks whether the organisation's plans have room, and keeps it until the end of the transaction: nobody else makes
 * anything limited in this organisation meanwhile, so that two at once cannot both take the last place.
 *
 * @returns the code of the limit that is reached (also exceeded, by a smaller plan); null: there is room
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
 * The one way to make something that a plan limits: call it in the transaction that makes it.
 * @throws ApiError ERR_5001, ERR_5002, ERR_5006, ERR_5007 or ERR_5008 where there is no room
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

/** Bytes that the files of an organisation may take while pictures are being made; uploads and jobs stop at the limit itself. */
const mostWithPictures = (limit: number): number => limit + Math.max(limit, gigabyte)

/**
 * Whether what is made of an uploaded image, to show it, can be stored. Call it in the transaction that shows the image: two
 * at once cannot both take the last room.
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
