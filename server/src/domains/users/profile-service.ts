import type { AppContext } from '../../context.ts'
import { displayName } from '../../display-name.ts'
import { type Actor, byActor } from '../audit/actor.ts'
import { recordAudit } from '../audit/repository.ts'
import { changeUser } from './repository.ts'

export const updateOwnName = async (
  { db, now: clock }: AppContext,
  actor: Actor,
  name: { firstName: string; lastName: string },
): Promise<void> => {
  const { userId } = actor.principal
  const clean = { firstName: displayName(name.firstName), lastName: displayName(name.lastName) }
  await db.transaction(async (tx) => {
    await changeUser(tx, userId, clean)
    const object = { objectType: 'user', objectId: userId }
    await recordAudit(tx, { ...byActor(actor, clock()), action: 'user.renamed', ...object })
  })
}
