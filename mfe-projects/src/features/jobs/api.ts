import { ApiFailure, call, callWithHeaders, createdId } from '@lamella/shared/api'
import { type BundleFormat, createBundle, createJob, deleteJob, type Job, repeatJob } from '@lamella/shared/contract'
import { isOver } from '../../lib/job-status.ts'

/** An analysis of one image (D3-3-39). */
export interface NewJob {
  projectId: string
  imageId: string
  appName: string
  appVersion: string
  /** Parameters by the application's schema; missing ones get their defaults. */
  params: Record<string, unknown>
  /** UUID: sent again with the same one after a lost answer, the job is not submitted twice. */
  submission: string
  /** UUID: the same for all jobs that are submitted together; absent: it is submitted alone. */
  run?: string
}

/**
 * Submits a job for one image (D3-7-29).
 * @returns id of the job
 * @throws ApiFailure
 */
export const submitJob = async (job: NewJob): Promise<string> => {
  const { projectId, imageId, appName, appVersion, params, submission, run } = job
  const content = {
    type: 'Job' as const,
    appName,
    appVersion,
    appMetadata: { appData: { generateResultVisualization: true, params } },
    project: projectId,
    images: [imageId],
    submission,
    ...(run !== undefined && { run }),
  }
  const { data } = await call(createJob, { body: { data: content } }, { action: 'jobs.create' })
  return data.id
}

/** Passes over failures of these codes. @throws any other */
export const unless =
  (...codes: string[]) =>
  (error: unknown): void => {
    if (!(error instanceof ApiFailure && codes.includes(error.code))) throw error
  }

/** Cancels a pending or running job. @throws ApiFailure ERR_4006 when it has ended meanwhile: its result must not be lost */
export const cancelJob = (jobId: string): Promise<undefined> =>
  call(deleteJob, { params: { jobId }, query: { only: 'unfinished' } }, { action: 'jobs.cancel' })

/**
 * Submits a job with the image and parameters of another one, by the newest version of its application.
 * @param names - UUIDs as in `NewJob`
 * @returns id of the new job
 * @throws ApiFailure
 */
export const submitAgain = async (jobId: string, names: { submission: string; run?: string }): Promise<string> =>
  (await call(repeatJob, { params: { jobId }, body: { data: names } }, { action: 'jobs.repeat' })).data.id

/** Deletes a job with its results, also one that waits or runs. @throws ApiFailure, but not when somebody else has deleted it */
export const removeJob = async ({ id, status }: Pick<Job, 'id' | 'status'>): Promise<void> => {
  // A call to delete one that has not ended only cancels it. One that has ended meanwhile is not cancelled.
  if (!isOver(status)) await cancelJob(id).catch(unless('ERR_4006', 'ERR_0404'))
  await call(deleteJob, { params: { jobId: id } }, { action: 'jobs.delete' }).catch(unless('ERR_0404'))
}

/** What of a job a bundle of its results needs. */
export type BundledJob = Pick<Job, 'id' | 'project' | 'appName' | 'appVersion'>

/**
 * Requests a bundle of the results of jobs of one application (D3-7-34).
 * @param jobs - at least one, of the same project
 * @param results - ids of original or corrected results; absent: all of the jobs
 * @returns id of the new bundle; null when the server's answer lacks it
 */
export const requestBundle = async (
  jobs: readonly BundledJob[],
  bundleAction: BundleFormat,
  results?: string[],
): Promise<string | null> => {
  const [first] = jobs
  if (!first) throw new RangeError('A bundle needs a job')
  const content = {
    project: first.project,
    appName: first.appName,
    appVersions: [...new Set(jobs.map(({ appVersion }) => appVersion))],
    bundleAction,
    jobs: jobs.map(({ id }) => id),
    ...(results && { results }),
  }
  const { headers } = await callWithHeaders(createBundle, { body: { data: content } }, { action: 'bundles.create' })
  return createdId(headers)
}
