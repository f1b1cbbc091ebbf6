import type { CurrentUser } from '@lamella/shared/contract'
import { Button } from '@mantine/core'
import { IconBrain, IconPlus, IconUserPlus } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import css from './quick-buttons.module.css'

const iconProps = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** Shown beside the specified name (D1-2.2-07), because the AI area cannot train yet. */
const notYet = 'Not available yet'

/** The most frequent actions of members; guests do not get them (D1-6-14). */
export const QuickButtons = ({ user, onCreate }: { user: CurrentUser; onCreate: () => void }) => (
  <>
    <Button leftSection={<IconPlus {...iconProps} />} onClick={onCreate}>
      Create a new project
    </Button>
    {user.isAdmin && (
      <Button
        component={Link}
        to="/settings/users?scope=invitations"
        variant="default"
        leftSection={<IconUserPlus {...iconProps} />}
      >
        Invite users to your organization
      </Button>
    )}
    <Button
      component={Link}
      to="/ai-trainer/new-training"
      variant="default"
      leftSection={<IconBrain {...iconProps} />}
      classNames={{ root: css.training, inner: css.inner, label: css.label, section: css.section }}
      aria-description={notYet}
      rightSection={
        <span className={css.note} aria-hidden>
          {notYet}
        </span>
      }
    >
      Start a new AI training
    </Button>
  </>
)
