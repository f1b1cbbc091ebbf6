import { GuestForbidden } from '@lamella/shared/blocks'
import type { Project } from '@lamella/shared/contract'
import {
  anyPage,
  failingTo,
  organisationAdminQuery,
  storageChanged,
  storageQuery,
  uploadConfigQuery,
} from '@lamella/shared/queries'
import { currentUserAtom, restrictionsAtom, sameOriginPath, selectedProjectAtom } from '@lamella/shared/session'
import { ErrorState, LoadingRows, PageTitle, queryError, WizardStepper } from '@lamella/shared/ui'
import { uploads } from '@lamella/shared/upload'
import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { ChooseProject } from '../../features/choose-project/choose-project.tsx'
import { usePreselected } from '../../features/choose-project/use-preselected.ts'
import { limitMessage } from '../../features/limits/limit-message.ts'
import { LimitsDialog } from '../../features/limits/limits-dialog.tsx'
import { SelectData } from '../../features/select-data/select-data.tsx'
import type { SelectedFile } from '../../features/select-data/selection.ts'
import { useClearSelection } from '../../features/select-data/use-typed-names.ts'
import { UploadList } from '../../features/upload-list/upload-list.tsx'
import { capacityOf } from '../../lib/capacity.ts'
import { parseSize } from '../../lib/parse-size.ts'
import css from './upload-page.module.css'

const iconProps = { size: 16, stroke: 1.7, 'aria-hidden': true } as const
const steps = ['Choose Project', 'Select Image Data', 'Upload']
type Step = 0 | 1 | 2

/** Upload wizard (D3-2-24). */
const UploadPage = () => {
  const user = useAtomValue(currentUserAtom)
  const restrictions = useAtomValue(restrictionsAtom)
  const storage = useQuery(failingTo(anyPage, storageQuery))
  const config = useQuery(uploadConfigQuery)
  const admin = useQuery({ ...organisationAdminQuery, enabled: user?.isGuest === true })
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [step, setStep] = useState<Step>(0)
  const [project, setProject] = useState<Project | null>(null)
  const [leaving, setLeaving] = useState(false)
  const clearSelection = useClearSelection()
  const select = useSetAtom(selectedProjectAtom)
  // The side menu follows: its links would lead to the images of another project.
  const choose = (chosen: Project): void => {
    setProject(chosen)
    select({ id: chosen.id, name: chosen.name })
  }
  usePreselected((preselected) => {
    choose(preselected)
    setStep(1)
  })
  if (!user || !restrictions) return null
  if (user.isGuest) {
    return (
      <>
        <PageTitle title="Image Upload" />
        <GuestForbidden
          message="As a guest of this organization you cannot upload images."
          adminEmail={admin.data?.email}
        />
      </>
    )
  }
  if (!storage.data || !config.data) {
    // Later failures keep the wizard open, because the selection would be lost.
    const error = queryError('The limits of your organization could not be loaded', storage, config)
    return error ? <ErrorState {...error} /> : <LoadingRows rows={6} />
  }

  const returnPath = sameOriginPath(search.get('return'))
  const capacity = capacityOf(restrictions, storage.data)
  const blocked = limitMessage(capacity)
  const { maxChunkSize, maxUploadSize } = config.data
  const start = (files: readonly SelectedFile[]): void => {
    if (!project) return
    const requests = files.map(({ file, handle, parts, picture, name, fileType, zShown }) => ({
      file,
      handle,
      parts,
      picture,
      name,
      fileType,
      zShown,
      projectId: project.id,
      userId: user.id,
    }))
    uploads.add(requests, parseSize(maxChunkSize))
    setStep(2)
  }
  const backToProjects = (): void => {
    clearSelection()
    setStep(0)
  }
  const restart = (): void => {
    backToProjects()
    setProject(null)
    void storageChanged(queries)
  }
  return (
    <>
      <PageTitle
        title="Image Upload"
        actions={
          <>
            {returnPath && (
              <Button
                component={Link}
                to={returnPath}
                variant="subtle"
                color="gray"
                leftSection={<IconArrowLeft {...iconProps} />}
              >
                Back
              </Button>
            )}
            <WizardStepper
              label="Image upload"
              steps={steps}
              active={step}
              // Running uploads continue in the header overlay (contradiction 22).
              onStepClick={(index) => (index === 0 ? backToProjects() : setStep(index as Step))}
            />
          </>
        }
      />
      {step === 0 && (
        <ChooseProject
          user={user}
          selected={project}
          onSelect={(chosen) => !blocked && choose(chosen)}
          onContinue={() => setStep(1)}
        />
      )}
      {step === 1 && project && (
        <SelectData
          project={project}
          capacity={capacity}
          maxUploadSize={maxUploadSize}
          onStart={start}
          onChangeProject={backToProjects}
        />
      )}
      {step === 2 && project && (
        <>
          <div className={css.next}>
            <Button component={Link} to={`/projects/${project.id}`} variant="default">
              Project details
            </Button>
            <Button component={Link} to={`/projects/${project.id}/library`} variant="default">
              Image library
            </Button>
            <Button variant="default" onClick={restart}>
              New upload
            </Button>
          </div>
          <UploadList action={<Button onClick={restart}>Choose project</Button>} />
        </>
      )}
      <LimitsDialog
        message={leaving ? null : blocked}
        onClose={() => {
          setLeaving(true)
          navigate(returnPath ?? '/datastorage')
        }}
      />
    </>
  )
}

export default UploadPage
