import { tagsPerImage } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Principal } from '../../platform/http/identity.ts'
import { type AuditEntry, recordAudit } from '../audit/index.ts'
import { takeLabelsAlong } from '../labels/index.ts'
import { publishMediumChanged } from '../media/index.ts'
import {
  type ActedOn,
  changeTags,
  countUnfinishedJobs,
  keepProject,
  lockImages,
  moveTo,
  nameOfProject,
} from './action-repository.ts'

/** Locks images of a project. @throws ApiError ERR_0404 unless all of them are in it, and none in the trash */
const lockAllOf = async (tx: Executor, projectId: string, imageIds: readonly string[]): Promise<ActedOn[]> => {
  const wanted = new Set(imageIds)
  const found = await lockImages(tx, [...wanted])
  const isThere = found.every((image) => image.projectId === projectId && !image.trashed)
  if (found.length !== wanted.size || !isThere) {
    throw new ApiError('ERR_0404', 'Not all of these images are in this project any more.')
  }
  return found
}

const record = async (
  tx: Executor,
  found: readonly ActedOn[],
  entry: Pick<AuditEntry, 'at' | 'userId' | 'action'> & { projectId: string },
  more: Record<string, unknown> = {},
): Promise<void> => {
  for (const { id, name, organisationId } of found) {
    await recordAudit(tx, { ...entry, organisationId, objectType: 'image', objectId: id, detail: { name, ...more } })
  }
}

/**
 * Moves images of a project to another one, all or none, with their jobs, results, tags, and annotations with labels. The caller must have checked that the
 * principal is an editor of both. Limits are those of the organisation, which both belong to, so nothing is claimed.
 * @throws ApiError ERR_0404 when an image or the project is gone; ERR_0409 while one of them is analysed, or
 * where there is no room for the labels of their annotations
 */
export const moveImages = (
  context: AppContext,
  { userId }: Principal,
  projectId: string,
  { images: imageIds, project: target }: { images: readonly string[]; project: string },
): Promise<void> =>
  context.db.transaction(async (tx) => {
    const project = await keepProject(tx, target)
    if (!project) throw new ApiError('ERR_0404')
    const found = await lockAllOf(tx, projectId, imageIds)
    if (target === projectId) return
    if ((await countUnfinishedJobs(tx, imageIds)) > 0) {
      const detail = 'Some of these images are being analysed. Cancel the analyses, or wait for their end.'
      throw new ApiError('ERR_0409', detail)
    }
    const at = context.now()
    // Open pages of either project are told.
    for (const { mediumId, status } of found) await publishMediumChanged(context, tx, mediumId, status)
    await moveTo(tx, imageIds, target, at)
    await takeLabelsAlong(context, tx, userId, imageIds, target)
    for (const { mediumId, status } of found) await publishMediumChanged(context, tx, mediumId, status)
    // An entry belongs to the history of one project: the project that they leave has one of its own.
    const left = { project: projectId, projectName: await nameOfProject(tx, projectId) }
    await record(tx, found, { at, userId, action: 'image.moved-away', projectId }, left)
    const more = { project: target, projectName: project.name }
    await record(tx, found, { at, userId, action: 'image.moved', projectId: target }, more)
  })

/**
 * Adds tags to images of a project, and removes others.
 * @throws ApiError ERR_0404 when an image is gone; ERR_0409 for more tags than an image may have
 */
export const tagImages = (
  context: AppContext,
  { userId }: Principal,
  projectId: string,
  { images: imageIds, ...tags }: { images: readonly string[]; add: readonly string[]; remove: readonly string[] },
): Promise<void> =>
  context.db.transaction(async (tx) => {
    const found = await lockAllOf(tx, projectId, imageIds)
    if ((await changeTags(tx, [...new Set(imageIds)], tags)) > tagsPerImage) {
      throw new ApiError('ERR_0409', `An image can have ${tagsPerImage} tags at most.`)
    }
    await record(tx, found, { at: context.now(), userId, action: 'image.tagged', projectId })
    for (const { mediumId, status } of found) await publishMediumChanged(context, tx, mediumId, status)
  })
