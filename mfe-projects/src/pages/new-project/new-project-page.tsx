import { ApiFailure } from '@lamella/shared/api'
import { GuestForbidden } from '@lamella/shared/blocks'
import { bus } from '@lamella/shared/events'
import { currentUserAtom, organisationAdminQuery } from '@lamella/shared/session'
import { InfoBar, PageTitle } from '@lamella/shared/ui'
import { Card } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useNavigate } from 'react-router-dom'
import { ProjectForm } from '../../features/project-form/project-form.tsx'
import { projectsKey, saveNewProject } from '../../features/projects/api.ts'

const failed = (message: string): void =>
  bus.emit('toast/show', {
    kind: 'error',
    title: 'New Project',
    detail: `Something went wrong creating the new project (${message}).`,
    sticky: true,
  })

/** Document 2 §2 and §4. */
const NewProjectPage = () => {
  const user = useAtomValue(currentUserAtom)
  const admin = useQuery({ ...organisationAdminQuery, enabled: user?.isGuest === true })
  const navigate = useNavigate()
  const queries = useQueryClient()
  const creation = useMutation({
    mutationFn: saveNewProject,
    onSuccess: async (id) => {
      await queries.invalidateQueries({ queryKey: projectsKey })
      if (!id) failed('no Identifier received')
      navigate(id ? `/projects/${id}` : '/projects')
    },
    onError: (error) => {
      if (error instanceof ApiFailure && error.code === 'ERR_5001') return
      failed(error.message)
      navigate('/projects')
    },
  })
  if (user?.isGuest) {
    return (
      <>
        <PageTitle title="[NEW PROJECT]" />
        <GuestForbidden
          message="As a guest of this organization you cannot create projects."
          adminEmail={admin.data?.email}
        />
      </>
    )
  }
  const limit = creation.error instanceof ApiFailure && creation.error.code === 'ERR_5001'
  return (
    <>
      <PageTitle title="[NEW PROJECT]" />
      <Card maw={640}>
        {limit && <InfoBar tone="warning">{creation.error?.message}</InfoBar>}
        <ProjectForm
          path="/projects/new"
          initial={{ name: '', description: '' }}
          busy={creation.isPending}
          error={creation.error?.message ?? null}
          onEdit={() => creation.isError && creation.reset()}
          onSave={(details) =>
            creation.mutateAsync(details).then(
              () => true,
              () => false,
            )
          }
          onCancel={() => navigate('/projects')}
        />
      </Card>
    </>
  )
}

export default NewProjectPage
