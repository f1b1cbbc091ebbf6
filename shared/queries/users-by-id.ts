import { call } from '@lamella/shared/api'
import { findUsers, pageSize, type User } from '@lamella/shared/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { defineQuery } from './define-query.ts'

/** People who were asked for, and those of them who are in the organisation. */
interface FoundUsers {
  asked: readonly string[]
  users: readonly User[]
}

/** Users of the organisation by id, 250 per call: it may have thousands. Without an error page: pages are useful without names. */
export const usersByIdQuery = (ids: readonly string[]) => {
  const asked = [...new Set(ids)].toSorted()
  return defineQuery({
    // `membersChanged` invalidates all that begins with `users`.
    queryKey: ['users', 'by-id', asked],
    queryFn: async ({ signal }): Promise<FoundUsers> => {
      const starts = Array.from({ length: Math.ceil(asked.length / pageSize) }, (_, index) => index * pageSize)
      const part = async (start: number) => {
        const body = { data: { users: asked.slice(start, start + pageSize) } }
        return (await call(findUsers, { body }, { signal, action: 'users.find' })).data
      }
      return { asked, users: (await Promise.all(starts.map(part))).flat() }
    },
    enabled: asked.length > 0,
    // Names stay while those of a further page are read.
    placeholderData: keepPreviousData,
  })
}

/** Users of the organisation, as far as they were asked for. */
export interface KnownUsers {
  /** Null: not in the organisation; undefined: not known, or not yet. */
  find: (id: string) => User | null | undefined
  /** Full name; "Unknown" of who is not found (D1-3-19); '' while it is read. */
  nameOf: (id: string) => string
  error: Error | null
}

/** What is known of users by id. @param options.retry - false: a failure is reported at once */
export const useUsersById = (ids: readonly string[], options: { retry?: false } = {}): KnownUsers => {
  const { data, error } = useQuery({ ...usersByIdQuery(ids), ...options })
  return useMemo(() => {
    const users = new Map(data?.users.map((user) => [user.id, user]))
    const asked = new Set(data?.asked)
    const find = (id: string) => users.get(id) ?? (asked.has(id) ? null : undefined)
    const nameOf = (id: string) => users.get(id)?.fullName ?? (error || asked.has(id) ? 'Unknown' : '')
    return { find, nameOf, error }
  }, [data, error])
}
