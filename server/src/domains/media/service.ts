import { randomBytes } from 'node:crypto'
import {
  effectiveRole,
  type FileType,
  hasAllowedExtension,
  type MediaOutline,
  type MediumItem,
} from '@lamella/shared/contract'
import { parseSize } from '../../platform/config.ts'
import type { AppContext } from '../../platform/context.ts'
import { requireProjectRole } from '../../platform/http/access-rules.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Principal } from '../../platform/http/identity.ts'
import { type PageQuery, pageOf } from '../../platform/http/paging.ts'
import { sanitiseName } from '../../platform/sanitise-name.ts'
import { recordAudit } from '../audit/index.ts'
import { findProject } from '../projects/index.ts'
import { claimQuota } from '../quotas/index.ts'
import { deleteMedia } from './delete-media.ts'
import { type ListedMedium, listMediaOf } from './list-repository.ts'
import type { MediaQuestion } from './media-filter.ts'
import { fileName } from './names.ts'
import { outlineOfMedia } from './outline-repository.ts'
import { canProcessAgain } from './processing-failures.ts'
import { findAnnounced, findMedium, findProjectsOfMedium, insertMedium, insertUpload } from './repository.ts'

/** An image that is about to be uploaded. */
export interface Announcement {
  name: string
  originalFilename: string
  project: string
  fileType: FileType
  /** Bytes. */
  size: number
  /** Z plane by which a stack is shown first; null: the middle one. */
  zShown: 'max' | null
  /** Id that the client has chosen for the upload; null: none. */
  uploadId: string | null
}

/**
 * Announces an image (D3-4-10): its declared size counts against the limits from now on. The caller must have checked that the
 * principal is an editor of the project. A client that has lost the answer announces again under the id that it has chosen for the
 * upload, and gets the same.
 * @returns the ids of medium, image and upload
 *
 * @throws ApiError ERR_0400 for an empty name, ERR_0415 for an extension that its type does not allow (D3-5-01), ERR_2004
 *   for a file over the maximum (D3-5-08), ERR_5007 or ERR_5008 when a limit of the organisation is reached, ERR_0409 for the id of
 *   somebody else's upload
 */
export const createMedium = async (
  context: AppContext,
  { userId, organisationId }: Principal,
  { project, fileType, size, zShown, uploadId: wanted, ...names }: Announcement,
) => {
  const { config, db, now } = context
  const name = sanitiseName(names.name)
  const originalFilename = fileName(names.originalFilename)
  if (!hasAllowedExtension(originalFilename, fileType)) {
    throw new ApiError('ERR_0415', `Files with this extension cannot be uploaded as ${kindNames[fileType]}.`)
  }
  if (size > parseSize(config.maxUploadSize)) {
    throw new ApiError('ERR_2004', `The file is larger than ${config.maxUploadSize}.`)
  }
  return db.transaction(async (tx) => {
    const before = wanted && (await findAnnounced(tx, wanted))
    if (before && before.userId !== userId) throw new ApiError('ERR_0409')
    if (before) return before.ids
    await claimQuota(tx, organisationId, { images: 1, storage: size }, now(), context.queue)
    const sessionId = randomBytes(16).toString('base64url')
    const ids = await insertMedium(
      tx,
      {
        organisationId,
        ownerId: userId,
        projectId: project,
        name,
        originalFilename,
        fileType,
        size,
        zShown,
        status: 'uploadPending',
      },
      now(),
    )
    const uploadId = await insertUpload(tx, wanted, { mediumId: ids.mediumId, userId, sessionId, size }, now())
    const created = { ...ids, uploadId }
    const object = { objectType: 'image', objectId: created.imageId, projectId: project }
    const detail = { name, project, projectName: (await findProject(tx, project))?.name, size }
    await recordAudit(tx, { at: now(), organisationId, userId, action: 'image.created', ...object, detail })
    return created
  })
}

const kindNames: Record<FileType, string> = {
  TwoDimensions: 'a 2D image',
  MultiChannel: 'a multichannel image',
  TimeSeries: 'a time series',
}

/**
 * Deletes a medium with its images. @throws ApiError ERR_0404 or ERR_0403 unless the caller is an editor of every project with an image
 * of it
 */
export const deleteMedium = async (context: AppContext, principal: Principal, mediumId: string): Promise<void> => {
  const projectIds = await findProjectsOfMedium(context.db, mediumId)
  if (projectIds.length === 0) throw new ApiError('ERR_0404')
  for (const projectId of projectIds) await requireProjectRole(principal, projectId, 'editor', context)
  const { userId, organisationId } = principal
  const finish = await context.db.transaction(async (tx) => {
    const at = context.now()
    const detail = { name: (await findMedium(tx, mediumId))?.originalFilename }
    const object = { objectType: 'medium', objectId: mediumId, detail }
    await recordAudit(tx, { at, organisationId, userId, action: 'medium.deleted', ...object })
    return deleteMedia(context, tx, [mediumId])
  })
  await finish()
}

const presentItem = (
  { id: imageId, name, medium, project, contributorRole }: ListedMedium,
  principal: Principal,
): MediumItem => {
  const role = effectiveRole(principal, project.ownerId === principal.userId ? 'owner' : contributorRole)
  if (!role) throw new Error(`Image ${imageId} is listed for somebody who cannot see its project`)
  return {
    id: medium.id,
    imageId,
    name,
    size: medium.size,
    status: medium.status,
    statusErrors: medium.statusErrors,
    canProcessAgain: canProcessAgain(medium),
    owner: medium.ownerId,
    project: { id: project.id, name: project.name, role },
    created: medium.created.toISOString(),
  }
}

/** One page of the media that the caller can see, newest first unless sorted. @throws ApiError ERR_0400 for a cursor of another order */
export const listMedia = async (
  { db }: AppContext,
  principal: Principal,
  { scope, name, sort }: MediaQuestion,
  query: PageQuery,
  path: string,
) => {
  const { 'page[after]': after, 'page[size]': size } = query
  const rows = await listMediaOf(db, principal, { scope, name, sort }, { after, limit: size + 1 })
  const filter = { 'filter[scope]': scope, 'filter[name]': name, sort }
  const { data, links } = pageOf(rows, query, path, filter, ({ cursor }) => cursor)
  return { data: data.map((row) => presentItem(row, principal)), links }
}

/** @param size - media per page */
export const getMediaOutline = (
  { db }: AppContext,
  principal: Principal,
  question: MediaQuestion,
  size: number,
): Promise<MediaOutline> => outlineOfMedia(db, principal, question, size)
