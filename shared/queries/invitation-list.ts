import { call } from '@lamella/shared/api'
import { getInvitationOutline, type InvitationSort, listInvitations } from '@lamella/shared/contract'
import { keepPreviousData } from '@tanstack/react-query'
import { defineQuery } from './define-query.ts'
import { startOf } from './list-start.ts'
import { fatalPage } from './query-meta.ts'

type InvitationQuestion = { sort: InvitationSort }

/** The newest 250 invitations that were not accepted yet; for admins. */
export const invitationsStartQuery = defineQuery({
  queryKey: ['invitations', 'start'],
  queryFn: async ({ signal }) => startOf(await call(listInvitations, {}, { signal, action: 'invitations.list' })),
  meta: { errorPage: fatalPage },
})

/** Number of the invitations, where the pages of 250 begin, and how many reserve a seat. */
export const invitationOutlineQuery = (question: InvitationQuestion) =>
  defineQuery({
    queryKey: ['invitations', 'outline', question],
    queryFn: async ({ signal }) =>
      (await call(getInvitationOutline, { query: question }, { signal, action: 'invitations.outline' })).data,
    placeholderData: keepPreviousData,
    meta: { errorPage: fatalPage },
  })

/** One page of 250 invitations. @param after - where it begins, by the outline */
export const invitationPageQuery = (question: InvitationQuestion, after: string | null) =>
  defineQuery({
    queryKey: ['invitations', 'page', question, after],
    queryFn: async ({ signal }) => {
      const query = { ...question, ...(after && { 'page[after]': after }) }
      return (await call(listInvitations, { query }, { signal, action: 'invitations.list' })).data
    },
    staleTime: 60_000,
    meta: { errorPage: fatalPage },
  })
