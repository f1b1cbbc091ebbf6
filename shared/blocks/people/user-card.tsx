import type { User } from '@lamella/shared/contract'
import { Anchor, Popover } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './user-card.module.css'

export interface UserCardProps {
  /** What is shown in the page, and opens the card. */
  name: string
  /** Null: not found, or not readable. Guests are told no address of others: it is ''. */
  user: Pick<User, 'fullName' | 'email'> | null
  /** Decorative. */
  picture?: ReactNode
}

/** Name of a user that opens a card with who it is. */
export const UserCard = ({ name, user, picture }: UserCardProps) => (
  <Popover position="bottom-start" withArrow trapFocus={false}>
    <Popover.Target>
      <Anchor component="button" type="button" inherit aria-label={`${name}: details`}>
        {name}
      </Anchor>
    </Popover.Target>
    <Popover.Dropdown>
      {user ? (
        <div className={css.card}>
          {picture}
          <div className={css.words}>
            <span className={css.name}>{user.fullName}</span>
            {user.email && (
              <Anchor href={`mailto:${user.email}`} inherit>
                {user.email}
              </Anchor>
            )}
          </div>
        </div>
      ) : (
        'User details could not be retrieved'
      )}
    </Popover.Dropdown>
  </Popover>
)
