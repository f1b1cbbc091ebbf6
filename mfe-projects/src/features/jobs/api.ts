import { call, callWithHeaders, createdId } from '@lamella/shared/api'
import { type BundleFormat, createBundle, createJob, deleteJob } from '@lamella/shared/contract'

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
}

/**
 * Submits a job for one image (D3-7-29).
 * @returns id of the job
 * @throws ApiFailure
 */
export const submitJob = async (job: NewJob): Promise<string> => {
  const { projectId, imageId, appName, appVersion, params, submission } = job
  const content = {
    type: 'Job' as const,
    appName,
    appVersion,
    appMetadata: { appData: { generateResultVisualization: true, params } },
    project: projectId,
    images: [imageId],
    submission,
  }
  const { data } = await call(createJob, { body: { data: content } }, { action: 'jobs.create' })
  return data.id
}

/** Cancels a pending or running job. @throws ApiFailure ERR_4006 when it has ended meanwhile: its result must not be lost */
export const cancelJob = (jobId: string): Promise<undefined> =>
  call(deleteJob, { params: { jobId }, query: { only: 'unfinished' } }, { action: 'jobs.cancel' })

/**
 * Requests a bundle of a job's results (D3-7-34).
 * @param results - ids of original or corrected results
 * @returns id of the new bundle; null when the server's answer lacks it
 */
export const requestBundle = async (
  job: { project: string; appName: string; appVersion: string; id: string },
  bundleAction: BundleFormat,
  results: string[],
): Promise<string | null> => {
  const content = {
    project: job.project,
    appName: job.appName,
    appVersions: [job.appVersion],
    bundleAction,
    jobs: [job.id],
    results,
  }
  const { headers } = await callWithHeaders(createBundle, { body: { data: content } }, { action: 'bundles.create' })
  return createdId(headers)
}
