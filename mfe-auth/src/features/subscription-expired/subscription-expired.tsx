import { type ExpiredSubscription, runtimeConfigAtom } from '@lamella/shared/session'
import { Dialog, DialogActions } from '@lamella/shared/ui'
import { Button, Text } from '@mantine/core'
import { useAtomValue } from 'jotai'

interface SubscriptionExpiredProps extends ExpiredSubscription {
  onClose: () => void
}

/**
 * Dialog for a log-in without an active portal subscription (D1-4.1-05); button and text depend on the ownership
 * (D1-6-20 to D1-6-23).
 */
export const SubscriptionExpired = ({ isOwner, adminEmail, onClose }: SubscriptionExpiredProps) => {
  const { bookDemoUrl } = useAtomValue(runtimeConfigAtom).product
  return (
    <Dialog opened onClose={onClose} title="Subscription expired">
      <Text c="var(--lm-text2)">
        {isOwner
          ? 'The subscription of your organization has expired. Get in touch with us for unlimited features.'
          : 'The subscription of your organization has expired. Contact the admin of your organization.'}
      </Text>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {isOwner ? (
          <Button component="a" href={bookDemoUrl} target="_blank" rel="noreferrer">
            Contact us
          </Button>
        ) : (
          <Button component="a" href={`mailto:${adminEmail}`}>
            Contact your admin
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
