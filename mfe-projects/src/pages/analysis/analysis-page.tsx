import { mayInProject } from '@lamella/shared/contract'
import {
  applicationsQuery,
  failingTo,
  fatalPage,
  imageQuery,
  imagesQuery,
  projectQuery,
  useLiveQuery,
} from '@lamella/shared/queries'
import { currentUserAtom } from '@lamella/shared/session'
import { EmptyState, ErrorState, InfoBar, LoadingRows, PageTitle, queryError } from '@lamella/shared/ui'
import { Button, Card, Stack, Text, Title } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type ReactNode, useId, useState } from 'react'
import { Link, useLocation, useParams, useSearchParams } from 'react-router-dom'
import { ApplicationCard } from '../../features/analysis/application-card.tsx'
import {
  automaticDiameterOf,
  automaticDiameterWith,
  automaticText,
} from '../../features/analysis/automatic-diameter.ts'
import { channelsOf } from '../../features/analysis/channels-of.ts'
import { DiameterPanel } from '../../features/analysis/diameter-panel.tsx'
import { ImageChoice } from '../../features/analysis/image-choice.tsx'
import { type DiameterField, ParamsForm } from '../../features/analysis/params-form.tsx'
import { SuitabilityList } from '../../features/analysis/suitability-list.tsx'
import { type CheckedImage, useSuitability } from '../../features/analysis/use-suitability.ts'
import { inScope } from '../../features/images/in-scope.ts'
import { PixelSize } from '../../features/images/pixel-size.tsx'
import { type Outcome, useSubmitJobs } from '../../features/jobs/use-submit-jobs.ts'
import { roleIn } from '../../lib/project-access.ts'
import { useSelectProject } from '../../lib/use-select-project.ts'
import css from './analysis-page.module.css'

/** What must be done before the analysis; null: nothing. */
const hintOf = (images: number, areParamsValid: boolean, refused: number): string | null => {
  if (images === 0) return 'Choose images first'
  if (!areParamsValid) return 'Correct the parameters first'
  if (refused === 0) return null
  return images === 1 ? 'This image is refused' : 'Take the refused images out of the choice first'
}

/** Images that the library hands over: more than an address can hold. */
const preselectedIn = (state: unknown): string[] | null => {
  const images = typeof state === 'object' && state !== null && 'images' in state ? state.images : null
  return Array.isArray(images) ? images.filter((id): id is string => typeof id === 'string') : null
}

