import type { CurrentUser } from '@lamella/shared/contract'
import { Button } from '@mantine/core'
import { IconBrain, IconPlus, IconUserPlus } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import css from './quick-buttons.module.css'

const iconProps = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** Of an area that is not built: said before the click, beside the name of the specification. */
const notYet = 'Not available yet'

/** What somebody who is no guest does most (document 1 §2.2). */
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
