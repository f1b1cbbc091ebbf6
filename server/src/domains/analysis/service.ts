import { isDeepStrictEqual } from 'node:util'
import type {
  createJob,
  HandlerInput,
  Job,
  JobResult,
  listJobs as JobsCall,
  listJobResults,
  repeatJob,
} from '@lamella/shared/contract'
import type { AnalysisApplication } from '../../analysis/applications/application.ts'
import { checkImage } from '../../analysis/applications/check-image.ts'
import { completeParams } from '../../analysis/applications/complete-params.ts'
import { applications, findApplication } from '../../analysis/applications/registry.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Principal } from '../../platform/http/identity.ts'
import { pageOf } from '../../platform/http/paging.ts'
import { blobKeys } from '../../platform/storage/blobs.ts'
import { recordAudit } from '../audit/index.ts'
import { findImage, keepImage, withPixelSize } from '../images/index.ts'
import { claimQuota } from '../quotas/index.ts'
import { announceAnalyses } from './announce-analyses.ts'
import {
  countJobsByStatus,
  figuresOf,
  groupsOfJobs,
  type JobQuestion,
  listJobsBy,
  outlineOfJobs,
} from './list-repository.ts'
import { presentJob, presentResult } from './present.ts'
import * as repository from './repository.ts'
import { refusalOf } from './suitability-service.ts'

type JobForm = HandlerInput<typeof createJob>['body']['data']
type Params = JobForm['appMetadata']['appData']['params']

/**
 * Publishes at the commit that a job has changed, was submitted or was deleted; then with its last state. Open pages read it or its
 * list again.
 */
export const publishJobChanged = ({ events }: AppContext, tx: Executor, job: repository.JobRow): Promise<void> =>
  events.publish({ type: 'job', id: job.id, project: job.projectId, status: job.status, progress: job.progress }, tx)

/** The job that the same submission has made already; null: it is new. @throws ApiError ERR_0409 when it was for something else */
const findSame = async (
  tx: Executor,
  userId: string,
  form: JobForm,
  application: AnalysisApplication,
): Promise<repository.JobRow | null> => {
  if (form.submission === undefined) return null
  const job = await repository.findSubmittedJob(tx, userId, form.submission)
  if (!job) return null
  if (job.imageId !== form.images[0] || job.appName !== form.appName || job.appVersion !== form.appVersion)
    throw new ApiError('ERR_0409', 'This submission was made for another image or application.')
  const [before, now] = [job.params, form.appMetadata.appData.params].map((each) => completeParams(application, each))
  if (!isDeepStrictEqual(before, now)) throw new ApiError('ERR_0409', 'This submission was made with other parameters.')
  return job
}

/**
 * Submits one job for one image of the project (D3-1-05), once per submission. The caller must have checked that the principal is an
 * editor of it.
 * @returns the id of the job
 * @throws ApiError ERR_0404, ERR_0409, ERR_3002, ERR_4001, ERR_4002, ERR_4004, ERR_5006, ERR_5008
 */
export const submitJob = async (
  context: AppContext,
  { organisationId, userId }: Pick<Principal, 'organisationId' | 'userId'>,
  form: JobForm,
): Promise<string> => {
  const application = findApplication(form.appName, form.appVersion)
  if (!application) throw new ApiError('ERR_4002')
  if (application.status === 'retired') {
    const { displayName, version } = application
    throw new ApiError('ERR_4002', `${displayName} ${version} is retired: choose a newer version.`)
  }
  const { params } = form.appMetadata.appData
  const at = context.now()
  return context.db.transaction(async (tx) => {
    const same = await findSame(tx, userId, form, application)
    if (same) return same.id
    const imageId = form.images[0] ?? ''
    await keepImage(tx, imageId)
    const found = await findImage(tx, imageId)
    if (found?.image.projectId !== form.project) throw new ApiError('ERR_0404')
    const { image } = found
    const medium = withPixelSize(found.medium, image.givenPixelSize)
    if (medium.status !== 'available' || !medium.description) throw new ApiError('ERR_3002')
    const refusal = checkImage(application, medium.description, params)
    if (refusal) throw new ApiError(refusal.code, refusal.detail)
    const unsuitable = await refusalOf(tx, application, medium, params)
    if (unsuitable) throw new ApiError('ERR_4001', unsuitable)
    await claimQuota(tx, organisationId, { jobs: 1, storage: 0 }, at, context.queue)
    const job = await repository.insertJob(tx, {
      projectId: image.projectId,
      imageId: image.id,
      ownerId: userId,
      appName: application.name,
      appVersion: application.version,
      params,
      givenPixelSize: image.givenPixelSize,
      created: at,
      announced: false,
      submission: form.submission ?? null,
      run: form.run ?? null,
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
      projectId: job.projectId,
      detail,
    })
    return job.id
  })
}

