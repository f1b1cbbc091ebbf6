import { call } from '@lamella/shared/api'
import {
  type EndpointInput,
  getMemberOutline,
  getUserOutline,
  type ListOutline,
  listMembers,
  listUsers,
} from '@lamella/shared/contract'
import { keepPreviousData } from '@tanstack/react-query'
import { defineQuery } from './define-query.ts'
import { type ListStart, startOf } from './list-start.ts'
import type { Person } from './members.ts'
import { fatalPage } from './query-meta.ts'

// `membersChanged` invalidates all that begins with it.
const members = ['members'] as const
const action = 'members.list'

/** Order and conditions of a list of people. */
export type PeopleQuestion = Omit<NonNullable<EndpointInput<typeof getMemberOutline>['query']>, 'page[size]'>
type UsersQuestion = Omit<NonNullable<EndpointInput<typeof getUserOutline>['query']>, 'page[size]'>

/** The columns of others have the orders of users only. */
const ofUsers = (question: PeopleQuestion) => question as UsersQuestion

const peoplePage = (isAdmin: boolean, query: PeopleQuestion & { 'page[after]'?: string }, signal: AbortSignal) => {
  const options = { signal, action }
  return isAdmin ? call(listMembers, { query }, options) : call(listUsers, { query: ofUsers(query) }, options)
}

/** The first 250 users of the organisation by name; for admins with what they use. */
export const peopleStartQuery = (isAdmin: boolean) =>
  defineQuery({
    queryKey: [...members, isAdmin, 'start'],
    queryFn: async ({ signal }): Promise<ListStart<Person>> =>
      startOf<Person>(await peoplePage(isAdmin, { sort: 'name' }, signal)),
    meta: { errorPage: fatalPage },
  })

/** Number of the users of a list, and where its pages of 250 begin; `active` for admins. */
export const peopleOutlineQuery = (isAdmin: boolean, question: PeopleQuestion) =>
  defineQuery({
    queryKey: [...members, isAdmin, 'outline', question],
    queryFn: async ({ signal }): Promise<ListOutline & { active?: number }> => {
      const options = { signal, action: 'members.outline' }
      if (isAdmin) return (await call(getMemberOutline, { query: question }, options)).data
      return (await call(getUserOutline, { query: ofUsers(question) }, options)).data
    },
    placeholderData: keepPreviousData,
    meta: { errorPage: fatalPage },
  })

/** One page of 250 users. @param after - where it begins, by the outline */
export const peoplePageQuery = (isAdmin: boolean, question: PeopleQuestion, after: string | null) =>
  defineQuery({
    queryKey: [...members, isAdmin, 'page', question, after],
    queryFn: async ({ signal }): Promise<Person[]> =>
      (await peoplePage(isAdmin, { ...question, ...(after && { 'page[after]': after }) }, signal)).data,
    staleTime: 60_000,
    meta: { errorPage: fatalPage },
  })
