import { call, callAllPages } from '@lamella/shared/api'
import { listMembers, listUsers, type Member, type User } from '@lamella/shared/contract'
import type { QueryClient } from '@tanstack/react-query'
import { defineQuery } from './define-query.ts'
import { fatalPage } from './query-meta.ts'

/** A user of the organisation; with role and use for admins only. */
export type Person = User & Partial<Omit<Member, keyof User>>

const users = ['users'] as const

/**
 * All users of the organisation, who may be thousands: for remotes that were built before people were read by id and by search (ADR 103). Without an
 * error page: pages are useful without names.
 */
export const usersQuery = defineQuery({
  queryKey: users,
  queryFn: ({ signal }) => callAllPages(listUsers, {}, { signal, action: 'users.list' }),
  // A new contributor may have joined the organisation just now.
  meta: { changedBy: ({ type }) => type === 'contributor' },
})

/** The users who joined first. @param count - at most */
export const firstUsersQuery = (count: number) =>
  defineQuery({
    queryKey: [...users, 'first', count],
    queryFn: async ({ signal }) =>
      (await call(listUsers, { query: { 'page[size]': count } }, { signal, action: 'users.first' })).data,
  })

const members = ['members'] as const

/** All of them, for admins with what they use. For remotes that were built before lists were read by pages (ADR 65). */
export const membersQuery = (isAdmin: boolean) =>
  defineQuery({
    queryKey: [...members, isAdmin],
    queryFn: ({ signal }): Promise<Person[]> => {
      const options = { signal, action: 'members.list' }
      return isAdmin ? callAllPages(listMembers, {}, options) : callAllPages(listUsers, {}, options)
    },
    meta: { errorPage: fatalPage },
  })

/** Invalidates after a member's role or access was changed. */
export const membersChanged = async (queries: QueryClient): Promise<void> => {
  await Promise.all([queries.invalidateQueries({ queryKey: members }), queries.invalidateQueries({ queryKey: users })])
}
