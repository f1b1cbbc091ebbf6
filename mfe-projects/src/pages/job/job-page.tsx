import type { BundleFormat, Job, ResultObject, ServerEvent } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { useLiveQuery } from '@lamella/shared/session'
import {
  DataTable,
  type DataTableColumn,
  ErrorState,
  formatDuration,
  formatNumber,
  InfoBar,
  LoadingRows,
  PageTitle,
  ProgressBar,
  relativeTime,
  StatusBadge,
} from '@lamella/shared/ui'
import { Button, Card, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload, IconExternalLink } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { jobKey, jobQuery, removeJob, requestBundle, resultObjectsQuery, resultQuery } from '../../features/jobs/api.ts'
import { ClassBars } from '../../features/jobs/class-bars.tsx'
import { badgeOf, isOver } from '../../features/jobs/job-status.ts'
import { Provenance } from '../../features/jobs/provenance.tsx'
import { ResultFigures } from '../../features/jobs/result-figures.tsx'
import { projectQuery } from '../../features/projects/api.ts'
import { useSelectProject } from '../../lib/use-select-project.ts'
import css from './job-page.module.css'

const factsOf = ({ appName, appVersion, started, finished }: Job): string => {
  const application = `${appName} ${appVersion}`
  if (!finished) return application
  const duration = started ? ` in ${formatDuration((Date.parse(finished) - Date.parse(started)) / 1000)}` : ''
  return `${application}, finished ${relativeTime(new Date(finished))}${duration}`
}

/** One job: its state while it runs, then figures, classes, objects and provenance. */
const JobPage = () => {
  const { projectId = '', jobId = '' } = useParams()
  useSelectProject(useQuery(projectQuery(projectId)).data)
  const concerns = useCallback((event: ServerEvent) => event.type === 'job' && event.id === jobId, [jobId])
  const refetchInterval = useLiveQuery(jobKey(jobId), concerns)
  const job = useQuery({
    ...jobQuery(jobId),
    refetchInterval: ({ state }) => (state.data && isOver(state.data.status) ? false : refetchInterval),
  })
  const navigate = useNavigate()
  const cancel = useMutation({
    mutationFn: () => removeJob(jobId),
    onSuccess: () => navigate(`/projects/${projectId}/jobs`),
    onError: ({ message }) => bus.emit('toast/show', { kind: 'error', title: 'Cancel job', detail: message }),
  })
  const bundle = useMutation({
    mutationFn: (format: BundleFormat) =>
      requestBundle(
        { project: projectId, appName: job.data?.appName ?? '', appVersion: job.data?.appVersion ?? '', id: jobId },
        format,
      ),
    onSuccess: (id) => id && navigate(`/downloads/jobresultbundles/${id}`),
    onError: ({ message }) => bus.emit('toast/show', { kind: 'error', title: 'Download results', detail: message }),
  })
  if (job.isError) {
    return (
      <ErrorState
        title="The job could not be opened"
        text={job.error.message}
        onRetry={() => void job.refetch()}
        retrying={job.isFetching}
      />
    )
  }
  if (!job.data) return <LoadingRows rows={6} />
  const { status, imageName, progress, statusErrors, images } = job.data
  const running = !isOver(status)
  return (
    <>
      <PageTitle
        title={imageName}
        badge={<StatusBadge status={badgeOf(status)} />}
        facts={factsOf(job.data)}
        actions={
          <>
            {running && (
              <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
                Cancel job
              </Button>
            )}
            {status === 'successful' && (
              <>
                <Button
                  component={Link}
                  to={`/projects/${projectId}/viewer?image=${images[0]}&job=${jobId}`}
                  variant="default"
                  leftSection={<IconExternalLink size={16} stroke={1.7} aria-hidden />}
                >
                  Open in viewer
                </Button>
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
                    <Menu.Item onClick={() => bundle.mutate('xlsx')}>Excel workbook (xlsx)</Menu.Item>
                    <Menu.Item onClick={() => bundle.mutate('csv')}>Comma-separated (csv)</Menu.Item>
                  </Menu.Dropdown>
                </Menu>
              </>
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
              ? 'The job waits for a free worker.'
              : `Analysing, ${Math.round(progress * 100)} % done.`}{' '}
            You can leave this page: the job goes on.
          </p>
          <ProgressBar value={progress * 100} label="Progress of the job" />
        </Card>
      )}
      {status === 'successful' && <Result jobId={jobId} />}
    </>
  )
}

const Result = ({ jobId }: { jobId: string }) => {
  const result = useQuery(resultQuery(jobId))
  const objects = useQuery({ ...resultObjectsQuery(result.data?.id ?? ''), enabled: result.data !== undefined })
  const columns = useMemo<DataTableColumn<ResultObject>[]>(() => {
    const colors = new Map(result.data?.classes.map(({ name, color }) => [name, color]))
    return [
      { id: 'no', title: 'No.', value: ({ no }) => no, width: 76, isName: true, sortable: true },
      {
        id: 'class',
        title: 'Class',
        value: (object) => object.class,
        render: (object) => (
          <span className={css.class}>
            <i style={{ backgroundColor: colors.get(object.class) }} /> {object.class}
          </span>
        ),
        width: 84,
        sortable: true,
      },
      ...(result.data?.columns ?? []).map(({ key, title, unit, decimals }) => ({
        id: key,
        title: unit ? `${title} ${unit}` : title,
        value: ({ values }: ResultObject) => values[key],
        render: ({ values }: ResultObject) => formatNumber(values[key], decimals),
        align: 'right' as const,
        sortable: true,
      })),
    ]
  }, [result.data])
  if (result.isError) {
    return (
      <ErrorState
        title="The result could not be opened"
        text={result.error.message}
        onRetry={() => void result.refetch()}
      />
    )
  }
  if (!result.data) return <LoadingRows rows={6} />
  return (
    <>
      <ResultFigures figures={result.data.figures} />
      <div className={css.columns}>
        <div className={css.stack}>
          <ClassBars classes={result.data.classes} />
          <Provenance provenance={result.data.provenance} />
        </div>
        <Card padding={0}>
          <DataTable
            label="Objects"
            columns={columns}
            rows={objects.data}
            rowKey={({ no }) => String(no)}
            pageSize={14}
          />
        </Card>
      </div>
    </>
  )
}

export default JobPage
