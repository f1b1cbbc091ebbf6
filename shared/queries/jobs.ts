import { addressOf, call, callAllPages, fetchBytes } from '@lamella/shared/api'
import {
  findResultObjects,
  getBundle,
  getJob,
  getJobResult,
  getResultColumn,
  listApplications,
  listCorrections,
  listJobs,
  pageResultObjects,
} from '@lamella/shared/contract'
import { keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { defineQuery } from './define-query.ts'
import { fatalPage, subjectPage } from './query-meta.ts'

const listKey = (projectId: string) => ['jobs', projectId] as const

/** The applications. Without an error page: most pages need only their names. */
export const applicationsQuery = defineQuery({
  queryKey: ['applications'],
  queryFn: ({ signal }) => callAllPages(listApplications, {}, { signal, action: 'applications.list' }),
})

/** The jobs of a project. For remotes that were built before lists were read by pages (ADR 65). */
export const jobsQuery = (projectId: string) =>
  defineQuery({
    queryKey: listKey(projectId),
    queryFn: ({ signal }) => callAllPages(listJobs, { params: { projectId } }, { signal, action: 'jobs.list' }),
    meta: { errorPage: fatalPage, changedBy: (event) => event.type === 'job' && event.project === projectId },
  })

/** Newest jobs of a project that wait or run, at most 250. Its failures are shown in line, where at all. */
export const unfinishedJobsQuery = (projectId: string) =>
  defineQuery({
    queryKey: [...listKey(projectId), 'unfinished'],
    queryFn: async ({ signal }) => {
      const input = { params: { projectId }, query: { 'filter[unfinished]': 'true' } } as const
      return (await call(listJobs, input, { signal, action: 'jobs.unfinished' })).data
    },
    meta: { changedBy: (event) => event.type === 'job' && event.project === projectId },
  })

/** One job. */
export const jobQuery = (jobId: string) =>
  defineQuery({
    queryKey: ['job', jobId],
    queryFn: async ({ signal }) => (await call(getJob, { params: { jobId } }, { signal, action: 'jobs.get' })).data,
    meta: { errorPage: fatalPage, changedBy: (event) => event.type === 'job' && event.id === jobId },
  })

/** Result of a job. It never changes. */
export const resultQuery = (jobId: string) =>
  defineQuery({
    queryKey: ['job-result', jobId],
    queryFn: async ({ signal }) =>
      (await call(getJobResult, { params: { jobId } }, { signal, action: 'results.get' })).data,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errorPage: fatalPage },
  })

/** A page of the table of objects. */
export interface ObjectPage {
  /** Index of the first object, from 0. */
  offset: number
  /** Objects per page, at most 250. */
  size: number
  /** `no`, `class` or the key of a column; with a minus before it descending. */
  sort: string
  /** Number of an object whose page is wanted instead of the one at `offset`. */
  around?: number | undefined
  /** Cuts of a correction, for sorting by its classes. */
  cuts?: readonly number[] | undefined
}

/** A page of the objects of a result; until it is loaded, the page before stays. */
export const objectPageQuery = (resultId: string, { offset, size, sort, around, cuts }: ObjectPage) =>
  defineQuery({
    queryKey: ['result-objects', resultId, 'page', { offset, size, sort, around, cuts }],
    queryFn: async ({ signal }) => {
      const query = {
        'page[offset]': offset,
        'page[size]': size,
        sort,
        ...(around !== undefined && { around }),
        ...(cuts && { cuts: cuts.join() }),
      }
      return (await call(pageResultObjects, { params: { resultId }, query }, { signal, action: 'objects.page' })).data
    },
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    meta: { errorPage: fatalPage },
  })

/** A box in pixels of the image. */
export type ImageBox = readonly [left: number, top: number, right: number, bottom: number]

/**
 * Outlines of the objects that reach into a box, perhaps thinned; until they are loaded, those of the last box stay.
 */
export const objectsInBoxQuery = (resultId: string, [left, top, right, bottom]: ImageBox) =>
  defineQuery({
    queryKey: ['result-objects', resultId, 'box', left, top, right, bottom],
    queryFn: async ({ signal }) => {
      const input = { params: { resultId }, query: { left, top, right, bottom } }
      return (await call(findResultObjects, input, { signal, action: 'objects.box' })).data
    },
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    meta: { errorPage: fatalPage },
  })

/** Whole columns of the objects of a result, by key: one number per object, NaN: undefined. */
export const resultColumnsQuery = (resultId: string, keys: readonly string[]) =>
  defineQuery({
    queryKey: ['result-columns', resultId, keys],
    queryFn: async ({ signal }): Promise<Record<string, Float64Array>> => {
      const load = async (column: string) => {
        const answer = await fetchBytes(addressOf(getResultColumn, { params: { resultId, column } }), signal)
        return [column, new Float64Array(await answer.arrayBuffer())] as const
      }
      return Object.fromEntries(await Promise.all(keys.map(load)))
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

const correctionsKey = (resultId: string) => ['result-corrections', resultId] as const

/** The corrected results that were made of an original one, newest first. */
export const correctionsQuery = (resultId: string) =>
  defineQuery({
    queryKey: correctionsKey(resultId),
    queryFn: ({ signal }) =>
      callAllPages(listCorrections, { params: { resultId } }, { signal, action: 'corrections.list' }),
    // The original result has the id of its job.
    meta: { changedBy: (event) => event.type === 'job' && event.id === resultId },
  })

/** A bundle of results. Its failures lead to the pages of D1-8-32 to D1-8-35. */
export const bundleQuery = (bundleId: string) =>
  defineQuery({
    queryKey: ['bundle', bundleId],
    queryFn: async ({ signal }) =>
      (await call(getBundle, { params: { bundleId } }, { signal, action: 'bundle.get' })).data,
    retry: false,
    meta: {
      errorPage: subjectPage,
      changedBy: (event) => event.type === 'bundle' && event.id === bundleId,
    },
  })

/** Invalidates after a job was found to have changed, or may have. */
export const jobChanged = (queries: QueryClient, jobId: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['job', jobId] })

/** Invalidates after jobs of a project were submitted, cancelled or deleted. */
export const jobsChanged = (queries: QueryClient, projectId: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: listKey(projectId) })

/** Invalidates after a corrected result was stored. */
export const correctionsChanged = (queries: QueryClient, resultId: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: correctionsKey(resultId) })
