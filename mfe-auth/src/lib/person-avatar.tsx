import { UserAvatar } from '@lamella/shared/blocks'
import type { User } from '@lamella/shared/contract'
import { useAvatar } from '@lamella/shared/queries'

interface PersonAvatarProps {
  person: Pick<User, 'id' | 'fullName' | 'avatar'>
  size?: number
  /** Deactivated account: grey. */
  inactive?: boolean
}

/** A user's picture, or initials without one. Decorative: the name is shown beside it. */
export const PersonAvatar = ({ person, size, inactive }: PersonAvatarProps) => (
  <span aria-hidden>
    <UserAvatar name={person.fullName} id={person.id} src={useAvatar(person)} size={size} inactive={inactive} />
  </span>
)
