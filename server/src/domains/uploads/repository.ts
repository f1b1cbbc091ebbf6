import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { images, media, uploads } from '../../platform/db/schema/index.ts'

/** An upload with its session. The row is inserted when the image is announced (`insertUpload` in media/repository.ts). */
export type UploadRow = typeof uploads.$inferSelect

/** Condition: the upload can still receive bytes. */
const isOpen = inArray(uploads.status, ['pending', 'uploading'])

/** Null: there is no such upload. */
export const findUpload = async (db: Executor, uploadId: string): Promise<UploadRow | null> => {
  const [row] = await db.select().from(uploads).where(eq(uploads.id, uploadId))
  return row ?? null
}

/** An upload with the project of its image. Null: there is no such upload. */
export const findUploadInProject = async (
  db: Executor,
  uploadId: string,
): Promise<{ upload: UploadRow; projectId: string } | null> => {
  const [row] = await db
    .select({ upload: uploads, projectId: images.projectId })
    .from(uploads)
    .innerJoin(images, eq(images.mediumId, uploads.mediumId))
    .where(eq(uploads.id, uploadId))
  return row ?? null
}

/** Open uploads of a user, oldest first. */
export const listOpenUploads = (db: Executor, userId: string) =>
  db
    .select({ upload: uploads, originalFilename: media.originalFilename })
    .from(uploads)
    .innerJoin(media, eq(media.id, uploads.mediumId))
    .where(and(eq(uploads.userId, userId), isOpen))
    .orderBy(asc(uploads.created), asc(uploads.id))

/** Open uploads of all users. */
export const findOpenUploads = (db: Executor): Promise<UploadRow[]> => db.select().from(uploads).where(isOpen)

/** @returns false: the upload is no longer open; nothing was changed */
export const changeUpload = async (
  db: Executor,
  uploadId: string,
  status: UploadRow['status'],
  now: Date,
): Promise<boolean> => {
  const { rowCount } = await db
    .update(uploads)
    .set({ status, modified: now })
    .where(and(eq(uploads.id, uploadId), isOpen))
  return rowCount === 1
}

/** Records the checksum (hex) that the client announced. */
export const announceSha256 = async (db: Executor, uploadId: string, sha256: string): Promise<void> => {
  await db.update(uploads).set({ announcedSha256: sha256 }).where(eq(uploads.id, uploadId))
}
