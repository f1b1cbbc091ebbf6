import { call } from '@lamella/shared/api'
import { organisationAdmin } from '@lamella/shared/contract'
import { currentUserAtom, runtimeConfigAtom } from '@lamella/shared/session'
import { Button, Group, Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'

interface SubscriptionExpiredProps {
  opened: boolean
  onClose: () => void
}

/** The organisation has no active portal subscription: what its owner and what others can do (document 1 §6). */
export const SubscriptionExpired = ({ opened, onClose }: SubscriptionExpiredProps) => {
  const user = useAtomValue(currentUserAtom)
  const { bookDemoUrl, supportEmail } = useAtomValue(runtimeConfigAtom).product
  const admin = useQuery({
    queryKey: ['organisation', 'admin'],
    queryFn: async () => (await call(organisationAdmin, {}, { local: true })).data,
    enabled: opened,
  })
  const isOwner = user !== null && admin.data?.id === user.id
  return (
    <Modal opened={opened} onClose={onClose} title="Subscription expired">
      <Text c="var(--lm-text2)">
        {isOwner
          ? 'The subscription of your organization has expired. Get in touch with us for unlimited features.'
          : 'The subscription of your organization has expired. Contact the admin of your organization.'}
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {isOwner ? (
          <Button component="a" href={bookDemoUrl} target="_blank" rel="noreferrer">
            Contact us
          </Button>
        ) : (
          <Button component="a" href={`mailto:${admin.data?.email ?? supportEmail}`}>
            Contact your admin
          </Button>
        )}
      </Group>
    </Modal>
  )
}
