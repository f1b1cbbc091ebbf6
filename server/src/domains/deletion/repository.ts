import { and, eq, ne, notExists } from 'drizzle-orm'
import { alias, union } from 'drizzle-orm/pg-core'
import type { Executor } from '../../platform/db/database.ts'
import {
  analysisJobs,
  annotationExports,
  contributors,
  images,
  jobResults,
  projects,
  resultBundles,
  users,
} from '../../platform/db/schema/index.ts'
import { blobKeys } from '../../platform/storage/blobs.ts'

/** Locks the project until the end of the transaction, so that nothing is added to it. Null: there is no such project. */
export const lockProject = async (tx: Executor, projectId: string): Promise<{ name: string } | null> => {
  const [row] = await tx.select({ name: projects.name }).from(projects).where(eq(projects.id, projectId)).for('update')
  return row ?? null
}

/** Ids of all who may see the project: owner, contributors and the admins of its organisation. */
export const peopleOf = async (tx: Executor, projectId: string): Promise<string[]> => {
  const isIt = eq(projects.id, projectId)
  const rows = await union(
    tx.select({ id: projects.ownerId }).from(projects).where(isIt),
    tx.select({ id: contributors.userId }).from(contributors).where(eq(contributors.projectId, projectId)),
    tx
      .select({ id: users.id })
      .from(users)
      .innerJoin(projects, eq(projects.organisationId, users.organisationId))
      .where(and(isIt, eq(users.isAdmin, true))),
  )
  return rows.map(({ id }) => id)
}

/** Ids of the media that are in no other project. */
export const mediaOnlyIn = async (tx: Executor, projectId: string): Promise<string[]> => {
  const others = alias(images, 'others')
  const elsewhere = tx
    .select({ id: others.id })
    .from(others)
    .where(and(eq(others.mediumId, images.mediumId), ne(others.projectId, projectId)))
  const rows = await tx
    .selectDistinct({ id: images.mediumId })
    .from(images)
    .where(and(eq(images.projectId, projectId), notExists(elsewhere)))
  return rows.map(({ id }) => id)
}

/** Keys and prefixes of the blobs of the project's jobs, bundles and exports. */
export const derivedBlobsOf = async (tx: Executor, projectId: string): Promise<string[]> => {
  const jobs = await tx
    .select({ jobId: analysisJobs.id, resultId: jobResults.id })
    .from(analysisJobs)
    .leftJoin(jobResults, eq(jobResults.jobId, analysisJobs.id))
    .where(eq(analysisJobs.projectId, projectId))
  const bundles = await tx
    .select({ id: resultBundles.id })
    .from(resultBundles)
    .where(eq(resultBundles.projectId, projectId))
  const exported = await tx
    .select({ id: annotationExports.id })
    .from(annotationExports)
    .where(eq(annotationExports.projectId, projectId))
  return [
    ...jobs.map(({ jobId }) => blobKeys.checkpoints(jobId)),
    ...jobs.flatMap(({ resultId }) => (resultId ? [blobKeys.result(resultId)] : [])),
    ...bundles.map(({ id }) => blobKeys.bundle(id)),
    ...exported.map(({ id }) => blobKeys.annotationExport(id)),
  ]
}

/** Deletes the project with its images, jobs, results, bundles and contributors. */
export const deleteProjectRow = async (tx: Executor, projectId: string): Promise<void> => {
  await tx.delete(projects).where(eq(projects.id, projectId))
}