type RepeatForm = HandlerInput<typeof repeatJob>['body']['data']

/**
 * Submits a job with the image and parameters of another one, by the newest version of its application; parameters that this version
 * no longer has are left out. The caller must have checked that the principal is an editor of its project.
 * @returns the id of the new job
 * @throws ApiError as `submitJob`
 */
export const submitAgain = async (
  context: AppContext,
  principal: Principal,
  jobId: string,
  { submission, run }: RepeatForm,
): Promise<string> => {
  const listed = await repository.findListedJob(context.db, jobId)
  if (!listed) throw new ApiError('ERR_0404')
  const { job } = listed
  // The newest of each application comes first.
  const application = applications.find(({ name, status }) => name === job.appName && status === 'available')
  if (!application) throw new ApiError('ERR_4002')
  const known = Object.entries(job.params).filter(([key]) => Object.hasOwn(application.params.properties, key))
  return submitJob(context, principal, {
    type: 'Job',
    appName: application.name,
    appVersion: application.version,
    appMetadata: { appData: { generateResultVisualization: true, params: Object.fromEntries(known) as Params } },
    project: job.projectId,
    images: [job.imageId],
    ...(submission !== undefined && { submission }),
    ...(run !== undefined && { run }),
  })
}

const versions = applications.map(({ name, version, displayName }) => ({
  name,
  version,
  title: `${displayName} ${version}`,
}))

type JobsQuery = HandlerInput<typeof JobsCall>['query']

const questionOf = (projectId: string, query: Omit<JobsQuery, 'page[after]' | 'page[size]'>): JobQuestion => ({
  projectId,
  sort: query.sort ?? '-created',
  text: query['filter[text]'],
  timeZone: query['filter[timeZone]'],
  unfinished: query['filter[unfinished]'] === 'true',
  application: query['filter[application]'],
  run: query['filter[run]'],
  status: query['filter[status]'],
  imageId: query['filter[image]'],
  versions,
})

/** One page of the jobs of a project, newest first unless sorted. @throws ApiError ERR_0400 for a cursor of another order */
export const listJobs = async ({ db }: AppContext, projectId: string, query: JobsQuery) => {
  const { 'page[after]': after, 'page[size]': size, ...asked } = query
  const rows = await listJobsBy(db, questionOf(projectId, asked), { after, limit: size + 1 })
  const cursors = new Map(rows.map(({ job, cursor }) => [job.id, cursor]))
  const path = `/api/v2/projects/${projectId}/jobs`
  return pageOf(rows.map(presentJob), query, path, asked, ({ id }) => cursors.get(id) ?? id)
}

/** Extent of a list of jobs, and how many of all have each status. @param size - jobs per page */
export const getJobOutline = async ({ db }: AppContext, projectId: string, query: JobsQuery, size: number) => {
  const byStatus = await countJobsByStatus(db, projectId)
  const all = Object.values(byStatus).reduce((sum, number) => sum + number, 0)
  return { ...(await outlineOfJobs(db, questionOf(projectId, query), size)), all, byStatus }
}

type ResultsQuery = HandlerInput<typeof listJobResults>['query']

