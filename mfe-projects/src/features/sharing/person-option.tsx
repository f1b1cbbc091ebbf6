import type { User } from '@lamella/shared/contract'
import { PersonPicture } from '../../lib/person-picture.tsx'
import css from './person.module.css'

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
