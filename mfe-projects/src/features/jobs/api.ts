import { call, callAllPages, callWithHeaders, createdId } from '@lamella/shared/api'
import {
  type BundleFormat,
  createBundle,
  createJob,
  deleteJob,
  getJob,
  getJobResult,
  listApplications,
  listJobs,
} from '@lamella/shared/contract'
import { queryOptions } from '@tanstack/react-query'

export const applicationsQuery = queryOptions({
  queryKey: ['applications'],
  queryFn: ({ signal }) => callAllPages(listApplications, {}, { signal, local: true, action: 'applications.list' }),
})

/** Every key that a change of a project's jobs makes stale begins with this. */
export const jobsKey = (projectId: string) => ['jobs', projectId] as const

export const jobsQuery = (projectId: string) =>
  queryOptions({
    queryKey: jobsKey(projectId),
    queryFn: ({ signal }) =>
      callAllPages(listJobs, { params: { projectId } }, { signal, local: true, action: 'jobs.list' }),
  })

export const jobKey = (jobId: string) => ['job', jobId] as const

export const jobQuery = (jobId: string) =>
  queryOptions({
    queryKey: jobKey(jobId),
    queryFn: async ({ signal }) => (await call(getJob, { params: { jobId } }, { signal, local: true })).data,
  })

/** Results never change. */
export const resultQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['job-result', jobId],
    queryFn: async ({ signal }) => (await call(getJobResult, { params: { jobId } }, { signal, local: true })).data,
    staleTime: Number.POSITIVE_INFINITY,
  })

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
  const { data } = await call(createJob, { body: { data: content } }, { local: true, action: 'jobs.create' })
  return data.id
}

export const removeJob = (jobId: string): Promise<undefined> =>
  call(deleteJob, { params: { jobId } }, { local: true, action: 'jobs.delete' })

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
  const { headers } = await callWithHeaders(
    createBundle,
    { body: { data: content } },
    { local: true, action: 'bundles.create' },
  )
  return createdId(headers)
}
