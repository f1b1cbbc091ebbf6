import type { GlobalRole, User } from '@lamella/shared/contract'

type Roles = Pick<User, 'isAdmin' | 'isGuest'>

/** Global role of a user; a guest is never an admin. */
export const roleOf = ({ isAdmin, isGuest }: Roles): GlobalRole => (isGuest ? 'GUEST' : isAdmin ? 'ORG_ADMIN' : 'USER')

/** Texts of the roles: title, menu entry for assigning it, and what it permits. */
export const roles: readonly { value: GlobalRole; title: string; change: string; effect: string }[] = [
  {
    value: 'ORG_ADMIN',
    title: 'Admin',
    change: 'Make admin',
    effect: 'can see and edit every project, invite and remove people, and request other plans',
  },
  {
    value: 'USER',
    title: 'User',
    change: 'Make user',
    effect: 'can create projects, upload and analyse images, but does not manage people',
  },
  {
    value: 'GUEST',
    title: 'Guest',
    change: 'Make guest',
    effect: 'can only view what is shared and cannot change anything, not even in their own projects',
  },
]

/** Title of a user's role. */
export const titleOf = (person: Roles): string => roles.find(({ value }) => value === roleOf(person))?.title ?? '–'
