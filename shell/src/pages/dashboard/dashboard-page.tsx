import { bus } from '@lamella/shared/events'
import { currentUserAtom, isLimitReached, rememberReturn, restrictionsAtom } from '@lamella/shared/session'
import { ConfirmDialog, PageTitle } from '@lamella/shared/ui'
import { Button } from '@mantine/core'
import { IconBrain, IconPlus, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useHasRoute } from '../../layout/known-routes.ts'
import { projectCountsQuery, projectsQuery, usersQuery } from './api.ts'
import { BigButtons } from './big-buttons.tsx'
import { ProjectCard } from './project-card.tsx'

const iconProps = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** Document 1 §2.2 and §4.5. */
export const DashboardPage = () => {
  const user = useAtomValue(currentUserAtom)
  const restrictions = useAtomValue(restrictionsAtom)
  const navigate = useNavigate()
  const hasRoute = useHasRoute()
  const projects = useQuery(projectsQuery)
  const users = useQuery(usersQuery)
  const counts = useQuery(projectCountsQuery)
  const [limitShown, setLimitShown] = useState(false)

  useEffect(() => {
    if (!projects.isError) return
    rememberReturn('/')
    navigate('/error')
  }, [projects.isError, navigate])
  useEffect(() => {
    if (!users.error) return
    bus.emit('toast/show', {
      kind: 'error',
      title: 'Projects list',
      detail: `Userdata could not be retrieved (${users.error.message}). Please try again.`,
      sticky: true,
    })
  }, [users.error])
  if (!user || !restrictions) return null

  const names = new Map(users.data?.map(({ id, fullName }) => [id, fullName]))
  const rows = projects.data?.map((project) => ({ ...project, ownerName: names.get(project.owner) ?? 'Unknown' }))
  const total = counts.data?.reduce((sum, { count }) => sum + count, 0) ?? 0
  const create = (): void => {
    if (isLimitReached(restrictions.limits.projectLimit, total)) setLimitShown(true)
    else navigate('/projects/new')
  }
  const quickButtons = !user.isGuest && rows && rows.length > 0 && (
    <>
      <Button leftSection={<IconPlus {...iconProps} />} onClick={create}>
        Create a new project
      </Button>
      {hasRoute('/ai-trainer/new-training') && (
        <Button
          component={Link}
          to="/ai-trainer/new-training"
          variant="default"
          leftSection={<IconBrain {...iconProps} />}
        >
          Start a new AI training
        </Button>
      )}
      {user.isAdmin && hasRoute('/settings/users') && (
        <Button
          component={Link}
          to="/settings/users?scope=invitations"
          variant="default"
          leftSection={<IconUserPlus {...iconProps} />}
        >
          Invite users to your organization
        </Button>
      )}
    </>
  )
  return (
    <>
      <PageTitle title={`Welcome, ${user.firstName} ${user.lastName}!`} actions={quickButtons} />
      <ProjectCard user={user} rows={rows} />
      <BigButtons user={user} hasRoute={hasRoute} />
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
