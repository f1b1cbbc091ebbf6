import { organisationAdminQuery } from '@lamella/shared/queries'
import { currentUserAtom, runtimeConfigAtom } from '@lamella/shared/session'
import { Dialog, DialogActions } from '@lamella/shared/ui'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'

interface LimitsDialogProps {
  /** Null: closed. */
  message: string | null
  onClose: () => void
}

/** Dialog of a reached limit (D3-2-44): admins can upgrade, others contact their admin (D3-2-88). */
export const LimitsDialog = ({ message, onClose }: LimitsDialogProps) => {
  const user = useAtomValue(currentUserAtom)
  const { supportEmail } = useAtomValue(runtimeConfigAtom).product
  const admin = useQuery({ ...organisationAdminQuery, enabled: message !== null && user?.isAdmin === false })
  return (
    <Dialog opened={message !== null} title="Limit reached" onClose={onClose}>
      <Text c="var(--lm-text2)">{message}</Text>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Leave
        </Button>
        {user?.isAdmin ? (
          <Button component={Link} to="/settings/subscriptions">
            Upgrade subscription
          </Button>
        ) : (
          <Button component="a" href={`mailto:${admin.data?.email ?? supportEmail}`}>
            Contact your administrator
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
