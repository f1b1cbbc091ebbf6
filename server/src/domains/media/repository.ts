import { type FileType, type ImageScope, type ProjectRole, statusesOfScope } from '@lamella/shared/contract'
import { and, desc, eq, getTableColumns, ilike, inArray, isNull, lt, or } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { likePattern } from '../../platform/db/like-pattern.ts'
import { contributors, images, media, projects, uploads } from '../../platform/db/schema/index.ts'
import type { Principal } from '../../platform/http/identity.ts'
import { isVisibleTo } from '../projects/index.ts'

/** A medium without what the decoder says, which may have megabytes. */
export type MediumRow = Omit<typeof media.$inferSelect, 'description' | 'further'>

const { description: _, further: __, ...columns } = getTableColumns(media)

/** Columns of a new medium, its image and its upload; `size` in bytes. */
export interface NewMedium {
  organisationId: string
  ownerId: string
  projectId: string
  name: string
  originalFilename: string
  fileType: FileType
  size: number
  zShown: 'max' | null
  sessionId: string
}

/** Inserts a medium with its image in the project and its pending upload. @returns the ids of all three */
export const insertMedium = async (tx: Executor, medium: NewMedium, now: Date) => {
  const { organisationId, ownerId, projectId, name, originalFilename, fileType, size, zShown, sessionId } = medium
  const moment = { created: now, modified: now }
  const [stored] = await tx
    .insert(media)
    .values({ organisationId, ownerId, originalFilename, fileType, size, status: 'uploadPending', ...moment })
    .returning({ id: media.id })
  if (!stored) throw new Error('A row was inserted and none came back')
  const mediumId = stored.id
  const [image] = await tx
    .insert(images)
    .values({ projectId, mediumId, name, zShown, ...moment })
    .returning({ id: images.id })
  const [upload] = await tx
    .insert(uploads)
    .values({ mediumId, userId: ownerId, sessionId, size, status: 'pending', ...moment })
    .returning({ id: uploads.id })
  if (!image || !upload) throw new Error('A row was inserted and none came back')
  return { mediumId, imageId: image.id, uploadId: upload.id }
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

/** An entry of the list of media: one per image. */
export interface ListedMedium {
  /** Id of the image, by which the list is ordered and paged. */
  id: string
  name: string
  medium: Pick<MediumRow, 'id' | 'size' | 'status' | 'statusErrors' | 'failedDecoder' | 'ownerId' | 'created'>
  project: { id: string; name: string; ownerId: string }
  contributorRole: ProjectRole | null
}

/**
 * Media in the projects that the caller can see, newest first. Names are searched without a text index, because the image limit
 * keeps the images of an organisation few.
 * @param name - words that all occur in the names of the image or its project, in any case and order
 */
export const listMediaOf = (
  db: Executor,
  principal: Principal,
  { scope, name = '', after, limit }: { scope?: ImageScope; name?: string; after?: string; limit: number },
): Promise<ListedMedium[]> =>
  db
    .select({
      id: images.id,
      name: images.name,
      medium: {
        id: media.id,
        size: media.size,
        status: media.status,
        statusErrors: media.statusErrors,
        failedDecoder: media.failedDecoder,
        ownerId: media.ownerId,
        created: media.created,
      },
      project: { id: projects.id, name: projects.name, ownerId: projects.ownerId },
      contributorRole: contributors.role,
    })
    .from(images)
    .innerJoin(media, eq(media.id, images.mediumId))
    .innerJoin(projects, eq(projects.id, images.projectId))
    .leftJoin(contributors, and(eq(contributors.projectId, projects.id), eq(contributors.userId, principal.userId)))
    .where(
      and(
        eq(media.organisationId, principal.organisationId),
        isNull(images.trashed),
        isVisibleTo(db, principal),
        scope && inArray(media.status, [...statusesOfScope[scope]]),
        ...name
          .split(/\s+/)
          .filter(Boolean)
          .map((word) => or(ilike(images.name, likePattern(word)), ilike(projects.name, likePattern(word)))),
        after === undefined ? undefined : lt(images.id, after),
      ),
    )
    .orderBy(desc(images.id))
    .limit(limit)
