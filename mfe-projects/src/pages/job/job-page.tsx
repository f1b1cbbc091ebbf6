import { StatusBadge } from '@lamella/shared/blocks'
import { type Job, mayInProject } from '@lamella/shared/contract'
import { failingTo, imageQuery, jobQuery, pictureQuery, projectQuery, useLiveQuery } from '@lamella/shared/queries'
import { currentUserAtom } from '@lamella/shared/session'
import {
  ErrorState,
  formatDuration,
  InfoBar,
  LoadingRows,
  PageTitle,
  ProgressBar,
  ProtectedPicture,
  queryError,
  relativeTime,
} from '@lamella/shared/ui'
import { Button, Card } from '@mantine/core'
import { IconColumns2, IconRepeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { comparisonBy } from '../../features/comparison/use-compared-results.ts'
import { isMissing, Missing } from '../../features/gone/missing.tsx'
import { DownloadMenu } from '../../features/jobs/download-menu.tsx'
import { useCancelJob, useRepeatJob, useRequestBundle } from '../../features/jobs/use-job-actions.ts'
import { useApplicationName } from '../../lib/application-name.ts'
import { badgeOf, isOver } from '../../lib/job-status.ts'
import { mayEdit, roleIn } from '../../lib/project-access.ts'
import { useSelectProject } from '../../lib/use-select-project.ts'
import css from './job-page.module.css'
import { JobResult } from './job-result.tsx'

const factsOf = ({ appVersion, started, finished }: Job): string => {
  const version = `Version ${appVersion}`
  if (!finished) return version
  const duration = started ? ` in ${formatDuration((Date.parse(finished) - Date.parse(started)) / 1000)}` : ''
  return `${version}, finished ${relativeTime(new Date(finished))}${duration}`
}

/** The image of a job that has no result to show over it. */
const JobImage = ({ job: { images, imageName, project } }: { job: Job }) => {
  const [imageId = ''] = images
  const image = useQuery(failingTo(null, imageQuery(imageId))).data
  // Nothing but the picture: the name is in the title.
  if (!image) return null
  return (
    <Card className={css.image}>
      <Link to={`/projects/${project}/viewer?image=${imageId}`} aria-label={`Open ${imageName} in the viewer`}>
        <ProtectedPicture url={image.thumbnailUrl} pictureQuery={pictureQuery} />
      </Link>
    </Card>
  )
}

/** One job: its progress, then its result; with `?result=…` a corrected one. */
const OneJob = () => {
  const { projectId = '', jobId = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const user = useAtomValue(currentUserAtom)
  const project = useQuery(projectQuery(projectId)).data
  useSelectProject(project)
  const job = useLiveQuery(jobQuery(jobId), { isFinal: ({ status }) => isOver(status) })
  const applicationName = useApplicationName()
  const cancel = useCancelJob()
  const bundle = useRequestBundle()
  const repeat = useRepeatJob()
  if (isMissing(job)) return <Missing what="job" to={`/projects/${projectId}/jobs`} link="Go to the analysis jobs" />
  const error = queryError('The job could not be opened', job)
  if (error) return <ErrorState {...error} />
  if (!job.data) return <LoadingRows rows={6} />
  const { status, images, imageName, progress, statusErrors, resultId } = job.data
  const shown = search.get('result')
  const running = !isOver(status)
  const editable = project !== undefined && user !== null && mayEdit(roleIn(project, user))
  return (
    <>
      <PageTitle
        title={`${applicationName(job.data.appName)} of ${imageName}`}
        badge={<StatusBadge status={badgeOf(status)} />}
        facts={factsOf(job.data)}
        actions={
          <>
            {running && (
              <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(job.data)}>
                Cancel job
              </Button>
            )}
            {status === 'successful' && (
              <Button
                component={Link}
                to={comparisonBy(projectId, 'image', images[0] ?? '')}
                variant="default"
                leftSection={<IconColumns2 size={16} stroke={1.7} aria-hidden />}
              >
                Compare
              </Button>
            )}
            {!running && editable && (
              <Button
                variant={status === 'successful' ? 'default' : 'filled'}
                // Until the new job's page is there, a second click would submit another one.
                loading={repeat.isPending || repeat.isSuccess}
                leftSection={<IconRepeat size={16} stroke={1.7} aria-hidden />}
                onClick={() => repeat.mutate(job.data)}
              >
                Run again
              </Button>
            )}
            {status === 'successful' && (
              <DownloadMenu
                jobs={[job.data]}
                applicationName={applicationName}
                loading={bundle.isPending}
                onDownload={(format, jobs) => bundle.mutate({ jobs, format, resultIds: [shown ?? resultId ?? ''] })}
              />
            )}
          </>
        }
      />
      {statusErrors.map((message) => (
        <InfoBar key={message} tone="error">
          {message}
        </InfoBar>
      ))}
      {running && (
        <Card>
          <p className={css.waiting}>
            {status === 'pending'
              ? 'The job is waiting for a free worker.'
              : `Analysing, ${Math.round(progress * 100)} % done.`}{' '}
            You can leave this page: the job continues.
          </p>
          <ProgressBar value={progress * 100} label="Progress of the job" />
        </Card>
      )}
      {(status === 'failed' || status === 'cancelled') && <JobImage job={job.data} />}
      {status === 'successful' && (
        <JobResult
          job={job.data}
          shown={shown}
          onShow={(id) => setSearch(id === null ? {} : { result: id })}
          editable={editable}
          annotatable={project !== undefined && user !== null && mayInProject(roleIn(project, user), 'annotate')}
        />
      )}
    </>
  )
}

/** Begins anew for each job: nothing of one may be left on the page of another. */
const JobPage = () => <OneJob key={useParams().jobId} />

export default JobPage
