import type { AppContext } from '../../context.ts'
import { ApiError } from '../../errors.ts'
import { forgetProject } from '../../plugins/access-rules.ts'
import { recordAudit } from '../audit/repository.ts'
import { deleteMedia } from '../media/delete-media.ts'
import { analysisBlobsOf, deleteProjectRow, lockProject, mediaOnlyIn } from './deletion-repository.ts'
import { type Actor, auditOf } from './service.ts'

const batch = 1000

const batches = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / batch) }, (_, index) => items.slice(index * batch, (index + 1) * batch))

/** Rows at once; their blobs by durable jobs that exist only if the deletion was committed. @throws ApiError ERR_0404 */
export const deleteProject = async (context: AppContext, actor: Actor, projectId: string): Promise<void> => {
  const now = context.now()
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
    await recordAudit(tx, {
      ...auditOf(actor, now, projectId),
      action: 'project.deleted',
      detail: { name: project.name },
    })
    return afterCommit
  })
  forgetProject(context, projectId)
  for (const finish of remaining) await finish()
}
