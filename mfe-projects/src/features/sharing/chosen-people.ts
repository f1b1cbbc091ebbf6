import { type ContributorRole, emailAddress, id, type User } from '@lamella/shared/contract'

/** What one entry of the field stands for. */
export type ChosenPerson =
  | { kind: 'user'; entry: string; user: User }
  | { kind: 'address'; entry: string }
  | { kind: 'unknown'; entry: string }
  /** The server has not said yet who they are. */
  | { kind: 'pending'; entry: string }

/** Whether an entry is the id of a user who was chosen; others are typed or pasted. */
export const isUserId = (entry: string): boolean => id.safeParse(entry).success

/** Whether all words of a text are in the name or the address, as the server looks for candidates. */
export const fitsText = ({ fullName, email }: User, text: string): boolean => {
  const [name, address] = [fullName.toLowerCase(), email.toLowerCase()]
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return words.every((word) => name.includes(word) || address.includes(word))
}

/**
 * Who an entry stands for. The server's rule for addresses: the stricter pattern of the log-in forms would refuse real ones (contradiction 38).
 * @param user - whom the server has found; undefined: it has not answered
 */
export const personOf = (entry: string, user: User | null | undefined): ChosenPerson => {
  if (user) return { kind: 'user', entry, user }
  if (user === undefined) return { kind: 'pending', entry }
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
