import type { User } from '@lamella/shared/contract'
import { recognisedUsersQuery, usersByIdQuery, useUsersById } from '@lamella/shared/queries'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ChosenPerson, isUserId, personOf } from './chosen-people.ts'

/** Who the entries of the field stand for. */
export interface ChosenPeople {
  people: readonly ChosenPerson[]
  /** Why some are not known. */
  error: Error | null
  /** Notes users who are offered: choosing one of them needs no further call. */
  offer: (users: readonly User[]) => void
  /** All of them, each user once, when the server has said who they are. @throws ApiFailure */
  resolve: () => Promise<ChosenPerson[]>
}

/** Asks the server, which alone knows all users of the organisation, for whom the entries stand. */
export const useChosenPeople = (entries: readonly string[]): ChosenPeople => {
  const queries = useQueryClient()
  const [offered, setOffered] = useState<ReadonlyMap<string, User>>(new Map())
  // Of a restored draft.
  const ids = entries.filter((entry) => isUserId(entry) && !offered.has(entry))
  const texts = entries.filter((entry) => !isUserId(entry))
  const users = useUsersById(ids)
  const recognised = useQuery(recognisedUsersQuery(texts))
  const find = (entry: string): User | null | undefined =>
    isUserId(entry) ? (offered.get(entry) ?? users.find(entry)) : recognised.data?.[entry]
  return {
    people: entries.map((entry) => personOf(entry, find(entry))),
    error: users.error ?? recognised.error,
    offer: (more) => {
      if (more.some(({ id }) => !offered.has(id))) {
        setOffered(new Map([...offered, ...more.map((user) => [user.id, user] as const)]))
      }
    },
    resolve: async () => {
      const found = ids.length > 0 ? (await queries.fetchQuery(usersByIdQuery(ids))).users : []
      const byId = new Map([...offered, ...found.map((user) => [user.id, user] as const)])
      const byText = texts.length > 0 ? await queries.fetchQuery(recognisedUsersQuery(texts)) : {}
      const people = entries.map((entry) => personOf(entry, byId.get(entry) ?? byText[entry] ?? null))
      const keyOf = (person: ChosenPerson) => (person.kind === 'user' ? person.user.id : person.entry)
      return [...new Map(people.map((person) => [keyOf(person), person])).values()]
    },
  }
}
