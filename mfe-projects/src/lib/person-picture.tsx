import { UserAvatar } from '@lamella/shared/blocks'
import type { User } from '@lamella/shared/contract'
import { useAvatar } from '@lamella/shared/queries'

/** A user's picture, or initials without one. Decorative: the name is shown beside it. */
export const PersonPicture = ({ user, size = 28 }: { user: User; size?: number }) => (
  <span aria-hidden>
    <UserAvatar name={user.fullName} id={user.id} src={useAvatar(user)} size={size} />
  </span>
)
