import { call, callAllPages } from '@lamella/shared/api'
import { getProject, listProjects, projectHistory, type ServerEvent, userProjectCounts } from '@lamella/shared/contract'
import type { QueryClient } from '@tanstack/react-query'
import { defineQuery } from './define-query.ts'
import { fatalPage, subjectPage } from './query-meta.ts'

const all = ['projects'] as const

const listAction = 'projects.list'

/** The projects that the user may see. */
export const projectsQuery = defineQuery({
  queryKey: ['projects', 'list'],
  queryFn: ({ signal }) =>
    callAllPages(listProjects, { query: { actionId: listAction } }, { signal, action: listAction }),
  meta: { errorPage: fatalPage },
})

/** Events after which a project is another: its texts, its people and what its statistics count. */
const changing: ReadonlySet<ServerEvent['type']> = new Set(['project', 'contributor', 'image', 'job', 'annotations'])

/** One project. */
export const projectQuery = (projectId: string) =>
  defineQuery({
    queryKey: [...all, projectId],
    queryFn: async ({ signal }) =>
      (await call(getProject, { params: { projectId } }, { signal, action: 'projects.get' })).data,
    meta: {
      errorPage: subjectPage,
      changedBy: (event) => changing.has(event.type) && 'project' in event && event.project === projectId,
    },
  })

/** The newest 50 entries of the history of a project. Its failures are shown in line, where at all. */
export const historyQuery = (projectId: string) =>
  defineQuery({
    queryKey: [...all, projectId, 'history'],
    queryFn: async ({ signal }) => {
      const input = { params: { projectId }, query: { 'page[size]': 50 } }
      return (await call(projectHistory, input, { signal, action: 'projects.history' })).data
    },
    meta: { changedBy: (event) => 'project' in event && event.project === projectId },
  })

/** Number of projects of the organisation, by owner. */
export const projectCountsQuery = defineQuery({
  queryKey: ['projects', 'counts'],
  queryFn: ({ signal }) => callAllPages(userProjectCounts, {}, { signal, action: 'projects.counts' }),
  meta: { errorPage: fatalPage },
})

/** Invalidates after a project was created or changed. */
export const projectsChanged = (queries: QueryClient): Promise<void> => queries.invalidateQueries({ queryKey: all })

/** Key of the mutation that deletes a project: from then on nothing of it is requested again (`useLiveQuery`). */
export const projectDeletionKey = (projectId: string): readonly string[] => [...all, projectId]

/** Invalidates after a project was deleted, except itself: its page may still be shown, and would be answered with 404. */
export const projectDeleted = (queries: QueryClient, projectId: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: all, predicate: ({ queryKey }) => queryKey[1] !== projectId })
