import { StatusBadge } from '@lamella/shared/blocks'
import type { Project, ProjectInvitation } from '@lamella/shared/contract'
import {
  CardHeader,
  ConfirmDialog,
  DataTable,
  type DataTableColumn,
  type ErrorStateProps,
  TimeAgo,
  useNow,
} from '@lamella/shared/ui'
import { ActionIcon, Card, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { roleTitles } from '../../lib/project-access.ts'
import person from './person.module.css'
import { useResend, useRevoke } from './use-sharing-changes.ts'

type Column = DataTableColumn<ProjectInvitation>

const day = 86_400_000

/** Such as "Waiting, 5 days left"; the last hours count as a day. */
const stateText = ({ expires }: ProjectInvitation, now: Date): string => {
  const days = Math.ceil((Date.parse(expires) - now.getTime()) / day)
  if (days <= 0) return 'Expired'
  return `Waiting, ${days === 1 ? '1 day' : `${days} days`} left`
}

interface Context {
  now: Date
  /** Id of the invitation that is being sent again. */
  sending: string | null
  onResend: (invitation: ProjectInvitation) => void
  onRevoke: (invitation: ProjectInvitation) => void
}

const columns = ({ now, sending, onResend, onRevoke }: Context): readonly Column[] => [
  {
    id: 'email',
    title: 'Email',
    value: ({ email }) => email,
    isName: true,
    render: ({ email, invitedBy, created }) => (
      <span className={person.words}>
        <span>{email}</span>
        <span className={person.facts}>
          {invitedBy ? `sent by ${invitedBy.fullName}, ` : 'sent '}
          <TimeAgo date={created} />
        </span>
      </span>
    ),
  },
  {
    id: 'role',
    title: 'Role',
    value: ({ role, account }) => `${roleTitles[role]}${account === 'GUEST' ? ', guest' : ''}`,
    width: 124,
    minTableWidth: 480,
  },
  {
    id: 'state',
    title: 'State',
    value: (invitation) => stateText(invitation, now),
    render: (invitation) => (
      <StatusBadge
        status={Date.parse(invitation.expires) > now.getTime() ? 'invited' : 'cancelled'}
        label={stateText(invitation, now)}
      />
    ),
    width: 184,
    minTableWidth: 480,
  },
  {
    id: 'actions',
    title: 'Actions',
    isAction: true,
    align: 'right',
    width: 56,
    render: (invitation) => (
      <Menu position="bottom-end" width={160}>
        <Menu.Target>
          <ActionIcon aria-label={`Invitation of ${invitation.email}`} loading={sending === invitation.id}>
            <IconDots size={18} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onResend(invitation)}>Send again</Menu.Item>
          <Menu.Item onClick={() => onRevoke(invitation)}>Revoke</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    ),
  },
]

interface InvitationListProps {
  project: Project
  invitations: readonly ProjectInvitation[] | undefined
  error: ErrorStateProps | undefined
}

/** Invitations to the project that were not accepted yet. Nothing is shown while there is none. */
export const InvitationList = ({ project, invitations, error }: InvitationListProps) => {
  const [revoking, setRevoking] = useState<ProjectInvitation | null>(null)
  const now = useNow()
  const resending = useResend(project)
  const revocation = useRevoke(project)
  if (!error && !invitations?.length) return null
  return (
    <Card padding={0} component="section" aria-label="Invitations">
      <CardHeader title="Invitations" {...(invitations && { count: invitations.length })} />
      <DataTable
        label="Invitations"
        columns={columns({
          now,
          sending: resending.isPending ? resending.variables.id : null,
          onResend: resending.mutate,
          onRevoke: setRevoking,
        })}
        rows={invitations}
        rowKey={({ id }) => id}
        error={error}
        withoutTotal
      />
      <ConfirmDialog
        opened={revoking !== null}
        title="Revoke invitation"
        confirmLabel="Revoke"
        destructive
        onConfirm={async () => {
          if (revoking) await revocation.mutateAsync(revoking).catch(() => undefined)
          setRevoking(null)
        }}
        onClose={() => setRevoking(null)}
      >
        {revoking?.email} will not get {project.name} by the link that was sent. Where it leads to nothing else, it
        stops working.
      </ConfirmDialog>
    </Card>
  )
}
