import { type ContributorRole, emailAddress, type User } from '@lamella/shared/contract'

/** What one entry of the field stands for. */
export type ChosenPerson =
  | { kind: 'user'; entry: string; user: User }
  | { kind: 'address'; entry: string }
  | { kind: 'unknown'; entry: string }

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.trim().toLowerCase()

/**
 * The entry for a typed text: the id of the only user with this name or address, else the text itself.
 * @param text - typed or pasted, or the id of a user
 */
export const toEntry = (text: string, users: readonly User[]): string => {
  const found = users.filter(({ id, email, fullName }) => id === text || isSame(email, text) || isSame(fullName, text))
  const [only] = found
  return only && found.length === 1 ? only.id : text.trim()
}

/** The server's rule for addresses: the stricter pattern of the log-in forms would refuse real ones (contradiction 38). */
export const personOf = (entry: string, users: readonly User[]): ChosenPerson => {
  const user = users.find(({ id }) => id === entry)
  if (user) return { kind: 'user', entry, user }
  return { kind: emailAddress.safeParse(entry).success ? 'address' : 'unknown', entry }
}

/** The role that somebody will have: guests are viewers, and new people above viewer are for admins to invite. */
export const roleFor = (person: ChosenPerson, role: ContributorRole, isAdmin: boolean): ContributorRole => {
  if (person.kind === 'user') return person.user.isGuest ? 'viewer' : role
  return isAdmin ? role : 'viewer'
}

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/**
 * Sentences that say before sending what will happen to guests and to addresses that are not in the organisation.
 * @param organisation - its name
 */
export const notesOn = (
  people: readonly ChosenPerson[],
  role: ContributorRole,
  { isAdmin, organisation }: { isAdmin: boolean; organisation: string },
): string[] => {
  const addresses = people.filter(({ kind }) => kind === 'address').map(({ entry }) => entry)
  const guests = people.flatMap((person) =>
    person.kind === 'user' && person.user.isGuest && role !== 'viewer' ? [person.user.fullName] : [],
  )
  const one = addresses.length === 1
  const invited = isAdmin && role !== 'viewer' ? (one ? 'user' : 'users') : one ? 'guest' : 'guests'
  const isLess = !isAdmin && role !== 'viewer'
  return [
    ...(addresses.length > 0
      ? [
          `${list.format(addresses)} ${one ? 'is' : 'are'} not in ${organisation}: ${one ? 'an invitation' : 'invitations'} ` +
            `as ${invited} ${one ? 'is' : 'are'} sent by mail.${isLess ? ' Guests can only be Viewers.' : ''}`,
        ]
      : []),
    ...(guests.length > 0
      ? [`${list.format(guests)} ${guests.length === 1 ? 'is a guest' : 'are guests'} and can only be added as Viewer.`]
      : []),
  ]
}
