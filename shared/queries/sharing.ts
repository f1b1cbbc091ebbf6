import { callAllPages } from '@lamella/shared/api'
import { listContributors, listProjectInvitations, type ServerEvent } from '@lamella/shared/contract'
import type { QueryClient } from '@tanstack/react-query'
import { defineQuery } from './define-query.ts'
import { projectsChanged } from './projects.ts'
import { fatalPage } from './query-meta.ts'

const keyOf = (projectId: string) => ['sharing', projectId] as const

const concerns =
  (projectId: string) =>
  (event: ServerEvent): boolean =>
    event.type === 'contributor' && event.project === projectId

/** Contributors of a project. */
export const contributorsQuery = (projectId: string) =>
  defineQuery({
    queryKey: [...keyOf(projectId), 'contributors'],
    queryFn: ({ signal }) =>
      callAllPages(listContributors, { params: { projectId } }, { signal, action: 'sharing.list' }),
    meta: { errorPage: fatalPage, changedBy: concerns(projectId) },
  })

/** Invitations to a project that were not accepted yet; for those who may share it. */
export const projectInvitationsQuery = (projectId: string) =>
  defineQuery({
    queryKey: [...keyOf(projectId), 'invitations'],
    queryFn: ({ signal }) =>
      callAllPages(listProjectInvitations, { params: { projectId } }, { signal, action: 'sharing.invitations' }),
    meta: { changedBy: concerns(projectId) },
  })

/** Invalidates after contributors, invitations or the owner of a project were changed, or turned out to be others than shown. */
export const sharingChanged = async (queries: QueryClient, projectId: string): Promise<void> => {
  await Promise.all([queries.invalidateQueries({ queryKey: keyOf(projectId) }), projectsChanged(queries)])
}
