import { GuestForbidden } from '@lamella/shared/blocks'
import { errorCatalogue } from '@lamella/shared/contract'
import { organisationAdminQuery } from '@lamella/shared/queries'
import { currentUserAtom } from '@lamella/shared/session'
import { InfoBar, PageTitle } from '@lamella/shared/ui'
import { Card } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ProjectForm } from '../../features/project-form/project-form.tsx'
import { SampleOffer } from '../../features/projects/sample-offer.tsx'
import { UpgradeWay } from '../../features/projects/upgrade-way.tsx'
import { useCreateProject } from '../../features/projects/use-create-project.ts'

/** Form of a new project (D2-2-02); guests see a notice instead (D2-2-78). */
const NewProjectPage = () => {
  const user = useAtomValue(currentUserAtom)
  const admin = useQuery({ ...organisationAdminQuery, enabled: user?.isGuest === true })
  const navigate = useNavigate()
  const creation = useCreateProject()
  const [sampleRefused, setSampleRefused] = useState(false)
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
        {user && (creation.atLimit || sampleRefused) && (
          <InfoBar tone="warning">
            {errorCatalogue.ERR_5001.detail} <UpgradeWay isAdmin={user.isAdmin} />
          </InfoBar>
        )}
        {creation.unanswered && (
          <InfoBar tone="error">
            The server did not answer, so it is not known whether the project was created. Look at the projects list
            before you save again.
          </InfoBar>
        )}
        <ProjectForm
          path="/projects/new"
          initial={{ name: '', description: '' }}
          busy={creation.busy}
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
        <SampleOffer onLimit={() => setSampleRefused(true)} />
      </Card>
    </>
  )
}

export default NewProjectPage