/** One page of the results of a project, those of the newest jobs first unless sorted. @throws ApiError ERR_0400 for a cursor of another order */
export const listResults = async ({ db }: AppContext, projectId: string, query: ResultsQuery) => {
  const { 'page[after]': after, 'page[size]': size, 'filter[jobs]': jobs, ...asked } = query
  const question: JobQuestion = { ...questionOf(projectId, asked), status: 'successful', jobIds: jobs?.split(',') }
  const rows = await listJobsBy(db, question, { after, limit: size + 1 })
  const figures = await figuresOf(
    db,
    rows.map(({ job }) => job.id),
  )
  const paramsOf = ({ appName, appVersion, params }: repository.JobRow): Record<string, unknown> => {
    const application = findApplication(appName, appVersion)
    return application ? completeParams(application, params) : params
  }
  const results = rows.map(({ job, imageName, resultId, cursor }) => ({
    id: resultId ?? job.id,
    job: job.id,
    image: job.imageId,
    imageName,
    appName: job.appName,
    appVersion: job.appVersion,
    created: job.created.toISOString(),
    params: paramsOf(job),
    figures: figures.get(job.id) ?? [],
    cursor,
  }))
  const filter = { ...asked, 'filter[jobs]': jobs }
  const { data, links } = pageOf(
    results,
    query,
    `/api/v2/projects/${projectId}/jobResults`,
    filter,
    (row) => row.cursor,
  )
  return { data: data.map(({ cursor: _, ...result }) => result), links }
}

/** Applications and newest runs of the jobs of a project. */
export const listJobGroups = ({ db }: AppContext, projectId: string) => groupsOfJobs(db, projectId)

/** @throws ApiError ERR_0404 */
export const getJob = async ({ db }: AppContext, jobId: string): Promise<Job> => {
  const row = await repository.findListedJob(db, jobId)
  if (!row) throw new ApiError('ERR_0404')
  return presentJob(row)
}

/**
 * Cancels a pending or running job, which stays on the list; deletes any other with its result. A running job notices it at its next
 * progress (`progressReporter` in jobs/run-application.ts), which ends its process.
 *
 * @param only - `unfinished`: nothing is deleted
 * @throws ApiError ERR_0404, ERR_4006
 */
export const cancelOrDeleteJob = async (
  context: AppContext,
  principal: Principal,
  jobId: string,
  only?: 'unfinished',
): Promise<void> => {
  const { organisationId, userId } = principal
  const at = context.now()
  await context.db.transaction(async (tx) => {
    const listed = await repository.findListedJob(tx, jobId)
    const changes = { status: 'cancelled', finished: at } as const
    const cancelled = await repository.changeJob(tx, jobId, ['pending', 'running'], changes)
    if (!cancelled && only) throw new ApiError(listed ? 'ERR_4006' : 'ERR_0404')
    const keys = [blobKeys.checkpoints(jobId)]
    if (!cancelled) {
      const result = await repository.findResultOfJob(tx, jobId)
      if (result) keys.push(blobKeys.result(result.id))
    }
    const changed = cancelled ?? (await repository.deleteJobRow(tx, jobId))
    // Somebody else has deleted it at the same moment, with its files and the entry in the log.
    if (!changed) return
    await publishJobChanged(context, tx, changed)
    if (cancelled) await announceAnalyses(context, tx, cancelled)
    await context.queue.enqueue('remove-blobs', { keys }, { tx })
    const action = cancelled ? 'job.cancelled' : 'job.deleted'
    const name = listed && findApplication(listed.job.appName, listed.job.appVersion)?.displayName
    const object = {
      objectType: 'job',
      objectId: jobId,
      projectId: changed.projectId,
      detail: { name, imageName: listed?.imageName },
    }
    await recordAudit(tx, { at, organisationId, userId, action, ...object })
  })
}

/** The result of a job. @throws ApiError ERR_4003 while it has none */
export const getResult = async ({ db }: AppContext, jobId: string): Promise<JobResult> => {
  const row = await repository.findResultOfJob(db, jobId)
  if (!row) throw new ApiError('ERR_4003')
  return presentResult(row)
}
