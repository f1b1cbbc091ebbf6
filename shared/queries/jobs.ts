import { call, callAllPages } from '@lamella/shared/api'
import { getBundle, getJob, getJobResult, getResultObjects, listApplications, listJobs } from '@lamella/shared/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { anyPage, fatalPage } from './query-meta.ts'

const listKey = (projectId: string) => ['jobs', projectId] as const

/** On most pages only for the names of applications. */
export const applicationsQuery = queryOptions({
  queryKey: ['applications'],
  queryFn: ({ signal }) => callAllPages(listApplications, {}, { signal, action: 'applications.list' }),
})

/** The jobs of a project. */
export const jobsQuery = (projectId: string) =>
  queryOptions({
    queryKey: listKey(projectId),
    queryFn: ({ signal }) => callAllPages(listJobs, { params: { projectId } }, { signal, action: 'jobs.list' }),
    meta: { errorPage: fatalPage, changedBy: ({ type, project }) => type === 'job' && project === projectId },
  })

export const jobQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['job', jobId],
    queryFn: async ({ signal }) => (await call(getJob, { params: { jobId } }, { signal, action: 'jobs.get' })).data,
    meta: { errorPage: fatalPage, changedBy: ({ type, id }) => type === 'job' && id === jobId },
  })

/** Results never change. */
export const resultQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['job-result', jobId],
    queryFn: async ({ signal }) =>
      (await call(getJobResult, { params: { jobId } }, { signal, action: 'results.get' })).data,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errorPage: fatalPage },
  })

export const resultObjectsQuery = (resultId: string) =>
  queryOptions({
    queryKey: ['result-objects', resultId],
    queryFn: async ({ signal }) =>
      (await call(getResultObjects, { params: { resultId } }, { signal, action: 'results.objects' })).data,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errorPage: fatalPage },
  })

/** Results that are put together as one file; D1-8-32 to D1-8-35 say where its failures lead. */
export const bundleQuery = (bundleId: string) =>
  queryOptions({
    queryKey: ['bundle', bundleId],
    queryFn: async ({ signal }) =>
      (await call(getBundle, { params: { bundleId } }, { signal, action: 'bundle.get' })).data,
    retry: false,
    meta: {
      errorPage: (failure) => (failure.code === 'ERR_0404' ? '/error/404' : anyPage(failure)),
      changedBy: ({ type, id }) => type === 'bundle' && id === bundleId,
    },
  })

/** Jobs of a project were submitted. */
export const jobsChanged = (queries: QueryClient, projectId: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: listKey(projectId) })
