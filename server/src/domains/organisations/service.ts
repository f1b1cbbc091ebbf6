import type { AppContext } from '../../platform/context.ts'
import { fullNameOf } from '../../platform/full-name.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { refuseOutdated } from '../../platform/http/refuse-outdated.ts'
import { sanitiseName } from '../../platform/sanitise-name.ts'
import { type Actor, byActor, recordAudit } from '../audit/index.ts'
import { findAdmin } from '../users/index.ts'
import { changeOrganisation, findOrganisation, lockOrganisation } from './repository.ts'

/** @throws ApiError ERR_0404 */
export const getOrganisation = async ({ db }: AppContext, organisationId: string) => {
  const organisation = await findOrganisation(db, organisationId)
  const owner = await findAdmin(db, organisationId)
  if (!organisation || !owner) throw new ApiError('ERR_0404')
  return {
    id: organisation.id,
    name: organisation.name,
    sector: organisation.sector ?? '',
    created: organisation.created.toISOString(),
    owner: { id: owner.id, fullName: fullNameOf(owner), email: owner.email },
  }
}

/**
 * Changes name or sector; undefined fields stay as they are.
 * @param change.was - what the caller saw; undefined: whatever is there is overwritten
 * @throws ApiError ERR_0404, ERR_0400 for an empty name, ERR_5013 when somebody else has changed them since
 */
export const updateOrganisation = async (
  { db, now }: AppContext,
  actor: Actor,
  change: {
    name?: string | undefined
    sector?: string | undefined
    was?: { name: string; sector: string } | undefined
  },
): Promise<void> => {
  const { organisationId } = actor.principal
  await db.transaction(async (tx) => {
    const before = await lockOrganisation(tx, organisationId)
    if (!before) throw new ApiError('ERR_0404')
    const name = change.name === undefined ? before.name : sanitiseName(change.name)
    const present = { name: before.name, sector: before.sector ?? '' }
    refuseOutdated(present, change.was, { name, sector: change.sector ?? present.sector })
    await changeOrganisation(tx, organisationId, { name, sector: change.sector })
    await recordAudit(tx, {
      ...byActor(actor, now()),
      action: 'organisation.updated',
      objectType: 'organisation',
      objectId: organisationId,
      detail: { name },
    })
  })
}
