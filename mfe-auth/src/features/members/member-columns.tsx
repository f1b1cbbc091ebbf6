import type { GlobalRole } from '@lamella/shared/contract'
import type { Person } from '@lamella/shared/queries'
import { type DataTableColumn, formatFileSize, formatNumber, TimeAgo } from '@lamella/shared/ui'
import { ActionIcon, Menu, Switch } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { PersonAvatar } from '../../lib/person-avatar.tsx'
import css from './members.module.css'
import { roleOf, roles, titleOf } from './roles.ts'

interface MemberContext {
  ownId: string
  /** Id of the organisation's owner, whose role and access are fixed; undefined until loaded. */
  ownerId: string | undefined
  /** Id of the member whose change is being saved. */
  changing: string | null
  onActive: (person: Person, active: boolean) => void
  onRole: (person: Person, role: GlobalRole) => void
  onReset: (person: Person) => void
}

type Column = DataTableColumn<Person>

/** Of values that nobody types, such as a number of bytes: a list that the server filters does not look there either. */
const noText = () => ''

const roleText = (person: Person, { ownerId }: MemberContext): string =>
  person.id === ownerId ? `${titleOf(person)}, owner` : titleOf(person)

const name = (context: MemberContext): Column => ({
  id: 'name',
  title: 'Name',
  value: ({ fullName }) => fullName,
  filterText: ({ fullName, email }) => `${fullName} ${email}`,
  isName: true,
  sortable: true,
  picture: (person) => (
    <span className={css.avatar}>
      <PersonAvatar person={person} size={28} inactive={person.active === false} />
    </span>
  ),
  render: (person) => (
    <span className={css.name}>
      <span>
        {person.fullName}
        {person.id === context.ownId && <span className={css.you}> (you)</span>}
      </span>
      <span className={css.email}>{person.email}</span>
      <span className={css.role}>{roleText(person, context)}</span>
    </span>
  ),
})

const role = (context: MemberContext): Column => ({
  id: 'role',
  title: 'Role',
  value: (person) => roleText(person, context),
  sortable: true,
  // Room for "Admin, owner".
  width: 140,
  minTableWidth: 480,
})

const projects: Column = {
  id: 'projects',
  title: 'Projects',
  value: ({ projectCount }) => projectCount,
  render: ({ projectCount }) => (projectCount === undefined ? '–' : formatNumber(projectCount)),
  align: 'right',
  sortable: true,
  width: 100,
  wideOnly: true,
  minTableWidth: 760,
}

const storage: Column = {
  id: 'storage',
  title: 'Storage used',
  value: ({ storageUsed }) => storageUsed,
  filterText: noText,
  // Guests cannot store anything: "–" instead of 0 (ADR 50).
  render: ({ storageUsed = 0, isGuest }) => (isGuest && storageUsed === 0 ? '–' : formatFileSize(storageUsed)),
  align: 'right',
  sortable: true,
  width: 130,
  wideOnly: true,
}

const lastActive = ({ ownId }: MemberContext): Column => ({
  id: 'last-active',
  title: 'Last active',
  value: (person) => person.lastActive,
  filterText: noText,
  render: (person) => {
    if (person.id === ownId) return 'now'
    return person.lastActive ? <TimeAgo date={person.lastActive} /> : 'never'
  },
  sortable: true,
  width: 164,
  wideOnly: true,
  minTableWidth: 760,
})

const twoStep: Column = {
  id: 'two-step',
  title: 'Two-step',
  value: ({ secondFactor }) => (secondFactor ? 'On' : '–'),
  filterText: noText,
  sortable: true,
  width: 96,
  wideOnly: true,
  minTableWidth: 760,
}

const isFixed = (person: Person, { ownId, ownerId }: MemberContext) => person.id === ownId || person.id === ownerId

const active = (context: MemberContext): Column => ({
  id: 'active',
  title: 'Active',
  value: (person) => Number(person.active),
  filterText: noText,
  render: (person) => (
    <Switch
      aria-label={`${person.fullName} is active`}
      checked={person.active ?? true}
      disabled={isFixed(person, context) || context.changing === person.id}
      onChange={({ currentTarget }) => context.onActive(person, currentTarget.checked)}
    />
  ),
  width: 76,
})

const actions = (context: MemberContext): Column => ({
  id: 'actions',
  title: 'Actions',
  isAction: true,
  align: 'right',
  width: 56,
  render: (person) =>
    !isFixed(person, context) && (
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon aria-label={`Role of ${person.fullName}`} loading={context.changing === person.id}>
            <IconDots size={18} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {roles
            .filter(({ value }) => value !== roleOf(person))
            .map(({ value, change }) => (
              <Menu.Item key={value} onClick={() => context.onRole(person, value)}>
                {change}
              </Menu.Item>
            ))}
          {person.secondFactor && (
            <Menu.Item onClick={() => context.onReset(person)}>Reset two-step verification</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    ),
})

/**
 * Columns of the members.
 * @param isAdmin - adds use, two-step verification, access and actions
 */
export const memberColumns = (isAdmin: boolean, context: MemberContext): readonly Column[] =>
  isAdmin
    ? [name(context), role(context), projects, storage, lastActive(context), twoStep, active(context), actions(context)]
    : [name(context), role(context)]
