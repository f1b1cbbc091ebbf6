import { hash } from 'node:crypto'
import { encodeSquareImage, UnreadableImage } from '../../imaging/square-image.ts'
import type { AppContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { consumeRateLimit, limits } from '../../platform/http/rate-limits.ts'
import { type Actor, byActor, recordAudit } from '../audit/index.ts'
import { removeAvatar, saveAvatar } from './avatar-repository.ts'

/**
 * Sets the picture of the caller. It is encoded anew from the pixels (ADR 22), so that neither metadata nor markup is kept.
 * @throws ApiError ERR_1011 for a file that is not a supported picture, ERR_0429
 */
export const setAvatar = async (context: AppContext, actor: Actor, file: Buffer): Promise<void> => {
  const { userId } = actor.principal
  const now = context.now()
  await consumeRateLimit(context.db, limits.avatarByUser, userId, now)
  const picture = await encodeSquareImage(file).catch((error: unknown) => {
    throw error instanceof UnreadableImage ? new ApiError('ERR_1011') : error
  })
  const version = hash('sha256', picture, 'hex').slice(0, 16)
  await context.db.transaction(async (tx) => {
    await saveAvatar(tx, userId, { version, picture })
    const object = { objectType: 'user', objectId: userId }
    await recordAudit(tx, { ...byActor(actor, now), action: 'avatar.changed', ...object })
  })
}

/** Removes the picture of the caller; no effect without one. */
export const deleteAvatar = async ({ db, now }: AppContext, actor: Actor): Promise<void> => {
  const { userId } = actor.principal
  await db.transaction(async (tx) => {
    if (!(await removeAvatar(tx, userId))) return
    const object = { objectType: 'user', objectId: userId }
    await recordAudit(tx, { ...byActor(actor, now()), action: 'avatar.removed', ...object })
  })
}
