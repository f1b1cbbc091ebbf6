import type { AuditAction } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { type Actor, byActor, recordAudit } from '../audit/index.ts'
import { findProject } from '../projects/index.ts'

/** What was changed, for the audit log. */
interface LabelsChange {
  action: Extract<AuditAction, `label${string}`>
  projectId: string
  objectId: string
  name: string
}

/** Records a change of labels and announces it to open pages, in its transaction. */
export const labelsChanged = async (
  { events, now }: AppContext,
  tx: Executor,
  actor: Actor,
  { action, projectId, objectId, name }: LabelsChange,
): Promise<void> => {
  const projectName = (await findProject(tx, projectId))?.name
  const objectType = action.startsWith('label-set.') ? 'label-set' : 'label'
  const object = { objectType, objectId, projectId, detail: { name, projectName } }
  await recordAudit(tx, { ...byActor(actor, now()), action, ...object })
  await events.publish({ type: 'labels', project: projectId }, tx)
}
