import { UserAvatar } from '@lamella/shared/blocks'
import type { User } from '@lamella/shared/contract'
import { useAvatar } from '@lamella/shared/queries'
import css from './person.module.css'

/** A user's picture, or initials without one. Decorative: the name is shown beside it. */
export const PersonPicture = ({ user, size = 28 }: { user: User; size?: number }) => (
  <span aria-hidden>
    <UserAvatar name={user.fullName} id={user.id} src={useAvatar(user)} size={size} />
  </span>
)

/** A user in a list to choose from. */
export const PersonOption = ({ user }: { user: User | undefined }) =>
  user && (
    <span className={css.option}>
      <PersonPicture user={user} size={24} />
      <span className={css.words}>
        <span>{user.fullName}</span>
        <span className={css.facts}>{[user.email, user.isGuest && 'guest'].filter(Boolean).join(', ')}</span>
      </span>
    </span>
  )
