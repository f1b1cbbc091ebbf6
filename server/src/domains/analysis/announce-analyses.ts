import { and, asc, eq, exists, inArray, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { findApplication } from '../../analysis/applications/registry.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { analysisJobs, images, jobResults } from '../../platform/db/schema/index.ts'
import { notify } from '../notifications/index.ts'

/** The jobs that are told of together: those of one person with one application in one project. */
type Group = Pick<typeof analysisJobs.$inferSelect, 'ownerId' | 'projectId' | 'appName' | 'appVersion'>

const groupColumns = {
  ownerId: analysisJobs.ownerId,
  projectId: analysisJobs.projectId,
  appName: analysisJobs.appName,
  appVersion: analysisJobs.appVersion,
}

const isIn = (group: Group) =>
  and(
    eq(analysisJobs.projectId, group.projectId),
    eq(analysisJobs.ownerId, group.ownerId),
    eq(analysisJobs.appName, group.appName),
    eq(analysisJobs.appVersion, group.appVersion),
  )

/** Literal, as the partial indexes of jobs have it. */
const isUnfinished = sql`${analysisJobs.status} in ('pending', 'running')`
const isEnded = and(sql`not ${analysisJobs.announced}`, inArray(analysisJobs.status, ['successful', 'failed']))

/** Marks the ended jobs of a group as told. @returns them, the oldest first */
const takeEnded = async (tx: Executor, group: Group) => {
  const taken = await tx
    .update(analysisJobs)
    .set({ announced: true })
    .where(and(isIn(group), isEnded))
    .returning({ id: analysisJobs.id })
  if (taken.length === 0) return []
  return tx
    .select({
      id: analysisJobs.id,
      status: analysisJobs.status,
      errors: analysisJobs.statusErrors,
      image: images.name,
      objects: jobResults.objectCount,
    })
    .from(analysisJobs)
    .innerJoin(images, eq(images.id, analysisJobs.imageId))
    .leftJoin(jobResults, eq(jobResults.jobId, analysisJobs.id))
    .where(
      inArray(
        analysisJobs.id,
        taken.map(({ id }) => id),
      ),
    )
    .orderBy(asc(analysisJobs.id))
}

/**
 * Tells the owner of a job of all their jobs with the same application in the project that have ended, as soon as none of these is waiting or
 * running. Call it in the transaction that ends a job: that it was told is stored with the job, so that each is told once and none is forgotten.
 */
export const announceAnalyses = async (context: AppContext, tx: Executor, group: Group): Promise<void> => {
  const { ownerId: userId, projectId, appName, appVersion: version } = group
  // Of the two last jobs that end at the same time, the second sees the first.
  const lock = ['analyses', userId, projectId, appName, version].join(' ')
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`)
  const [unfinished] = await tx
    .select({ id: analysisJobs.id })
    .from(analysisJobs)
    .where(and(isIn(group), isUnfinished))
    .limit(1)
  if (unfinished) return
  const ended = await takeEnded(tx, group)
  const [first, second] = ended
  if (!first) return
  const only = second ? null : first
  const failed = ended.filter(({ status }) => status === 'failed').length
  const detail = {
    application: findApplication(appName, version)?.displayName ?? appName,
    version,
    done: ended.length - failed,
    failed,
    objects: ended.reduce((sum, { objects }) => sum + (objects ?? 0), 0),
    image: only?.image ?? null,
    reason: only?.errors[0] ?? null,
  }
  const kind = 'analysis-finished'
  await notify(context, tx, { userId, kind, key: first.id, projectId, objectId: only?.id, detail })
}

/** Part of the hourly clean-up: tells of ended jobs whose last companion did not end but was deleted, with its image for example. */
export const announceOverdue = async (context: AppContext): Promise<void> => {
  const others = alias(analysisJobs, 'others')
  const companions = context.db
    .select({ id: others.id })
    .from(others)
    .where(
      and(
        eq(others.projectId, analysisJobs.projectId),
        eq(others.ownerId, analysisJobs.ownerId),
        eq(others.appName, analysisJobs.appName),
        eq(others.appVersion, analysisJobs.appVersion),
        inArray(others.status, ['pending', 'running']),
      ),
    )
  const groups = await context.db
    .selectDistinct(groupColumns)
    .from(analysisJobs)
    .where(and(isEnded, not(exists(companions))))
  for (const group of groups) await context.db.transaction((tx) => announceAnalyses(context, tx, group))
}