/** Image Analysis (D2-2-07): submits one job per chosen image. */
const AnalysisPage = () => {
  const { projectId = '' } = useParams()
  const [search] = useSearchParams()
  const user = useAtomValue(currentUserAtom)
  const project = useLiveQuery(projectQuery(projectId))
  useSelectProject(project.data)
  const applications = useQuery(failingTo(fatalPage, applicationsQuery))
  const images = useLiveQuery(imagesQuery(projectId))
  const { outcomes, submit, submitting } = useSubmitJobs(projectId)
  const preselected = preselectedIn(useLocation().state) ?? search.getAll('image')
  const [app, setApp] = useState<string | null>(null)
  /** Null while a parameter is invalid. */
  const [params, setParams] = useState<Record<string, unknown> | null>({})
  const [chosen, setChosen] = useState<string[]>(preselected)
  const hintId = useId()

  const available = images.data && inScope(images.data, 'available')
  const keyOf = ({ name, version }: { name: string; version: string }): string => `${name} ${version}`
  const offered = applications.data?.filter(({ status }) => status === 'available')
  const application = offered?.find((candidate) => keyOf(candidate) === app) ?? offered?.[0]
  const canEdit = Boolean(user && project.data && mayInProject(roleIn(project.data, user), 'analyse'))
  const chosenImages = available?.filter(({ id }) => chosen.includes(id)) ?? []
  const checked = useSuitability(chosenImages, canEdit && application ? application : null)
  // Only a single image has its channels' names: other images may have others.
  const [first, second] = chosenImages
  const isNamed = first?.isMultichannelImage === true && !second
  const detailed = useQuery({ ...failingTo(null, imageQuery(first?.id ?? '')), enabled: isNamed })
  const error = queryError('The analysis could not be opened', project, applications, images)
  if (error) return <ErrorState {...error} />
  if (!user || !project.data || !offered || !available) return <LoadingRows rows={6} />
  const count = chosenImages.length
  const hint = hintOf(count, params !== null, checked.filter(({ state }) => state === 'refused').length)
  const channels = channelsOf(isNamed && detailed.data ? [detailed.data] : chosenImages)
  /** In words, what diameter a job takes of an image that it can analyse. */
  const remark = (image: CheckedImage): string | null => {
    const isAnalysed = image.state === 'fits' || image.state === 'doubtful'
    const diameter = isAnalysed && application && params && automaticDiameterWith(application.params, params, image)
    return diameter ? `Nucleus diameter: ${automaticText(diameter)}.` : null
  }
  const [firstChecked] = checked
  const diameterField = ({ param, value, channel, onChange }: DiameterField): ReactNode =>
    firstChecked ? (
      <DiameterPanel
        param={param}
        value={value}
        image={firstChecked.image}
        automatic={automaticDiameterOf(param, firstChecked.image, firstChecked, channel ?? 0)}
        channel={channel}
        onChange={onChange}
      >
        <PixelSize image={firstChecked.image} editable={canEdit} />
      </DiameterPanel>
    ) : (
      <Text size="sm" c="var(--lm-text2)" mt="xs">
        Choose an image to compare the diameter with its nuclei.
      </Text>
    )
  const choose = (key: string): void => {
    setApp(key)
    setParams({})
  }
  const analyse = (): void => {
    if (!application || !params) return
    // Only what failed stays chosen: pressed again, the button must not submit the others twice.
    const keepFailed = (results: readonly Outcome[]): void =>
      setChosen(results.filter(({ error }) => error !== null).map(({ imageId }) => imageId))
    submit({ application, images: chosenImages, params }, { onSuccess: keepFailed })
  }
  return (
    <>
      <PageTitle
        title="Image Analysis"
        actions={
          canEdit && (
            <>
              {hint && available.length > 0 && (
                <span id={hintId} className={css.hint}>
                  {hint}
                </span>
              )}
              <Button
                disabled={hint !== null || !application}
                loading={submitting}
                leftSection={<IconPlayerPlay size={16} stroke={1.7} aria-hidden />}
                aria-describedby={hint ? hintId : undefined}
                onClick={analyse}
              >
                {count > 1 ? `Analyse ${count} images` : 'Analyse image'}
              </Button>
            </>
          )
        }
      />
      {!canEdit && <InfoBar>Only the owner and editors of a project can analyse its images.</InfoBar>}
      {outcomes.map(({ imageId, imageName, error }) => (
        <InfoBar key={imageId} tone={error ? 'error' : 'success'}>
          {imageName}: {error ? `ERROR (${error})` : 'OK'}
        </InfoBar>
      ))}
      {available.length === 0 ? (
        <Card>
          <EmptyState
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
                key={keyOf(candidate)}
                application={candidate}
                chosen={candidate === application}
                onChoose={() => choose(keyOf(candidate))}
              />
            ))}
          </Stack>
          <Stack gap="md">
            <Title order={2} size="h3">
              Images
            </Title>
            <Card>
              <ImageChoice images={available} chosen={chosen} onChange={setChosen} />
            </Card>
            <SuitabilityList checked={checked} remark={remark} />
            {application && Object.keys(application.params.properties).length > 0 && (
              <Card component="section" aria-label="Parameters">
                <Title order={2} size="h3" mb="md">
                  Parameters
                </Title>
                <ParamsForm
                  key={keyOf(application)}
                  schema={application.params}
                  channels={channels}
                  onChange={setParams}
                  diameter={diameterField}
                />
              </Card>
            )}
          </Stack>
        </div>
      )}
    </>
  )
}

export default AnalysisPage
