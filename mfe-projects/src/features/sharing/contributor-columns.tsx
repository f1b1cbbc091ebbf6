import type { ContributorRole, ProjectRole, User } from '@lamella/shared/contract'
import { type DataTableColumn, formatDay } from '@lamella/shared/ui'
import { ActionIcon, Menu, Select } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { PersonPicture } from '../../lib/person-picture.tsx'
import { roleTitles } from '../../lib/project-access.ts'
import { contributorRoles, toRole } from './contributor-roles.ts'
import css from './contributors.module.css'
import person from './person.module.css'

/** The owner or a contributor. */
export interface SharingRow {
  userId: string
  /** Full name; "Unknown" like that of an owner who is not found (D2-2-26). */
  name: string
  /** Undefined: not found, or not read. */
  user: User | undefined
  role: ProjectRole
  /** Null: not known. */
  added: string | null
}

interface ContributorContext {
  ownId: string
  mayShare: boolean
  /** Id of the person whose change is being saved. */
  changing: string | null
  onRole: (row: SharingRow, role: ContributorRole) => void
  onRemove: (row: SharingRow) => void
  onLeave: (row: SharingRow) => void
}

type Column = DataTableColumn<SharingRow>

const name = ({ ownId }: ContributorContext): Column => ({
  id: 'name',
  title: 'Name',
  value: ({ name }) => name,
  isName: true,
  picture: ({ user }) => user && <span className={person.picture}>{<PersonPicture user={user} />}</span>,
  render: (row) => (
    <span className={person.words}>
      <span>
        {row.name}
        {row.userId === ownId && <span className={person.you}> (you)</span>}
      </span>
      <span className={person.facts}>{[row.user?.email, row.user?.isGuest && 'guest'].filter(Boolean).join(', ')}</span>
    </span>
  ),
})

const role = ({ mayShare, changing, onRole }: ContributorContext): Column => ({
  id: 'role',
  title: 'Role',
  value: ({ role }) => roleTitles[role],
  width: 138,
  render: (row) =>
    // A guest is never offered more than Viewer (contradiction 32).
    !mayShare || row.role === 'owner' || row.user?.isGuest ? (
      <span className={css.role}>{roleTitles[row.role]}</span>
    ) : (
      <Select
        aria-label={`Role of ${row.name}`}
        data={contributorRoles.map((value) => ({ value, label: roleTitles[value] }))}
        allowDeselect={false}
        value={row.role}
        disabled={changing === row.userId}
        onChange={(value) => {
          if (value !== row.role) onRole(row, toRole(value))
        }}
      />
    ),
})

const added: Column = {
  id: 'added',
  title: 'Added',
  value: ({ added }) => added,
  render: ({ added }) => (added ? formatDay(new Date(added)) : '–'),
  width: 124,
  minTableWidth: 480,
}

const actions = ({ ownId, mayShare, onRemove, onLeave }: ContributorContext): Column => ({
  id: 'actions',
  title: 'Actions',
  isAction: true,
  align: 'right',
  width: 56,
  render: (row) => {
    const isSelf = row.userId === ownId
    if (row.role === 'owner' || !(isSelf || mayShare)) return null
    return (
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${row.name}`}>
            <IconDots size={18} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isSelf ? (
            <Menu.Item onClick={() => onLeave(row)}>Leave project</Menu.Item>
          ) : (
            <Menu.Item onClick={() => onRemove(row)}>Remove from project</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    )
  },
})

/** Columns of the owner and the contributors. */
export const contributorColumns = (context: ContributorContext): readonly Column[] => [
  name(context),
  role(context),
  added,
  actions(context),
]
