import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { announceAccessChange } from '../../platform/events/access-changes.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type Actor, recordAudit } from '../audit/index.ts'
import { projectAuditFields } from '../projects/index.ts'
import { lockRoles, type SharedProject } from './repository.ts'

type RoleAction =
  | 'project.transferred'
  | 'contributor.added'
  | 'contributor.role-changed'
  | 'contributor.removed'
  | 'contributor.left'

/** What has been changed, for the audit log and the open pages. */
interface RoleChange {
  action: RoleAction
  detail: Record<string, string>
  /** Users whose role is another now. */
  people: readonly string[]
}

/**
 * Changes roles of a project in one transaction, one change of a project after the other, with its entry in the audit log. No process
 * treats anybody by the former role afterwards.
 * @throws ApiError ERR_0404 when the project is gone; what `change` throws
 */
export const changeRoles = async (
  context: AppContext,
  actor: Actor,
  projectId: string,
  change: (tx: Executor, project: SharedProject, now: Date) => Promise<RoleChange>,
): Promise<void> => {
  const now = context.now()
  await context.db.transaction(async (tx) => {
    const project = await lockRoles(tx, projectId)
    if (!project) throw new ApiError('ERR_0404')
    const { action, detail, people } = await change(tx, project, now)
    await recordAudit(tx, {
      ...projectAuditFields(actor, now, projectId),
      action,
      detail: { name: project.name, ...detail },
    })
    // Before the events: who receives them is decided by the new roles.
    await announceAccessChange(tx, { kind: 'project', id: projectId })
    for (const id of people) await context.events.publish({ type: 'contributor', id, project: projectId }, tx)
  })
  await context.access.invalidateProject(projectId)
}
