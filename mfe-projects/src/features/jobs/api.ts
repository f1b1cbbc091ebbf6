import { call, callWithHeaders, createdId } from '@lamella/shared/api'
import { type BundleFormat, createBundle, createJob, deleteJob } from '@lamella/shared/contract'

export interface NewJob {
  projectId: string
  imageId: string
  appName: string
  appVersion: string
  /** By the application's schema; absent ones have their defaults. */
  params: Record<string, unknown>
}

/** One job for one image. @returns its id */
export const submitJob = async ({ projectId, imageId, appName, appVersion, params }: NewJob): Promise<string> => {
  const content = {
    type: 'Job' as const,
    appName,
    appVersion,
    appMetadata: { appData: { generateResultVisualization: true, params } },
    project: projectId,
    images: [imageId],
  }
  const { data } = await call(createJob, { body: { data: content } }, { action: 'jobs.create' })
  return data.id
}

export const removeJob = (jobId: string): Promise<undefined> =>
  call(deleteJob, { params: { jobId } }, { action: 'jobs.delete' })

/** @returns id of the new bundle; null when the server did not say it */
export const requestBundle = async (
  job: { project: string; appName: string; appVersion: string; id: string },
  bundleAction: BundleFormat,
): Promise<string | null> => {
  const content = {
    project: job.project,
    appName: job.appName,
    appVersions: [job.appVersion],
    bundleAction,
    jobs: [job.id],
  }
  const { headers } = await callWithHeaders(createBundle, { body: { data: content } }, { action: 'bundles.create' })
  return createdId(headers)
}
