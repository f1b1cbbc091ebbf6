import type { FileType, ImageStatus } from '@lamella/shared/contract'
import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { images, media, uploads } from '../../platform/db/schema/index.ts'

/** A medium without what the decoder says, which may have megabytes. */
export type MediumRow = Omit<typeof media.$inferSelect, 'description' | 'further'>

const { description: _, further: __, ...columns } = getTableColumns(media)

/** Columns of a new medium and its image; `size` in bytes. */
export interface NewMedium {
  organisationId: string
  ownerId: string
  projectId: string
  name: string
  originalFilename: string
  fileType: FileType
  size: number
  zShown: 'max' | null
  status: ImageStatus
}

/** Inserts a medium with its image in the project. @returns the ids of both */
export const insertMedium = async (tx: Executor, medium: NewMedium, now: Date) => {
  const { organisationId, ownerId, projectId, name, originalFilename, fileType, size, zShown, status } = medium
  const moment = { created: now, modified: now }
  const [stored] = await tx
    .insert(media)
    .values({ organisationId, ownerId, originalFilename, fileType, size, status, ...moment })
    .returning({ id: media.id })
  if (!stored) throw new Error('A row was inserted and none came back')
  const mediumId = stored.id
  const [image] = await tx
    .insert(images)
    .values({ projectId, mediumId, name, zShown, ...moment })
    .returning({ id: images.id })
  if (!image) throw new Error('A row was inserted and none came back')
  return { mediumId, imageId: image.id }
}

/**
 * The ids of what was announced under the id of an upload, and by whom; null: nothing. Until the end of the transaction nobody else
 * announces under it.
 */
export const findAnnounced = async (tx: Executor, uploadId: string) => {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`announcement ${uploadId}`}, 0))`)
  const [row] = await tx
    .select({
      userId: uploads.userId,
      ids: { mediumId: uploads.mediumId, imageId: images.id, uploadId: uploads.id },
    })
    .from(uploads)
    .innerJoin(images, eq(images.mediumId, uploads.mediumId))
    .where(eq(uploads.id, uploadId))
    .limit(1)
  return row ?? null
}

/** Inserts the pending upload of a medium. @param id - null: a new one. @param upload - `size` in bytes @returns its id */
export const insertUpload = async (
  tx: Executor,
  id: string | null,
  upload: { mediumId: string; userId: string; sessionId: string; size: number },
  now: Date,
): Promise<string> => {
  const [row] = await tx
    .insert(uploads)
    .values({ ...upload, ...(id && { id }), status: 'pending', created: now, modified: now })
    .returning({ id: uploads.id })
  if (!row) throw new Error('A row was inserted and none came back')
  return row.id
}

/** Null: there is no such medium. */
export const findMedium = async (db: Executor, mediumId: string): Promise<MediumRow | null> => {
  const [row] = await db.select(columns).from(media).where(eq(media.id, mediumId))
  return row ?? null
}

/** Id of the organisation. @throws Error when there is no such medium */
export const findOrganisationOfMedium = async (db: Executor, mediumId: string): Promise<string> => {
  const [row] = await db.select({ id: media.organisationId }).from(media).where(eq(media.id, mediumId))
  if (!row) throw new Error(`There is no medium ${mediumId}`)
  return row.id
}

/** Ids of the projects in which the medium has an image that is not in the trash. */
export const findProjectsOfMedium = async (db: Executor, mediumId: string): Promise<string[]> => {
  const rows = await db
    .selectDistinct({ projectId: images.projectId })
    .from(images)
    .where(and(eq(images.mediumId, mediumId), isNull(images.trashed)))
  return rows.map(({ projectId }) => projectId)
}
