import type { FileType } from '@lamella/shared/contract'
import { eq, notInArray } from 'drizzle-orm'
import type { Executor } from '../../db/database.ts'
import { images, media, uploads } from '../../db/schema/index.ts'

export type MediumRow = typeof media.$inferSelect

/** Of a cancelled or failed upload nothing is stored; everything else counts, from its announcement on. */
export const countsAsStored = notInArray(media.status, ['uploadCancelled', 'uploadFailed'])

export interface NewMedium {
  organisationId: string
  ownerId: string
  projectId: string
  name: string
  originalFilename: string
  fileType: FileType
  size: number
  sessionId: string
}

/** The medium, its image in the project and the upload that will bring its bytes. */
export const insertMedium = async (tx: Executor, medium: NewMedium, now: Date) => {
  const { organisationId, ownerId, projectId, name, originalFilename, fileType, size, sessionId } = medium
  const moment = { created: now, modified: now }
  const [stored] = await tx
    .insert(media)
    .values({ organisationId, ownerId, originalFilename, fileType, size, status: 'uploadPending', ...moment })
    .returning({ id: media.id })
  if (!stored) throw new Error('A row was inserted and none came back')
  const mediumId = stored.id
  const [image] = await tx
    .insert(images)
    .values({ projectId, mediumId, name, ...moment })
    .returning({ id: images.id })
  const [upload] = await tx
    .insert(uploads)
    .values({ mediumId, userId: ownerId, sessionId, size, status: 'pending', ...moment })
    .returning({ id: uploads.id })
  if (!image || !upload) throw new Error('A row was inserted and none came back')
  return { mediumId, imageId: image.id, uploadId: upload.id }
}

export const findMedium = async (db: Executor, mediumId: string): Promise<MediumRow | null> => {
  const [row] = await db.select().from(media).where(eq(media.id, mediumId))
  return row ?? null
}

export const findProjectsOfMedium = async (db: Executor, mediumId: string): Promise<string[]> => {
  const rows = await db
    .selectDistinct({ projectId: images.projectId })
    .from(images)
    .where(eq(images.mediumId, mediumId))
  return rows.map(({ projectId }) => projectId)
}
