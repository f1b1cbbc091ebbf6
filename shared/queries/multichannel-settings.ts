import { callAllPages } from '@lamella/shared/api'
import { listMultichannelSettings } from '@lamella/shared/contract'
import type { QueryClient } from '@tanstack/react-query'
import { defineQuery } from './define-query.ts'
import { fatalPage } from './query-meta.ts'

const keyOf = (projectId: string) => ['multichannel-settings', projectId] as const

/** The multichannel settings of a project, oldest first; at most one of them is applied. */
export const multichannelSettingsQuery = (projectId: string) =>
  defineQuery({
    queryKey: keyOf(projectId),
    queryFn: ({ signal }) =>
      callAllPages(listMultichannelSettings, { params: { projectId } }, { signal, action: 'multichannel.list' }),
    meta: {
      errorPage: fatalPage,
      changedBy: (event) => event.type === 'multichannelSettings' && event.project === projectId,
    },
  })

/** Invalidates after multichannel settings of a project were changed or applied. */
export const multichannelSettingsChanged = (queries: QueryClient, projectId: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: keyOf(projectId) })
