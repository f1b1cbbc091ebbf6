import { call, callAllPages } from '@lamella/shared/api'
import { getProject, listProjects, userProjectCounts } from '@lamella/shared/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { anyPage, fatalPage } from './query-meta.ts'

const all = ['projects'] as const

/** The projects that the user may see. */
export const projectsQuery = queryOptions({
  queryKey: [...all, 'list'],
  queryFn: ({ signal }) => callAllPages(listProjects, {}, { signal, action: 'projects.list' }),
  meta: { errorPage: fatalPage },
})

/** One project. */
export const projectQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...all, projectId],
    queryFn: async ({ signal }) =>
      (await call(getProject, { params: { projectId } }, { signal, action: 'projects.get' })).data,
    meta: {
      errorPage: anyPage,
      // Its statistics count images and jobs.
      changedBy: (event) =>
        (event.type === 'image' || event.type === 'job' || event.type === 'contributor') && event.project === projectId,
    },
  })

/** Number of projects of the organisation, by owner. */
export const projectCountsQuery = queryOptions({
  queryKey: [...all, 'counts'],
  queryFn: ({ signal }) => callAllPages(userProjectCounts, {}, { signal, action: 'projects.counts' }),
  meta: { errorPage: fatalPage },
})

/** Invalidates after a project was created or changed. */
export const projectsChanged = (queries: QueryClient): Promise<void> => queries.invalidateQueries({ queryKey: all })

/** Invalidates after a project was deleted, except itself: its page may still be shown, and would be answered with 404. */
export const projectDeleted = (queries: QueryClient, projectId: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: all, predicate: ({ queryKey }) => queryKey[1] !== projectId })
