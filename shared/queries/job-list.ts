import { call } from '@lamella/shared/api'
import { type EndpointInput, getJobOutline, listJobs, type ServerEvent } from '@lamella/shared/contract'
import { keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { defineQuery } from './define-query.ts'
import { partsOutdated, startOf } from './list-start.ts'
import { fatalPage } from './query-meta.ts'

// `jobsChanged` invalidates all that begins with it.
const listKey = (projectId: string) => ['jobs', projectId] as const

const changesJobs = (projectId: string) => (event: ServerEvent) => event.type === 'job' && event.project === projectId

/** Order and conditions of a list of jobs. */
export type JobQuestion = Omit<NonNullable<EndpointInput<typeof getJobOutline>['query']>, 'page[size]'>

/** What the jobs of a list have in common; none: all jobs of the project. */
export type JobConditions = Pick<
  JobQuestion,
  'filter[application]' | 'filter[run]' | 'filter[status]' | 'filter[image]'
>

/** The newest 250 jobs of a project, or of those that meet conditions. */
export const jobsStartQuery = (projectId: string, conditions: JobConditions = {}) =>
  defineQuery({
    queryKey: [...listKey(projectId), 'start', conditions],
    queryFn: async ({ signal }) =>
      startOf(await call(listJobs, { params: { projectId }, query: conditions }, { signal, action: 'jobs.list' })),
    meta: { errorPage: fatalPage, changedBy: changesJobs(projectId) },
  })

/** Number of the jobs of a list, where its pages of 250 begin, and how many jobs of the project have each status. */
export const jobOutlineQuery = (projectId: string, question: JobQuestion) =>
  defineQuery({
    queryKey: [...listKey(projectId), 'outline', question],
    queryFn: async ({ signal }) => {
      const input = { params: { projectId }, query: question }
      return (await call(getJobOutline, input, { signal, action: 'jobs.outline' })).data
    },
    placeholderData: keepPreviousData,
    meta: { errorPage: fatalPage, changedBy: changesJobs(projectId) },
  })

/** One page of 250 jobs. @param after - where it begins, by the outline */
export const jobPageQuery = (projectId: string, question: JobQuestion, after: string | null) =>
  defineQuery({
    queryKey: [...listKey(projectId), 'page', question, after],
    queryFn: async ({ signal }) => {
      const query = { ...question, ...(after && { 'page[after]': after }) }
      return (await call(listJobs, { params: { projectId }, query }, { signal, action: 'jobs.list' })).data
    },
    meta: { errorPage: fatalPage },
  })

/** Invalidates what was read of the jobs of a project before a moment, but not their start. */
export const jobsOutdated = (queries: QueryClient, projectId: string, before: number): Promise<unknown> =>
  partsOutdated(queries, listKey(projectId), before)
