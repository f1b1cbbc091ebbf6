import { ApiFailure } from '@lamella/shared/api'
import { currentUserAtom } from '@lamella/shared/session'
import { EmptyState, ErrorState, InfoBar, LoadingRows, PageTitle, queryError } from '@lamella/shared/ui'
import { Button, Card, Stack, Title } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useId, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { ApplicationCard } from '../../features/analysis/application-card.tsx'
import { channelsOf } from '../../features/analysis/channels-of.ts'
import { ImageChoice } from '../../features/analysis/image-choice.tsx'
import { ParamsForm } from '../../features/analysis/params-form.tsx'
import { imagesQuery, inScope } from '../../features/images/api.ts'
import { applicationsQuery, jobsKey, submitJob } from '../../features/jobs/api.ts'
import { projectQuery } from '../../features/projects/api.ts'
import { mayEdit, roleIn } from '../../lib/project-access.ts'
import { useSelectProject } from '../../lib/use-select-project.ts'
import css from './analysis-page.module.css'

interface Outcome {
  imageName: string
  /** Null: submitted. */
  error: string | null
}

/** Image Analysis: choose an application and images; one job per image (document 3 §7). */
const AnalysisPage = () => {
  const { projectId = '' } = useParams()
  const [search] = useSearchParams()
  const user = useAtomValue(currentUserAtom)
  const project = useQuery(projectQuery(projectId))
  useSelectProject(project.data)
  const applications = useQuery(applicationsQuery)
  const images = useQuery(imagesQuery(projectId))
  const queries = useQueryClient()
  const navigate = useNavigate()
  const preselected = search.get('image')
  const [app, setApp] = useState<string | null>(null)
  /** Null: they do not fit. */
  const [params, setParams] = useState<Record<string, unknown> | null>({})
  const [chosen, setChosen] = useState<string[]>(preselected ? [preselected] : [])
  const hintId = useId()
  const [outcomes, setOutcomes] = useState<Outcome[]>([])

  const available = images.data && inScope(images.data, 'available')
  const keyOf = ({ name, version }: { name: string; version: string }): string => `${name} ${version}`
  const application = applications.data?.find((candidate) => keyOf(candidate) === app) ?? applications.data?.[0]
  const submission = useMutation({
    mutationFn: async () => {
      const results: (Outcome & { jobId: string | null })[] = []
      for (const imageId of chosen) {
        const imageName = available?.find(({ id }) => id === imageId)?.name ?? ''
        try {
          const { name, version } = application ?? { name: '', version: '' }
          const jobId = await submitJob({
            projectId,
            imageId,
            appName: name,
            appVersion: version,
            params: params ?? {},
          })
          results.push({ imageName, error: null, jobId })
        } catch (error) {
          results.push({ imageName, error: error instanceof ApiFailure ? error.message : String(error), jobId: null })
        }
      }
      return results
    },
    onSuccess: async (results) => {
      await queries.invalidateQueries({ queryKey: jobsKey(projectId) })
      const [only] = results
      if (results.some(({ error }) => error !== null)) setOutcomes(results)
      else if (results.length === 1 && only?.jobId) navigate(`/projects/${projectId}/jobs/${only.jobId}`)
      else navigate(`/projects/${projectId}/jobs`)
    },
  })
  const error = queryError('The analysis could not be opened', project, applications, images)
  if (error) return <ErrorState {...error} />
  if (!user || !project.data || !applications.data || !available) return <LoadingRows rows={6} />
  const canEdit = mayEdit(roleIn(project.data, user))
  const count = chosen.length
  const hint = count === 0 ? 'Choose images first' : params === null ? 'Correct the parameters first' : null
  const channels = channelsOf(available.filter(({ id }) => chosen.includes(id)))
  const choose = (key: string): void => {
    setApp(key)
    setParams({})
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
                loading={submission.isPending}
                leftSection={<IconPlayerPlay size={16} stroke={1.7} aria-hidden />}
                aria-describedby={hint ? hintId : undefined}
                onClick={() => submission.mutate()}
              >
                {count > 1 ? `Analyse ${count} images` : 'Analyse image'}
              </Button>
            </>
          )
        }
      />
      {!canEdit && <InfoBar>Only the owner and editors of a project can analyse its images.</InfoBar>}
      {outcomes.map(({ imageName, error }) => (
        <InfoBar key={imageName} tone={error ? 'error' : 'success'}>
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
        <div className={css.columns}>
          <Stack gap="md">
            <Title order={2} size="h3">
              Application
            </Title>
            {applications.data.map((candidate) => (
              <ApplicationCard
                key={keyOf(candidate)}
                application={candidate}
                chosen={candidate === application}
                onChoose={() => choose(keyOf(candidate))}
              />
            ))}
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
                />
              </Card>
            )}
          </Stack>
          <Stack gap="md">
            <Title order={2} size="h3">
              Images
            </Title>
            <Card>
              <ImageChoice images={available} chosen={chosen} onChange={setChosen} />
            </Card>
          </Stack>
        </div>
      )}
    </>
  )
}

export default AnalysisPage
