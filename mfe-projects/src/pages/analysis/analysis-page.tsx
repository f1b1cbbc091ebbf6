import { samplePictures } from '@lamella/shared/blocks'
import { mayInProject } from '@lamella/shared/contract'
import {
  applicationsQuery,
  failingTo,
  fatalPage,
  imageOutlineQuery,
  projectQuery,
  useLiveQuery,
} from '@lamella/shared/queries'
import { currentUserAtom } from '@lamella/shared/session'
import { EmptyState, ErrorState, formatNumber, InfoBar, LoadingRows, PageTitle, queryError } from '@lamella/shared/ui'
import { Button, Card, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { Link, useLocation, useParams, useSearchParams } from 'react-router-dom'
import { AnalyseButton } from '../../features/analysis/analyse-button.tsx'
import { ApplicationCard } from '../../features/analysis/application-card.tsx'
import { automaticDiameterWith, automaticRemark } from '../../features/analysis/automatic-diameter.ts'
import { ImageChoice } from '../../features/analysis/image-choice.tsx'
import { ParametersCard } from '../../features/analysis/parameters-card.tsx'
import { SuitabilityList } from '../../features/analysis/suitability-list.tsx'
import { keyOfApplication, useAnalysisDraft } from '../../features/analysis/use-analysis-draft.ts'
import type { CheckedImage } from '../../features/analysis/use-suitability.ts'
import { PixelSize } from '../../features/images/pixel-size.tsx'
import { useSubmitJobs } from '../../features/jobs/use-submit-jobs.ts'
import { roleIn } from '../../lib/project-access.ts'
import { useSelectProject } from '../../lib/use-select-project.ts'
import css from './analysis-page.module.css'

/** Images that the library hands over: more than an address can hold. */
const preselectedIn = (state: unknown): string[] | null => {
  const images = typeof state === 'object' && state !== null && 'images' in state ? state.images : null
  return Array.isArray(images) ? images.filter((id): id is string => typeof id === 'string') : null
}

/** Image Analysis (D2-2-07): submits one job per chosen image. */
const AnalysisPage = () => {
  const { projectId = '' } = useParams()
  const [search] = useSearchParams()
  const preselected = preselectedIn(useLocation().state) ?? search.getAll('image')
  const user = useAtomValue(currentUserAtom)
  const project = useLiveQuery(projectQuery(projectId))
  useSelectProject(project.data)
  const applications = useQuery(failingTo(fatalPage, applicationsQuery))
  const outline = useLiveQuery(imageOutlineQuery(projectId, { 'filter[scope]': 'available' }))
  const offered = applications.data?.filter(({ status }) => status === 'available')
  const canEdit = Boolean(user && project.data && mayInProject(roleIn(project.data, user), 'analyse'))
  const draft = useAnalysisDraft({ projectId, offered, preselected, canEdit })
  // Only what failed stays chosen: pressed again, the button must not submit the others twice.
  const { outcomes, submit, submitting } = useSubmitJobs(projectId, draft.setChosen)
  const error = queryError('The analysis could not be opened', project, applications, outline)
  if (error) return <ErrorState {...error} />
  if (!user || !project.data || !offered || !outline.data) return <LoadingRows rows={6} />
  const { application, params, chosen, checked, leftOut } = draft
  const hasImages = outline.data.counts.available > 0
  /** In words, what diameter a job takes of an image that it can analyse. */
  const remark = (image: CheckedImage): string | null => {
    const isAnalysed = image.state === 'fits' || image.state === 'doubtful'
    const diameter = isAnalysed && application && params && automaticDiameterWith(application.params, params, image)
    return diameter ? automaticRemark(diameter) : null
  }
  return (
    <>
      <PageTitle
        title="Image Analysis"
        tour="analysis-title"
        actions={
          canEdit && <AnalyseButton draft={draft} withHint={hasImages} submitting={submitting} onAnalyse={submit} />
        }
      />
      {!canEdit && <InfoBar>Only the owner and editors of a project can analyse its images.</InfoBar>}
      {outcomes.map(({ imageId, imageName, error }) => (
        <InfoBar key={imageId} tone={error ? 'error' : 'success'}>
          {imageName}: {error ? `ERROR (${error})` : 'OK'}
        </InfoBar>
      ))}
      {!hasImages ? (
        <Card>
          <EmptyState
            pictures={samplePictures}
            title="No images to analyse"
            text="Images can be analysed as soon as they are available in the library."
            actions={
              <Button component={Link} to={`/projects/${projectId}/library`}>
                Image Library
              </Button>
            }
          />
        </Card>
      ) : (
        <div className={css.columns} data-form>
          <Stack gap="md">
            <Title order={2} size="h3">
              Application
            </Title>
            {offered.map((candidate) => (
              <ApplicationCard
                key={keyOfApplication(candidate)}
                application={candidate}
                chosen={candidate === application}
                onChoose={() => draft.chooseApplication(candidate)}
              />
            ))}
          </Stack>
          <Stack gap="md">
            <Title order={2} size="h3">
              Images
            </Title>
            <Card>
              <ImageChoice projectId={projectId} chosen={chosen} onChange={draft.setChosen} />
            </Card>
            {leftOut > 0 && (
              <InfoBar>
                {leftOut === 1 ? '1 chosen image' : `${formatNumber(leftOut)} chosen images`} cannot be analysed: not
                available, not in this project, or not readable now.
              </InfoBar>
            )}
            <SuitabilityList checked={checked} remark={remark} />
            <ParametersCard draft={draft} pixelSize={(image) => <PixelSize image={image} editable={canEdit} />} />
          </Stack>
        </div>
      )}
    </>
  )
}

export default AnalysisPage
