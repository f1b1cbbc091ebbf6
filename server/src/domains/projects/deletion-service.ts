import type { AppContext } from '../../context.ts'
import type { Executor } from '../../db/database.ts'
import { ApiError } from '../../errors.ts'
import { forgetProject } from '../../plugins/access-rules.ts'
import type { Actor } from '../audit/actor.ts'
import { recordAudit } from '../audit/repository.ts'
import { deleteMedia } from '../media/delete-media.ts'
import { analysisBlobsOf, deleteProjectRow, lockProject, mediaOnlyIn } from './deletion-repository.ts'
import { auditOf } from './service.ts'

const batch = 1000

const batches = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / batch) }, (_, index) => items.slice(index * batch, (index + 1) * batch))

/**
 * Rows at once; their blobs by durable jobs that exist only if the deletion was committed.
 * @param record - keeps in the same transaction what happened; gets the name of the project
 * @throws ApiError ERR_0404
 */
export const removeProject = async (
  context: AppContext,
  projectId: string,
  record: (tx: Executor, name: string) => Promise<void>,
): Promise<void> => {
  const remaining = await context.db.transaction(async (tx) => {
    const project = await lockProject(tx, projectId)
    if (!project) throw new ApiError('ERR_0404')
    for (const keys of batches(await analysisBlobsOf(tx, projectId))) {
      await context.queue.enqueue('remove-blobs', { keys }, { tx })
    }
    const afterCommit: (() => Promise<void>)[] = []
    for (const media of batches(await mediaOnlyIn(tx, projectId))) {
      afterCommit.push(await deleteMedia(context, tx, media))
    }
    await deleteProjectRow(tx, projectId)
    await record(tx, project.name)
    return afterCommit
  })
  forgetProject(context, projectId)
  for (const finish of remaining) await finish()
}

/** @throws ApiError ERR_0404 */
export const deleteProject = (context: AppContext, actor: Actor, projectId: string): Promise<void> =>
  removeProject(context, projectId, (tx, name) =>
    recordAudit(tx, { ...auditOf(actor, context.now(), projectId), action: 'project.deleted', detail: { name } }),
  )
