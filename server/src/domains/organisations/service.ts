import type { AppContext } from '../../platform/context.ts'
import { displayName } from '../../platform/display-name.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type Actor, byActor } from '../audit/actor.ts'
import { recordAudit } from '../audit/repository.ts'
import { fullNameOf } from '../users/repository.ts'
import { changeOrganisation, findAdmin, findOrganisation } from './repository.ts'

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

/** What is not given stays as it is. @throws ApiError ERR_0404 */
export const updateOrganisation = async (
  { db, now }: AppContext,
  actor: Actor,
  change: { name?: string | undefined; sector?: string | undefined },
): Promise<void> => {
  const { organisationId } = actor.principal
  await db.transaction(async (tx) => {
    const before = await findOrganisation(tx, organisationId)
    if (!before) throw new ApiError('ERR_0404')
    const name = change.name === undefined ? before.name : displayName(change.name)
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
