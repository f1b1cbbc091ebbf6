import type { Executor } from '../../platform/db/database.ts'
import { announceAccessChange } from '../../platform/events/access-changes.ts'
import { recordAudit } from '../audit/index.ts'

interface PlanChange {
  action: 'plan.granted' | 'plan.renewed' | 'plan.ended'
  /** Name of the plan. */
  plan: string
  /** Day, such as 2027-12-31. */
  until?: string
  by: 'operator' | 'renewal'
}

/** Writes what became of a plan into the audit log of its organisation, and tells all processes. */
export const recordPlan = async (
  tx: Executor,
  organisationId: string,
  { action, ...detail }: PlanChange,
  at: Date,
): Promise<void> => {
  const object = { objectType: 'organisation', objectId: organisationId, detail }
  await recordAudit(tx, { at, organisationId, userId: null, action, ...object })
  await announceAccessChange(tx, { kind: 'organisation', id: organisationId })
}
