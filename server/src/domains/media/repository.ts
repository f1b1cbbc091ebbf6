import { type FileType, type ImageScope, type ProjectRole, statusesOfScope } from '@lamella/shared/contract'
import { and, desc, eq, getTableColumns, ilike, inArray, lt, or } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { likePattern } from '../../platform/db/like-pattern.ts'
import { contributors, images, media, projects, uploads } from '../../platform/db/schema/index.ts'
import type { Principal } from '../../platform/http/identity.ts'
import { isVisibleTo } from '../projects/index.ts'

/** Without the description, which may have megabytes. */
export type MediumRow = Omit<typeof media.$inferSelect, 'description'>

const { description: _, ...columns } = getTableColumns(media)

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
  const [row] = await db.select(columns).from(media).where(eq(media.id, mediumId))
  return row ?? null
}

/** @throws Error when there is no such medium */
export const findOrganisationOfMedium = async (db: Executor, mediumId: string): Promise<string> => {
  const [row] = await db.select({ id: media.organisationId }).from(media).where(eq(media.id, mediumId))
  if (!row) throw new Error(`There is no medium ${mediumId}`)
  return row.id
}

export const findProjectsOfMedium = async (db: Executor, mediumId: string): Promise<string[]> => {
  const rows = await db
    .selectDistinct({ projectId: images.projectId })
    .from(images)
    .where(eq(images.mediumId, mediumId))
  return rows.map(({ projectId }) => projectId)
}

export interface ListedMedium {
  /** Of the image: the order and the cursor of the list. */
  id: string
  name: string
  medium: Pick<MediumRow, 'id' | 'size' | 'status' | 'statusErrors' | 'ownerId' | 'created'>
  project: { id: string; name: string; ownerId: string }
  contributorRole: ProjectRole | null
}

/**
 * In the projects that the caller can see, newest first. A name is looked for in the images of the caller's organisation, whose
 * limit keeps them few enough to be read without an index of letters.
 * @param name - words that are all in the name of the image or of its project, in any case and order
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
