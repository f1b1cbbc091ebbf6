import { StatusBadge } from '@lamella/shared/blocks'
import type { Job } from '@lamella/shared/contract'
import { jobQuery, projectQuery, useLiveQuery } from '@lamella/shared/queries'
import { currentUserAtom } from '@lamella/shared/session'
import {
  ErrorState,
  formatDuration,
  InfoBar,
  LoadingRows,
  PageTitle,
  ProgressBar,
  queryError,
  relativeTime,
} from '@lamella/shared/ui'
import { Button, Card, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useParams, useSearchParams } from 'react-router-dom'
import { isMissing, Missing } from '../../features/gone/missing.tsx'
import { useCancelJob, useRequestBundle } from '../../features/jobs/use-job-actions.ts'
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

/** One job: its progress, then its result; with `?result=…` a corrected one. */
const JobPage = () => {
  const { projectId = '', jobId = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const user = useAtomValue(currentUserAtom)
  const project = useQuery(projectQuery(projectId)).data
  useSelectProject(project)
  const job = useLiveQuery(jobQuery(jobId), { isFinal: ({ status }) => isOver(status) })
  const applicationName = useApplicationName()
  const cancel = useCancelJob()
  const bundle = useRequestBundle()
  if (isMissing(job)) return <Missing what="job" to={`/projects/${projectId}/jobs`} link="Go to the analysis jobs" />
  const error = queryError('The job could not be opened', job)
  if (error) return <ErrorState {...error} />
  if (!job.data) return <LoadingRows rows={6} />
  const { status, imageName, progress, statusErrors, resultId } = job.data
  const shown = search.get('result')
  const wantedFile = { job: job.data, resultId: shown ?? resultId ?? '' }
  const running = !isOver(status)
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
              <Menu position="bottom-end">
                <Menu.Target>
                  <Button
                    loading={bundle.isPending}
                    leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
                    rightSection={<IconChevronDown size={14} stroke={1.7} aria-hidden />}
                  >
                    Download
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item onClick={() => bundle.mutate({ ...wantedFile, format: 'xlsx' })}>
                    Excel workbook (xlsx)
                  </Menu.Item>
                  <Menu.Item onClick={() => bundle.mutate({ ...wantedFile, format: 'csv' })}>
                    Comma-separated (csv)
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
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
      {status === 'successful' && (
        <JobResult
          job={job.data}
          shown={shown}
          onShow={(id) => setSearch(id === null ? {} : { result: id })}
          editable={project !== undefined && user !== null && mayEdit(roleIn(project, user))}
        />
      )}
    </>
  )
}

export default JobPage
