import type { Contributor, ContributorRole, CurrentUser, Project } from '@lamella/shared/contract'
import type { KnownUsers } from '@lamella/shared/queries'
import { CardHeader, ConfirmDialog, DataTable, type ErrorStateProps } from '@lamella/shared/ui'
import { Card } from '@mantine/core'
import { useState } from 'react'
import { roleTitles } from '../../lib/project-access.ts'
import { contributorColumns, type SharingRow } from './contributor-columns.tsx'
import css from './contributors.module.css'
import { type ShownPerson, useChangeRole, useLeave, useRemovePerson } from './use-sharing-changes.ts'

interface ContributorListProps {
  project: Project
  user: CurrentUser
  users: KnownUsers
  contributors: readonly Contributor[] | undefined
  error: ErrorStateProps | undefined
  mayShare: boolean
}

/** A change that is asked about before. */
type Question =
  | { kind: 'remove' | 'leave'; row: SharingRow }
  | { kind: 'own-role'; row: SharingRow; role: ContributorRole }

const shownPerson = (row: SharingRow): ShownPerson => ({
  userId: row.userId,
  name: row.name,
  // The owner's row has no actions.
  role: row.role === 'owner' ? 'editor' : row.role,
})

/** The owner and the contributors, with their roles. */
export const ContributorList = ({ project, user, users, contributors, error, mayShare }: ContributorListProps) => {
  const [question, setQuestion] = useState<Question | null>(null)
  const change = useChangeRole(project)
  const removal = useRemovePerson(project)
  const leaving = useLeave(project)
  const withUser = (row: Omit<SharingRow, 'user' | 'name'>): SharingRow => ({
    ...row,
    name: users.nameOf(row.userId),
    user: users.find(row.userId) ?? undefined,
  })
  const rows = contributors && [
    withUser({ userId: project.owner, role: 'owner', added: null }),
    // Owner and contributors are read by two calls, between which the owner may change.
    ...contributors.filter(({ userId }) => userId !== project.owner).map(withUser),
  ]
  const confirm = async ({ kind, row, ...asked }: Question): Promise<void> => {
    const person = shownPerson(row)
    const done =
      kind === 'own-role' && 'role' in asked
        ? change.mutateAsync({ person, role: asked.role })
        : (kind === 'leave' ? leaving : removal).mutateAsync(person)
    await done.catch(() => undefined)
    setQuestion(null)
  }
  return (
    <Card padding={0} component="section" aria-label="Contributors">
      <CardHeader title="Contributors">
        {contributors && <span className={css.count}>{`${contributors.length}, and the owner`}</span>}
      </CardHeader>
      <DataTable
        label="Contributors"
        columns={contributorColumns({
          ownId: user.id,
          mayShare,
          changing: change.isPending ? change.variables.person.userId : null,
          onRole: (row, role) =>
            // Who gives away their own rights cannot take them back.
            row.userId === user.id && !user.isAdmin
              ? setQuestion({ kind: 'own-role', row, role })
              : change.mutate({ person: shownPerson(row), role }),
          onRemove: (row) => setQuestion({ kind: 'remove', row }),
          onLeave: (row) => setQuestion({ kind: 'leave', row }),
        })}
        rows={rows}
        rowKey={({ userId }) => userId}
        error={error}
        withoutTotal
      />
      <ConfirmDialog
        opened={question !== null}
        title={question ? titles[question.kind] : ''}
        confirmLabel={question ? labels[question.kind] : ''}
        destructive
        onConfirm={() => question && confirm(question)}
        onClose={() => setQuestion(null)}
      >
        {question && textOf(question, project, user)}
      </ConfirmDialog>
    </Card>
  )
}

const titles: Record<Question['kind'], string> = {
  remove: 'Remove from project',
  leave: 'Leave project',
  'own-role': 'Change your own role',
}
const labels: Record<Question['kind'], string> = { remove: 'Remove', leave: 'Leave', 'own-role': 'Change role' }

const textOf = (question: Question, project: Project, { isAdmin }: CurrentUser): string => {
  const { row } = question
  const { imageCount, jobCount } = project.statistics
  const content = `${imageCount} images and ${jobCount} jobs`
  const role = roleTitles[row.role]
  switch (question.kind) {
    case 'remove':
      return `${row.name}, ${role}, loses access to ${project.name} with its ${content}. What they have added stays in the project.`
    case 'leave':
      return isAdmin
        ? `You are no contributor of ${project.name} any more. As an admin you can still open it by its address.`
        : `You lose access to ${project.name} with its ${content}. What you have added stays in the project, and only the owner, an editor or an admin can add you again.`
    case 'own-role':
      return `You are ${role} of ${project.name} and make yourself ${roleTitles[question.role]}: you can no longer edit or share it, and only the owner, another editor or an admin can give the role back.`
  }
}
