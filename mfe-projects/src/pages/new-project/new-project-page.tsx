import { GuestForbidden } from '@lamella/shared/blocks'
import { organisationAdminQuery } from '@lamella/shared/queries'
import { currentUserAtom } from '@lamella/shared/session'
import { InfoBar, PageTitle } from '@lamella/shared/ui'
import { Card } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useNavigate } from 'react-router-dom'
import { ProjectForm } from '../../features/project-form/project-form.tsx'
import { useCreateProject } from '../../features/projects/use-create-project.ts'

/** Form of a new project (D2-2-02); guests see a notice instead (D2-2-78). */
const NewProjectPage = () => {
  const user = useAtomValue(currentUserAtom)
  const admin = useQuery({ ...organisationAdminQuery, enabled: user?.isGuest === true })
  const navigate = useNavigate()
  const creation = useCreateProject()
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
  return (
    <>
      <PageTitle title="[NEW PROJECT]" />
      <Card maw={640}>
        {creation.atLimit && <InfoBar tone="warning">{creation.error?.message}</InfoBar>}
        {creation.unanswered && (
          <InfoBar tone="error">
            The server did not answer, so it is not known whether the project was created. Look at the projects list
            before you save again.
          </InfoBar>
        )}
        <ProjectForm
          path="/projects/new"
          initial={{ name: '', description: '' }}
          busy={creation.isPending}
          error={creation.unanswered ? null : (creation.error?.message ?? null)}
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
