import type { AppContext } from '../../platform/context.ts'
import { fullNameOf } from '../../platform/full-name.ts'
import { sanitiseName } from '../../platform/sanitise-name.ts'
import { type Actor, byActor, recordAudit } from '../audit/index.ts'
import { changeUser, findUser } from './repository.ts'

/** Changes the name of the caller. @throws ApiError ERR_0400 for an empty name */
export const updateOwnName = async (
  { db, now: clock }: AppContext,
  actor: Actor,
  name: { firstName: string; lastName: string },
): Promise<void> => {
  const { userId } = actor.principal
  const clean = { firstName: sanitiseName(name.firstName), lastName: sanitiseName(name.lastName) }
  await db.transaction(async (tx) => {
    const before = await findUser(tx, userId)
    await changeUser(tx, userId, clean)
    const detail = { name: before && fullNameOf(before), newName: fullNameOf(clean) }
    const object = { objectType: 'user', objectId: userId, detail }
    await recordAudit(tx, { ...byActor(actor, clock()), action: 'user.renamed', ...object })
  })
}
