import { StatusBadge } from '@lamella/shared/blocks'
import type { Invitation } from '@lamella/shared/contract'
import { type DataTableColumn, formatDay, TimeAgo } from '@lamella/shared/ui'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import css from './invitations.module.css'

interface InvitationContext {
  now: Date
  /** Id of the invitation that is being sent again. */
  sending: string | null
  onResend: (invitation: Invitation) => void
  onRevoke: (invitation: Invitation) => void
}

type Column = DataTableColumn<Invitation>

const roleText = ({ role }: Invitation) => (role === 'GUEST' ? 'Guest' : 'User')
const statusText = ({ expires }: Invitation, now: Date) => (new Date(expires) > now ? 'Invited' : 'Expired')

const email = ({ now }: InvitationContext): Column => ({
  id: 'email',
  title: 'Email',
  value: ({ email }) => email,
  isName: true,
  sortable: true,
  render: (invitation) => (
    <span className={css.email}>
      <span>{invitation.email}</span>
      <span className={css.facts}>
        {roleText(invitation)} · {statusText(invitation, now)}
      </span>
    </span>
  ),
})

const role: Column = { id: 'role', title: 'Role', value: roleText, width: 76, minTableWidth: 480, sortable: true }

const status = ({ now }: InvitationContext): Column => ({
  id: 'status',
  title: 'Status',
  value: (invitation) => statusText(invitation, now),
  render: (invitation) =>
    statusText(invitation, now) === 'Invited' ? (
      <StatusBadge status="invited" />
    ) : (
      <StatusBadge status="cancelled" label="Expired" />
    ),
  width: 108,
  minTableWidth: 480,
  sortable: true,
})

const invitedBy: Column = {
  id: 'invited-by',
  title: 'Invited by',
  value: ({ invitedBy }) => invitedBy?.fullName,
  width: 118,
  minTableWidth: 760,
  sortable: true,
  wideOnly: true,
}

const created: Column = {
  id: 'created',
  title: 'Invited',
  value: ({ created }) => created,
  render: ({ created }) => <TimeAgo date={created} />,
  width: 150,
  minTableWidth: 760,
  sortable: true,
  wideOnly: true,
}

const expires: Column = {
  id: 'expires',
  title: 'Valid until',
  value: ({ expires }) => expires,
  render: ({ expires }) => formatDay(new Date(expires)),
  width: 112,
  sortable: true,
  wideOnly: true,
}

const actions = ({ sending, onResend, onRevoke }: InvitationContext): Column => ({
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
        <Menu.Item onClick={() => onResend(invitation)}>Resend</Menu.Item>
        <Menu.Item onClick={() => onRevoke(invitation)}>Revoke</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  ),
})

/** Columns of the pending invitations. */
export const invitationColumns = (context: InvitationContext): readonly Column[] => [
  email(context),
  role,
  status(context),
  invitedBy,
  created,
  expires,
  actions(context),
]
