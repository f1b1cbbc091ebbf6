import { callAllPages } from '@lamella/shared/api'
import { listLabelSets, listLabels, type ServerEvent } from '@lamella/shared/contract'
import type { QueryClient } from '@tanstack/react-query'
import { defineQuery } from './define-query.ts'
import { fatalPage } from './query-meta.ts'

const keyOf = (projectId: string) => ['labels', projectId] as const
const changedIn = (projectId: string) => (event: ServerEvent) => event.type === 'labels' && event.project === projectId

/** The label sets of a project, oldest first. */
export const labelSetsQuery = (projectId: string) =>
  defineQuery({
    queryKey: [...keyOf(projectId), 'sets'],
    queryFn: ({ signal }) =>
      callAllPages(listLabelSets, { params: { projectId } }, { signal, action: 'labelsets.list' }),
    meta: { errorPage: fatalPage, changedBy: changedIn(projectId) },
  })

/**
 * The labels of all label sets of a project, by set and in their order.
 * @param isCounted - whether with the number of their assignments
 */
export const labelsQuery = (projectId: string, isCounted = true) =>
  defineQuery({
    queryKey: [...keyOf(projectId), isCounted ? 'labels' : 'uncounted'],
    queryFn: ({ signal }) => {
      const query = { labelAssignmentCount: isCounted ? 'true' : 'false' } as const
      return callAllPages(listLabels, { params: { projectId }, query }, { signal, action: 'labels.list' })
    },
    meta: { errorPage: fatalPage, changedBy: changedIn(projectId) },
  })

/** Invalidates after label sets of a project or their labels were changed. */
export const labelsChanged = (queries: QueryClient, projectId: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: keyOf(projectId) })
