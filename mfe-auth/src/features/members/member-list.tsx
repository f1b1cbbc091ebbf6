import type { CurrentUser } from '@lamella/shared/contract'
import { organisationAdminQuery } from '@lamella/shared/queries'
import { CardHeader, DataTable, FilterField, formatNumber, ProgressBar } from '@lamella/shared/ui'
import { Card } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChangeDialog, type MemberQuestion } from './change-dialog.tsx'
import { memberColumns } from './member-columns.tsx'
import css from './members.module.css'
import { useChangeMember } from './use-change-member.ts'
import type { People } from './use-people.ts'

interface MemberListProps {
  user: CurrentUser
  people: People
  /** Negative: unlimited. */
  userLimit: number
}

/** Text such as "4 of 5 active users" with a bar; only the number without a limit. */
const ActiveUsers = ({ active, limit }: { active: number; limit: number }) => (
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

/** All members of the organisation; admins can change roles and access. */
export const MemberList = ({ user, people, userLimit }: MemberListProps) => {
  const [question, setQuestion] = useState<MemberQuestion | null>(null)
  const owner = useQuery(organisationAdminQuery)
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
        <FilterField label="Filter users" value={people.filter} onChange={people.setFilter} width={260} />
        {people.active !== undefined && <ActiveUsers active={people.active} limit={userLimit} />}
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
        rows={people.list.rows}
        served={people.list.served}
        rowKey={({ id }) => id}
        filter={people.filter}
        noMatchText="No users found."
        defaultSort={people.startSort}
        pageSize={people.pageSize}
        error={people.error}
      />
      <ChangeDialog question={question} onConfirm={onConfirm} onClose={() => setQuestion(null)} />
    </Card>
  )
}
