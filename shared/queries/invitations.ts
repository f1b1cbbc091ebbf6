import { call, callAllPages } from '@lamella/shared/api'
import { type EndpointOutput, listInvitations, openInvitation } from '@lamella/shared/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { fatalPage } from './query-meta.ts'

/** Who has been invited and has not joined yet; for admins. */
export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => callAllPages(listInvitations, {}, { signal, action: 'invitations.list' }),
  meta: { errorPage: fatalPage },
})

/** Who is invited, and into which organisation. */
type OpenedInvitation = EndpointOutput<typeof openInvitation>['data']

/** For whoever has the link; its page tells every failure itself. */
export const invitationQuery = (invitationId: string, token: string) =>
  queryOptions({
    queryKey: ['invitation', invitationId, token],
    queryFn: async ({ signal }): Promise<OpenedInvitation> => {
      const options = { signal, action: 'auth.invitation' }
      return (await call(openInvitation, { params: { invitationId }, query: { token } }, options)).data
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Somebody was invited, invited again, or no longer is. */
export const invitationsChanged = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: invitationsQuery.queryKey })
