import { callAllPages } from '@lamella/shared/api'
import { listMembers, listUsers, type Member, type User } from '@lamella/shared/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { fatalPage } from './query-meta.ts'

/** Admins see of everybody what they use, others only who there is. */
export type Person = User & Partial<Omit<Member, keyof User>>

/** Who there is, for names beside what is theirs: a page is shown without them. */
export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => callAllPages(listUsers, {}, { signal, action: 'users.list' }),
})

const members = ['members'] as const

export const membersQuery = (isAdmin: boolean) =>
  queryOptions({
    queryKey: [...members, isAdmin],
    queryFn: ({ signal }): Promise<Person[]> => {
      const options = { signal, action: 'members.list' }
      return isAdmin ? callAllPages(listMembers, {}, options) : callAllPages(listUsers, {}, options)
    },
    meta: { errorPage: fatalPage },
  })

/** Somebody has another role, or was deactivated or activated. */
export const membersChanged = async (queries: QueryClient): Promise<void> => {
  await Promise.all([
    queries.invalidateQueries({ queryKey: members }),
    queries.invalidateQueries({ queryKey: usersQuery.queryKey }),
  ])
}
