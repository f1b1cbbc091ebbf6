import { lastModifiedFirst, projectRows } from '@lamella/shared/blocks'
import { anyPage, failingTo, projectCountsQuery, projectsStartQuery, useProjectList } from '@lamella/shared/queries'
import { currentUserAtom, useProjectsLimitReached } from '@lamella/shared/session'
import { ConfirmDialog, PageTitle, useNow, useRowsPerPage } from '@lamella/shared/ui'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useUsers } from '../../features/people/use-users.ts'
import { BigButtons } from './big-buttons.tsx'
import { ProjectCard } from './project-card.tsx'
import { QuickButtons } from './quick-buttons.tsx'

/** Dashboard (D1-2.2-03). At the project limit, creating a project opens a dialog instead (D1-4.5-02). */
export const DashboardPage = () => {
  const user = useAtomValue(currentUserAtom)
  const navigate = useNavigate()
  const projects = useQuery(failingTo(anyPage, projectsStartQuery()))
  const counts = useQuery(projectCountsQuery)
  const limitReached = useProjectsLimitReached(counts.data?.reduce((sum, { count }) => sum + count, 0))
  const [limitShown, setLimitShown] = useState(false)
  const now = useNow()
  const [filter, setFilter] = useState('')
  const pageSize = useRowsPerPage({ offset: { portrait: 550, landscape: 700 }, minimum: 3 })
  const list = useProjectList(projects, { filter, sort: lastModifiedFirst, pageSize })
  const users = useUsers((list.rows ?? []).map(({ owner }) => owner))
  if (!user) return null

  const rows = list.rows && projectRows(list.rows, users.nameOf, now)
  const create = (): void => {
    if (limitReached) setLimitShown(true)
    else navigate('/projects/new')
  }
  return (
    <>
      <PageTitle
        title={`Welcome, ${user.firstName} ${user.lastName}!`}
        actions={!user.isGuest && list.hasAny && <QuickButtons user={user} onCreate={create} />}
      />
      <ProjectCard
        user={user}
        list={list}
        rows={rows}
        pageSize={pageSize}
        filter={filter}
        onFilter={setFilter}
        onCreate={create}
      />
      <BigButtons user={user} />
      <ConfirmDialog
        opened={limitShown}
        title="Limit reached"
        confirmLabel="Upgrade subscription"
        onConfirm={() => navigate('/settings/subscriptions')}
        onClose={() => setLimitShown(false)}
      >
        Your organization has reached the maximum number of projects.
      </ConfirmDialog>
    </>
  )
}
