import { callAllPages } from '@lamella/shared/api'
import { listMembers, listUsers, type Member, type User } from '@lamella/shared/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { fatalPage } from './query-meta.ts'

/** A user of the organisation; with role and use for admins only. */
export type Person = User & Partial<Omit<Member, keyof User>>

/** Users of the organisation, for the names of owners. Without an error page: pages are useful without names. */
export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => callAllPages(listUsers, {}, { signal, action: 'users.list' }),
  // A new contributor may have joined the organisation just now.
  meta: { changedBy: ({ type }) => type === 'contributor' },
})

const members = ['members'] as const

/** Users of the organisation; for admins with what they use. */
export const membersQuery = (isAdmin: boolean) =>
  queryOptions({
    queryKey: [...members, isAdmin],
    queryFn: ({ signal }): Promise<Person[]> => {
      const options = { signal, action: 'members.list' }
      return isAdmin ? callAllPages(listMembers, {}, options) : callAllPages(listUsers, {}, options)
    },
    meta: { errorPage: fatalPage },
  })

/** Invalidates after a member's role or access was changed. */
export const membersChanged = async (queries: QueryClient): Promise<void> => {
  await Promise.all([
    queries.invalidateQueries({ queryKey: members }),
    queries.invalidateQueries({ queryKey: usersQuery.queryKey }),
  ])
}
