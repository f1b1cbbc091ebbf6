import type { CurrentUser } from '@lamella/shared/contract'
import { organisationAdminQuery, type Person } from '@lamella/shared/queries'
import {
  CardHeader,
  DataTable,
  FilterField,
  formatNumber,
  ProgressBar,
  queryError,
  useRowsPerPage,
} from '@lamella/shared/ui'
import { Card } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChangeDialog, type MemberQuestion } from './change-dialog.tsx'
import { memberColumns } from './member-columns.tsx'
import css from './members.module.css'
import { useChangeMember } from './use-change-member.ts'

interface MemberListProps {
  user: CurrentUser
  people: UseQueryResult<Person[]>
  /** Negative: unlimited. */
  userLimit: number
}

/** Text such as "4 of 5 active users" with a bar; only the number without a limit. */
const ActiveUsers = ({ people, limit }: { people: readonly Person[]; limit: number }) => {
  const active = people.filter((person) => person.active).length
  return (
    <div className={css.use}>
      <span>
        <strong>{formatNumber(active)}</strong>
        {limit < 0 ? ' active users' : ` of ${formatNumber(limit)} active users`}
      </span>
      {limit > 0 && (
        <ProgressBar value={(active / limit) * 100} label="Active users" tone={active >= limit ? 'failed' : 'active'} />
      )}
    </div>
  )
}

/** All members of the organisation; admins can change roles and access. */
export const MemberList = ({ user, people, userLimit }: MemberListProps) => {
  const [filter, setFilter] = useState('')
  const [question, setQuestion] = useState<MemberQuestion | null>(null)
  const owner = useQuery(organisationAdminQuery)
  const pageSize = useRowsPerPage({ offset: 550, minimum: 10 })
  const change = useChangeMember()
  const onConfirm = async (asked: MemberQuestion): Promise<void> => {
    const { person } = asked
    const changes =
      asked.kind === 'role'
        ? { role: asked.role }
        : asked.kind === 'reset'
          ? { reset: true as const }
          : { active: false }
    await change.mutateAsync({ person, ...changes }).catch(() => undefined)
    setQuestion(null)
  }
  return (
    <Card padding={0}>
      <CardHeader>
        <FilterField label="Filter users" value={filter} onChange={setFilter} width={260} />
        {user.isAdmin && people.data && <ActiveUsers people={people.data} limit={userLimit} />}
      </CardHeader>
      <DataTable
        label="Members"
        columns={memberColumns(user.isAdmin, {
          ownId: user.id,
          ownerId: owner.data?.id,
          changing: change.isPending ? change.variables.person.id : null,
          onActive: (person, active) =>
            active ? change.mutate({ person, active }) : setQuestion({ kind: 'deactivate', person }),
          onRole: (person, role) => setQuestion({ kind: 'role', person, role }),
          onReset: (person) => setQuestion({ kind: 'reset', person }),
        })}
        rows={people.data}
        rowKey={({ id }) => id}
        filter={filter}
        noMatchText="No users found."
        defaultSort={{ by: 'name', direction: 'ascending' }}
        pageSize={pageSize}
        error={people.data ? undefined : queryError('The users could not be retrieved', people)}
      />
      <ChangeDialog question={question} onConfirm={onConfirm} onClose={() => setQuestion(null)} />
    </Card>
  )
}
