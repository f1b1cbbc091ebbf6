import type { AppContext } from '../../platform/context.ts'
import { fullNameOf } from '../../platform/full-name.ts'
import { refuseOutdated } from '../../platform/http/refuse-outdated.ts'
import { sanitiseName } from '../../platform/sanitise-name.ts'
import { type Actor, byActor, recordAudit } from '../audit/index.ts'
import { changeUser, lockUser } from './repository.ts'

/**
 * Changes the name of the caller.
 * @param name.was - what they saw; undefined: whatever is there is overwritten
 * @throws ApiError ERR_0400 for an empty name, ERR_5013 when they have changed it elsewhere since
 */
export const updateOwnName = async (
  { db, now: clock }: AppContext,
  actor: Actor,
  { was, ...name }: { firstName: string; lastName: string; was?: { firstName: string; lastName: string } | undefined },
): Promise<void> => {
  const { userId } = actor.principal
  const clean = { firstName: sanitiseName(name.firstName), lastName: sanitiseName(name.lastName) }
  await db.transaction(async (tx) => {
    const before = await lockUser(tx, userId)
    if (before) refuseOutdated({ firstName: before.firstName, lastName: before.lastName }, was, clean)
    await changeUser(tx, userId, clean)
    const detail = { name: before && fullNameOf(before), newName: fullNameOf(clean) }
    const object = { objectType: 'user', objectId: userId, detail }
    await recordAudit(tx, { ...byActor(actor, clock()), action: 'user.renamed', ...object })
  })
}
