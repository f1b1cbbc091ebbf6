import type { Invitation } from '@lamella/shared/contract'
import {
  ConfirmDialog,
  DataTable,
  type DataTableColumn,
  EmptyState,
  formatDay,
  queryError,
  StatusBadge,
  TimeAgo,
  useNow,
  useRowsPerPage,
} from '@lamella/shared/ui'
import { Button, Card } from '@mantine/core'
import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { tellDone, tellFailure } from '../../lib/tell.ts'
import { invitationsQuery, sendAgain, withdraw } from './api.ts'
import css from './invitations.module.css'

interface InvitationListProps {
  invitations: UseQueryResult<Invitation[]>
  /** What to do while nobody is invited. */
  emptyAction: ReactNode
}

interface ListContext {
  now: Date
  /** Invitation that is being sent again. */
  sending: string | null
  onResend: (invitation: Invitation) => void
  onRevoke: (invitation: Invitation) => void
}

const columnsOf = ({ now, sending, onResend, onRevoke }: ListContext): readonly DataTableColumn<Invitation>[] => [
  { id: 'email', title: 'Email', value: ({ email }) => email, isName: true, sortable: true },
  { id: 'role', title: 'Role', value: ({ role }) => (role === 'GUEST' ? 'Guest' : 'User'), width: 84, sortable: true },
  {
    id: 'status',
    title: 'Status',
    value: ({ expires }) => (new Date(expires) > now ? 'Invited' : 'Expired'),
    render: ({ expires }) =>
      new Date(expires) > now ? <StatusBadge status="invited" /> : <StatusBadge status="cancelled" label="Expired" />,
    width: 116,
    sortable: true,
  },
  {
    id: 'invited-by',
    title: 'Invited by',
    value: ({ invitedBy }) => invitedBy?.fullName,
    width: 160,
    roomFrom: 760,
    sortable: true,
    wideOnly: true,
  },
  {
    id: 'created',
    title: 'Invited',
    value: ({ created }) => created,
    render: ({ created }) => <TimeAgo date={created} />,
    width: 168,
    roomFrom: 760,
    sortable: true,
    wideOnly: true,
  },
  {
    id: 'expires',
    title: 'Valid until',
    value: ({ expires }) => expires,
    render: ({ expires }) => formatDay(new Date(expires)),
    width: 120,
    sortable: true,
    wideOnly: true,
  },
  {
    id: 'actions',
    title: 'Actions',
    isAction: true,
    align: 'right',
    width: 168,
    render: (invitation) => (
      <span className={css.actions}>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Resend to ${invitation.email}`}
          loading={sending === invitation.id}
          onClick={() => onResend(invitation)}
        >
          Resend
        </Button>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-label={`Revoke for ${invitation.email}`}
          onClick={() => onRevoke(invitation)}
        >
          Revoke
        </Button>
      </span>
    ),
  },
]

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
        columns={columnsOf({
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
            text="People whom you invite are listed here until they have joined."
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
