import type { findCandidates, findUsers, HandlerInput, recogniseUsers, User } from '../contract/index.ts'

/** Answers `findUsers` as an organisation of these users does. */
export const foundAmong =
  (users: () => readonly User[]) =>
  ({ body }: HandlerInput<typeof findUsers>): { data: User[] } => ({
    data: body.data.users.flatMap((wanted) => users().find(({ id }) => id === wanted) ?? []),
  })

/** Answers `findCandidates` with those of the users who have the typed words. @param taken - ids of users who are none */
export const candidatesAmong =
  (users: () => readonly User[], taken: () => readonly string[] = () => []) =>
  ({ query }: HandlerInput<typeof findCandidates>): { data: { users: User[]; more: boolean } } => {
    const words = (query['filter[name]'] ?? '').toLowerCase().split(/\s+/)
    const fits = ({ fullName, email }: User) =>
      words.every((word) => `${fullName} ${email}`.toLowerCase().includes(word))
    const mayBe = ({ isGuest }: User) => query['filter[for]'] === 'contributor' || !isGuest
    const found = users().filter((user) => fits(user) && mayBe(user) && !taken().includes(user.id))
    return { data: { users: found.slice(0, query['page[size]']), more: found.length > query['page[size]'] } }
  }

/** Answers `recogniseUsers` as an organisation of these users does. */
export const recognisedAmong =
  (users: () => readonly User[]) =>
  ({ body }: HandlerInput<typeof recogniseUsers>): { data: (User | null)[] } => ({
    data: body.data.texts.map((text) => {
      const found = users().filter(({ email, fullName }) =>
        [email, fullName].some((known) => known.toLowerCase() === text.toLowerCase()),
      )
      return (found.length === 1 && found[0]) || null
    }),
  })
