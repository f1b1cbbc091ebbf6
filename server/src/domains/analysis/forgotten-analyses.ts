import { eq, sql } from 'drizzle-orm'
import type { AppContext } from '../../platform/context.ts'
import { analysisJobs, projects, resultBundles } from '../../platform/db/schema/index.ts'
import { enqueueForgotten, hasNoJob } from '../../platform/queue/forgotten-jobs.ts'

/** Literal, as the partial index of these jobs has it. */
const isUnfinished = sql`${analysisJobs.status} in ('pending', 'running')`

/** Part of the hourly clean-up: analyses and bundles that wait or run and that no job of the queue is left for. */
export const enqueueForgottenAnalyses = async (context: AppContext): Promise<void> => {
  await enqueueForgotten(context, 'run-analysis', async (tx) => {
    const rows = await tx
      .select({ jobId: analysisJobs.id, organisationId: projects.organisationId })
      .from(analysisJobs)
      .innerJoin(projects, eq(projects.id, analysisJobs.projectId))
      .where(sql`${isUnfinished} and ${hasNoJob('run-analysis', analysisJobs.id)}`)
    return rows.map((payload) => ({ key: payload.jobId, payload }))
  })
  await enqueueForgotten(context, 'make-bundle', async (tx) => {
    const rows = await tx
      .select({ bundleId: resultBundles.id, organisationId: projects.organisationId })
      .from(resultBundles)
      .innerJoin(projects, eq(projects.id, resultBundles.projectId))
      .where(sql`${resultBundles.status} = 'pending' and ${hasNoJob('make-bundle', resultBundles.id)}`)
    return rows.map((payload) => ({ key: payload.bundleId, payload }))
  })
}
