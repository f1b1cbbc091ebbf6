import { EmptyState } from '@lamella/shared/ui'
import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'

export interface GuestForbiddenProps {
  /** What guests cannot do here, as a sentence. */
  message?: string
  /** E-mail address of the organisation's admin; undefined while it loads. */
  adminEmail: string | undefined
}

/** Notice in place of what guests may not use (D1-6-25, D1-6-26). */
export function GuestForbidden({
  message = 'As a guest of this organization you cannot do this.',
  adminEmail,
}: GuestForbiddenProps) {
  return (
    <EmptyState
      title={message}
      text="The admin of your organization can help."
      actions={
        <Button
          component="a"
          href={adminEmail && `mailto:${adminEmail}`}
          data-disabled={!adminEmail || undefined}
          aria-disabled={!adminEmail}
          leftSection={<IconMail size={16} stroke={1.7} aria-hidden />}
        >
          Contact Admin
        </Button>
      }
    />
  )
}
