import type { Invitation } from '@lamella/shared/contract'
import { ConfirmDialog, DataTable, EmptyState, queryError, useNow, useRowsPerPage } from '@lamella/shared/ui'
import { Card } from '@mantine/core'
import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { tellDone, tellFailure } from '../../lib/tell.ts'
import { invitationsQuery, sendAgain, withdraw } from './api.ts'
import { invitationColumns } from './invitation-columns.tsx'

interface InvitationListProps {
  invitations: UseQueryResult<Invitation[]>
  /** What to do while nobody is invited. */
  emptyAction: ReactNode
}

/** Who has been invited and has not joined yet. */
export const InvitationList = ({ invitations, emptyAction }: InvitationListProps) => {
  const [revoking, setRevoking] = useState<Invitation | null>(null)
  const now = useNow()
  const queries = useQueryClient()
  const pageSize = useRowsPerPage({ offset: 550, minimum: 10 })
  const refresh = () => queries.invalidateQueries({ queryKey: invitationsQuery.queryKey })
  const resend = useMutation({
    mutationFn: ({ id }: Invitation) => sendAgain(id),
    onSuccess: (_, { email }) => tellDone('Resend', `A new link was sent to ${email}. The old one no longer works.`),
    onError: (error) => tellFailure('Resend', error),
    onSettled: refresh,
  })
  const revoke = useMutation({
    mutationFn: ({ id }: Invitation) => withdraw(id),
    onError: (error) => tellFailure('Revoke invitation', error),
    onSettled: refresh,
  })
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
