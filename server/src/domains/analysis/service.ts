import type { createJob, HandlerInput, Job, JobResult } from '@lamella/shared/contract'
import { checkImage } from '../../analysis/applications/check-image.ts'
import { findApplication } from '../../analysis/applications/registry.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Principal } from '../../platform/http/identity.ts'
import { type PageQuery, pageOf } from '../../platform/http/paging.ts'
import { blobKeys } from '../../platform/storage/blobs.ts'
import { recordAudit } from '../audit/index.ts'
import { findImage, withPixelSize } from '../images/index.ts'
import { claimQuota } from '../quotas/index.ts'
import { presentJob, presentResult } from './present.ts'
import * as repository from './repository.ts'
import { refusalOf } from './suitability-service.ts'

type JobForm = HandlerInput<typeof createJob>['body']['data']

/**
 * Publishes at the commit that a job has changed, was submitted or was deleted; then with its last state. Open pages read it or its
 * list again.
 */
export const publishJobChanged = ({ events }: AppContext, tx: Executor, job: repository.JobRow): Promise<void> =>
  events.publish({ type: 'job', id: job.id, project: job.projectId, status: job.status, progress: job.progress }, tx)

/**
 * Submits one job for one image of the project (D3-1-05). The caller must have checked that the principal is an editor of it.
 * @returns the id of the job
 * @throws ApiError ERR_0404, ERR_3002, ERR_4001, ERR_4002, ERR_4004, ERR_5006, ERR_5008
 */
export const submitJob = async (context: AppContext, principal: Principal, form: JobForm): Promise<string> => {
  const { organisationId, userId } = principal
  const application = findApplication(form.appName, form.appVersion)
  if (!application) throw new ApiError('ERR_4002')
  if (application.status === 'retired') {
    const { displayName, version } = application
    throw new ApiError('ERR_4002', `${displayName} ${version} is retired: choose a newer version.`)
  }
  const { params } = form.appMetadata.appData
  const at = context.now()
  return context.db.transaction(async (tx) => {
    const found = await findImage(tx, form.images[0] ?? '')
    if (found?.image.projectId !== form.project) throw new ApiError('ERR_0404')
    const { image } = found
    const medium = withPixelSize(found.medium, image.givenPixelSize)
    if (medium.status !== 'available' || !medium.description) throw new ApiError('ERR_3002')
    const refusal = checkImage(application, medium.description, params)
    if (refusal) throw new ApiError(refusal.code, refusal.detail)
    const unsuitable = await refusalOf(tx, application, medium)
    if (unsuitable) throw new ApiError('ERR_4001', unsuitable)
    await claimQuota(tx, organisationId, { jobs: 1, storage: 0 }, at)
    const job = await repository.insertJob(tx, {
      projectId: image.projectId,
      imageId: image.id,
      ownerId: userId,
      appName: application.name,
      appVersion: application.version,
      params,
      givenPixelSize: image.givenPixelSize,
      created: at,
    })
    await publishJobChanged(context, tx, job)
    await context.queue.enqueue('run-analysis', { organisationId, jobId: job.id }, { tx, singletonKey: job.id })
    const detail = {
      name: application.displayName,
      application: `${application.name} ${application.version}`,
      image: image.id,
      imageName: image.name,
    }
    await recordAudit(tx, {
      at,
      organisationId,
      userId,
      action: 'job.submitted',
      objectType: 'job',
      objectId: job.id,
      detail,
    })
    return job.id
  })
}

/** One page of the jobs of a project, newest first. */
export const listJobs = async ({ db }: AppContext, projectId: string, query: PageQuery) => {
  const { 'page[after]': after, 'page[size]': size } = query
  const rows = await repository.listJobsOf(db, projectId, { after, limit: size + 1 })
  return pageOf(rows.map(presentJob), query, `/api/v2/projects/${projectId}/jobs`)
}

/** @throws ApiError ERR_0404 */
export const getJob = async ({ db }: AppContext, jobId: string): Promise<Job> => {
  const row = await repository.findListedJob(db, jobId)
  if (!row) throw new ApiError('ERR_0404')
  return presentJob(row)
}

/**
 * Cancels a pending or running job, which stays on the list; deletes any other with its result. A running job notices it at its next
 * progress (`progressReporter` in jobs/run-analysis.ts), which ends its process.
 */
export const cancelOrDeleteJob = async (context: AppContext, principal: Principal, jobId: string): Promise<void> => {
  const { organisationId, userId } = principal
  const at = context.now()
  await context.db.transaction(async (tx) => {
    const listed = await repository.findListedJob(tx, jobId)
    const changes = { status: 'cancelled', finished: at } as const
    const cancelled = await repository.changeJob(tx, jobId, ['pending', 'running'], changes)
    const keys = [blobKeys.checkpoints(jobId)]
    if (!cancelled) {
      const result = await repository.findResultOfJob(tx, jobId)
      if (result) keys.push(blobKeys.result(result.id))
    }
    const changed = cancelled ?? (await repository.deleteJobRow(tx, jobId))
    if (changed) await publishJobChanged(context, tx, changed)
    await context.queue.enqueue('remove-blobs', { keys }, { tx })
    const action = cancelled ? 'job.cancelled' : 'job.deleted'
    const name = listed && findApplication(listed.job.appName, listed.job.appVersion)?.displayName
    const object = { objectType: 'job', objectId: jobId, detail: { name, imageName: listed?.imageName } }
    await recordAudit(tx, { at, organisationId, userId, action, ...object })
  })
}

/** The result of a job. @throws ApiError ERR_4003 while it has none */
export const getResult = async ({ db }: AppContext, jobId: string): Promise<JobResult> => {
  const row = await repository.findResultOfJob(db, jobId)
  if (!row) throw new ApiError('ERR_4003')
  return presentResult(row)
}
