import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type Actor, recordAudit } from '../audit/index.ts'
import { deleteMedia } from '../media/index.ts'
import { projectAuditFields } from '../projects/index.ts'
import { deleteProjectRow, derivedBlobsOf, lockProject, mediaOnlyIn, peopleOf } from './repository.ts'

const batch = 1000

const batches = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / batch) }, (_, index) => items.slice(index * batch, (index + 1) * batch))

/** Before the project is gone: nothing else says who has a role in it. */
const tellPeople = async ({ events }: AppContext, tx: Executor, id: string, by: string): Promise<void> => {
  for (const user of await peopleOf(tx, id)) await events.publish({ type: 'projectDeleted', id, user, by }, tx)
}

/**
 * Deletes the rows of a project in one transaction, and their blobs by durable jobs of this transaction.
 * @param by - who deletes it, which open pages of all who see it are told; null: the server, which tells nobody
 * @param record - writes the audit entry in the same transaction; receives the name of the project
 * @returns false when there is no such project
 */
export const removeProject = async (
  context: AppContext,
  projectId: string,
  by: string | null,
  record: (tx: Executor, name: string) => Promise<void>,
): Promise<boolean> => {
  const remaining = await context.db.transaction(async (tx) => {
    const project = await lockProject(tx, projectId)
    if (!project) return null
    for (const keys of batches(await derivedBlobsOf(tx, projectId))) {
      await context.queue.enqueue('remove-blobs', { keys }, { tx })
    }
    const afterCommit: (() => Promise<void>)[] = []
    for (const media of batches(await mediaOnlyIn(tx, projectId))) {
      afterCommit.push(await deleteMedia(context, tx, media))
    }
    if (by !== null) await tellPeople(context, tx, projectId, by)
    await deleteProjectRow(tx, projectId)
    await record(tx, project.name)
    return afterCommit
  })
  if (!remaining) return false
  await context.access.invalidateProject(projectId)
  for (const finish of remaining) await finish()
  return true
}

/** @throws ApiError ERR_0404 */
export const deleteProject = async (context: AppContext, actor: Actor, projectId: string): Promise<void> => {
  const isRemoved = await removeProject(context, projectId, actor.principal.userId, (tx, name) =>
    recordAudit(tx, {
      ...projectAuditFields(actor, context.now(), projectId),
      action: 'project.deleted',
      detail: { name },
    }),
  )
  if (!isRemoved) throw new ApiError('ERR_0404')
}
