import { call, callAllPages } from '@lamella/shared/api'
import { type EndpointOutput, listInvitations, openInvitation } from '@lamella/shared/contract'
import type { QueryClient } from '@tanstack/react-query'
import { defineQuery } from './define-query.ts'
import { fatalPage } from './query-meta.ts'

/** Invitations that were not accepted yet; for admins. For remotes that were built before lists were read by pages (ADR 65). */
export const invitationsQuery = defineQuery({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => callAllPages(listInvitations, {}, { signal, action: 'invitations.list' }),
  meta: { errorPage: fatalPage },
})

/** Address and organisation of an invitation. */
type OpenedInvitation = EndpointOutput<typeof openInvitation>['data']

/** Without log-in, by the token of the link. Its page shows every failure. */
export const invitationQuery = (invitationId: string, token: string) =>
  defineQuery({
    queryKey: ['invitation', invitationId, token],
    queryFn: async ({ signal }): Promise<OpenedInvitation> => {
      const options = { signal, action: 'auth.invitation' }
      return (await call(openInvitation, { params: { invitationId }, query: { token } }, options)).data
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Invalidates after an invitation was sent, sent again or withdrawn. */
export const invitationsChanged = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['invitations'] })
