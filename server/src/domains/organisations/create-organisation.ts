import type { Executor } from '../../platform/db/database.ts'
import { fullNameOf } from '../../platform/full-name.ts'
import { recordAudit } from '../audit/index.ts'
import { type PlanDefinition, subscribe } from '../quotas/index.ts'
import { AddressTaken, insertUser, type NewUser } from '../users/index.ts'
import { insertOrganisation, setAdmin } from './repository.ts'

/** An organisation with its first user. */
export interface NewOrganisation {
  name: string
  sector?: string | undefined
  admin: Omit<NewUser, 'organisationId' | 'isAdmin' | 'isGuest'>
  plans: readonly PlanDefinition[]
}

/**
 * Creates an organisation, its admin and the subscriptions to the plans, in the transaction of the caller.
 * @throws AddressTaken; the caller must roll back
 */
export const createOrganisation = async (
  tx: Executor,
  { name, sector, admin, plans }: NewOrganisation,
  { now, requestId }: { now: Date; requestId?: string },
): Promise<{ organisationId: string; adminId: string }> => {
  const organisationId = await insertOrganisation(tx, { name, sector, created: now })
  const adminId = await insertUser(tx, { ...admin, organisationId, isAdmin: true })
  if (!adminId) throw new AddressTaken(`${admin.email} has an account already`)
  await setAdmin(tx, organisationId, adminId)
  for (const plan of plans) await subscribe(tx, { plan, organisationId, purchaserId: adminId }, now)

  const audit = { at: now, organisationId, userId: adminId, requestId }
  await recordAudit(tx, {
    ...audit,
    action: 'organisation.created',
    objectType: 'organisation',
    objectId: organisationId,
    detail: { name, plans: plans.map((plan) => plan.name) },
  })
  const user = { objectType: 'user', objectId: adminId, detail: { name: fullNameOf(admin) } }
  await recordAudit(tx, { ...audit, action: 'user.created', ...user })
  return { organisationId, adminId }
}
