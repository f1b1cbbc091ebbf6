import type { Invitation } from '@lamella/shared/contract'
import { ConfirmDialog, DataTable, EmptyState, useNow } from '@lamella/shared/ui'
import { Card } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { invitationColumns } from './invitation-columns.tsx'
import { useResendInvitation, useRevokeInvitation } from './use-invitation-changes.ts'
import type { Invitations } from './use-invitations.ts'

interface InvitationListProps {
  invitations: Invitations
  /** Button of the empty state. */
  emptyAction: ReactNode
}

/** Invitations that have not been accepted yet, with resending and revoking. */
export const InvitationList = ({ invitations, emptyAction }: InvitationListProps) => {
  const [revoking, setRevoking] = useState<Invitation | null>(null)
  const now = useNow()
  const resend = useResendInvitation()
  const revoke = useRevokeInvitation()
  return (
    <Card padding={0}>
      <DataTable
        label="Invitations"
        columns={invitationColumns({
          now,
          sending: resend.isPending ? resend.variables.id : null,
          onResend: resend.mutate,
          onRevoke: setRevoking,
        })}
        rows={invitations.list.rows}
        served={invitations.list.served}
        rowKey={({ id }) => id}
        defaultSort={invitations.startSort}
        pageSize={invitations.pageSize}
        error={invitations.error}
        empty={
          <EmptyState
            pictures={<IconMailForward size={44} stroke={1.2} color="var(--lm-text3)" aria-hidden />}
            title="No open invitations"
            text="People you invite are listed here until they join."
            actions={emptyAction}
          />
        }
      />
      <ConfirmDialog
        opened={revoking !== null}
        title="Revoke invitation"
        confirmLabel="Revoke"
        destructive
        onConfirm={async () => {
          if (revoking) await revoke.mutateAsync(revoking).catch(() => undefined)
          setRevoking(null)
        }}
        onClose={() => setRevoking(null)}
      >
        The link that was sent to {revoking?.email} stops working.
      </ConfirmDialog>
    </Card>
  )
}
