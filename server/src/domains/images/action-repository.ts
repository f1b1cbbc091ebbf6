import { and, asc, count, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { analysisJobs, imageArchives, images, imageTags, media, projects } from '../../platform/db/schema/index.ts'

/** An image as actions read it. */
export interface ActedOn {
  id: string
  name: string
  projectId: string
  trashed: Date | null
  mediumId: string
  organisationId: string
  status: typeof media.$inferSelect.status
  /** Null: the original is not stored yet. */
  sha256: string | null
}

const select = (tx: Executor) =>
  tx
    .select({
      id: images.id,
      name: images.name,
      projectId: images.projectId,
      trashed: images.trashed,
      mediumId: media.id,
      organisationId: media.organisationId,
      status: media.status,
      sha256: media.sha256,
    })
    .from(images)
    .innerJoin(media, eq(media.id, images.mediumId))

/** Null: there is no such project. */
export const nameOfProject = async (tx: Executor, projectId: string): Promise<string | null> => {
  const [row] = await tx.select({ name: projects.name }).from(projects).where(eq(projects.id, projectId))
  return row?.name ?? null
}

/**
 * Locks images until the end of the transaction, in the order of their ids, so that two actions on the same images cannot wait for
 * each other.
 * @returns those that exist
 */
export const lockImages = (tx: Executor, imageIds: readonly string[]): Promise<ActedOn[]> =>
  select(tx)
    .where(inArray(images.id, [...imageIds]))
    .orderBy(asc(images.id))
    .for('update', { of: images })

/** Locks the next images in the trash of a project, or with `before` those of all projects that were moved there before a moment. */
export const lockTrashed = (
  tx: Executor,
  which: { projectId: string } | { before: Date },
  limit: number,
): Promise<ActedOn[]> =>
  select(tx)
    .where(
      and(
        isNotNull(images.trashed),
        'before' in which ? lt(images.trashed, which.before) : eq(images.projectId, which.projectId),
      ),
    )
    .orderBy(asc(images.id))
    .limit(limit)
    .for('update', { of: images })

/** Number of analyses of these images that wait or run. */
export const countUnfinishedJobs = async (tx: Executor, imageIds: readonly string[]): Promise<number> => {
  const isUnfinished = inArray(analysisJobs.status, ['pending', 'running'])
  const [row] = await tx
    .select({ jobs: count() })
    .from(analysisJobs)
    .where(and(inArray(analysisJobs.imageId, [...imageIds]), isUnfinished))
  return row?.jobs ?? 0
}

/** @param moment - null: takes it out of the trash */
export const setTrashed = async (tx: Executor, imageId: string, moment: Date | null): Promise<void> => {
  await tx.update(images).set({ trashed: moment }).where(eq(images.id, imageId))
}

/** Keeps a project from being deleted until the end of the transaction. Null: there is none. */
export const keepProject = async (tx: Executor, projectId: string): Promise<{ name: string } | null> => {
  const [row] = await tx
    .select({ name: projects.name })
    .from(projects)
    .where(eq(projects.id, projectId))
    .for('key share')
  return row ?? null
}

/** Moves images with their jobs, and so with their results. */
export const moveTo = async (
  tx: Executor,
  imageIds: readonly string[],
  projectId: string,
  now: Date,
): Promise<void> => {
  const ids = [...imageIds]
  await tx.update(images).set({ projectId, modified: now }).where(inArray(images.id, ids))
  await tx.update(analysisJobs).set({ projectId }).where(inArray(analysisJobs.imageId, ids))
}

/** Adds tags to images, and removes others. @returns the largest number of tags that one of them has now */
export const changeTags = async (
  tx: Executor,
  imageIds: readonly string[],
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<number> => {
  const ofThese = inArray(imageTags.imageId, [...imageIds])
  if (remove.length > 0) await tx.delete(imageTags).where(and(ofThese, inArray(imageTags.tag, [...remove])))
  const rows = imageIds.flatMap((imageId) => add.map((tag) => ({ imageId, tag })))
  if (rows.length > 0) await tx.insert(imageTags).values(rows).onConflictDoNothing()
  const [most] = await tx
    .select({ tags: count() })
    .from(imageTags)
    .where(ofThese)
    .groupBy(imageTags.imageId)
    .orderBy(sql`1 desc`)
    .limit(1)
  return most?.tags ?? 0
}

/** @returns the id of the archive */
export const insertArchive = async (
  tx: Executor,
  archive: Omit<typeof imageArchives.$inferInsert, 'id'>,
): Promise<string> => {
  const [row] = await tx.insert(imageArchives).values(archive).returning({ id: imageArchives.id })
  if (!row) throw new Error('A row was inserted and none came back')
  return row.id
}

/** Null: the project has no such archive, or it was made before a moment. */
export const findArchive = async (
  db: Executor,
  projectId: string,
  archiveId: string,
  since: Date,
): Promise<typeof imageArchives.$inferSelect | null> => {
  const isIt = and(eq(imageArchives.id, archiveId), eq(imageArchives.projectId, projectId))
  const [row] = await db.select().from(imageArchives).where(isIt)
  return row && row.created >= since ? row : null
}

/** Removes archives that were made before a moment. */
export const deleteArchives = async (db: Executor, before: Date): Promise<void> => {
  await db.delete(imageArchives).where(lt(imageArchives.created, before))
}

/** A stored original, for a download. */
export interface Original {
  mediumId: string
  name: string
  originalFilename: string
  /** Bytes. */
  size: number
  created: Date
}

/** The originals of these images that are stored, of this project and not in the trash, in the order of their names. */
export const findOriginals = (db: Executor, projectId: string, imageIds: readonly string[]): Promise<Original[]> =>
  db
    .select({
      mediumId: media.id,
      name: images.name,
      originalFilename: media.originalFilename,
      size: media.size,
      created: images.created,
    })
    .from(images)
    .innerJoin(media, eq(media.id, images.mediumId))
    .where(
      and(
        eq(images.projectId, projectId),
        inArray(images.id, [...imageIds]),
        isNull(images.trashed),
        isNotNull(media.sha256),
      ),
    )
    .orderBy(asc(images.nameKey), asc(images.id))
