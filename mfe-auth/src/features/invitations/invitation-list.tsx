import type { Invitation } from '@lamella/shared/contract'
import { ConfirmDialog, DataTable, EmptyState, queryError, useNow, useRowsPerPage } from '@lamella/shared/ui'
import { Card } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { invitationColumns } from './invitation-columns.tsx'
import { useResendInvitation, useRevokeInvitation } from './use-invitation-changes.ts'

interface InvitationListProps {
  invitations: UseQueryResult<Invitation[]>
  /** Button of the empty state. */
  emptyAction: ReactNode
}

/** Invitations that have not been accepted yet, with resending and revoking. */
export const InvitationList = ({ invitations, emptyAction }: InvitationListProps) => {
  const [revoking, setRevoking] = useState<Invitation | null>(null)
  const now = useNow()
  const pageSize = useRowsPerPage({ offset: 550, minimum: 10 })
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
        rows={invitations.data}
        rowKey={({ id }) => id}
        pageSize={pageSize}
        error={invitations.data ? undefined : queryError('The invitations could not be retrieved', invitations)}
        empty={
          <EmptyState
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
