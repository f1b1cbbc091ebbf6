/* What is asked about jobs that are chosen together, apart from their list: other pages load that. */
import { call, callAllPages } from '@lamella/shared/api'
import { type EndpointInput, listJobGroups, listJobResults } from '@lamella/shared/contract'
import { defineQuery } from './define-query.ts'
import { fatalPage } from './query-meta.ts'

// `jobsChanged` invalidates all that begins with it.
const listKey = (projectId: string) => ['jobs', projectId] as const

/** Applications of the jobs of a project, and its newest runs. */
export const jobGroupsQuery = (projectId: string) =>
  defineQuery({
    queryKey: [...listKey(projectId), 'groups'],
    queryFn: async ({ signal }) =>
      (await call(listJobGroups, { params: { projectId } }, { signal, action: 'jobs.groups' })).data,
    meta: { changedBy: (event) => event.type === 'job' && event.project === projectId },
  })

/** All results of the jobs that meet conditions, of which one is to be set: a project may have thousands. */
export const jobResultsQuery = (
  projectId: string,
  question: NonNullable<EndpointInput<typeof listJobResults>['query']>,
) =>
  defineQuery({
    queryKey: [...listKey(projectId), 'results', question],
    queryFn: ({ signal }) =>
      callAllPages(listJobResults, { params: { projectId }, query: question }, { signal, action: 'results.list' }),
    meta: {
      errorPage: fatalPage,
      changedBy: (event) => event.type === 'job' && event.project === projectId && event.status === 'successful',
    },
  })
