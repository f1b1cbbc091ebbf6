import type { Job, ServerEvent } from '@lamella/shared/contract'
import { useLiveQuery } from '@lamella/shared/session'
import {
  CardHeader,
  DataTable,
  type DataTableColumn,
  EmptyState,
  FilterField,
  formatDuration,
  PageTitle,
  queryError,
  StatusBadge,
  TimeAgo,
  useRowsPerPage,
} from '@lamella/shared/ui'
import { Button, Card } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { jobsKey, jobsQuery } from '../../features/jobs/api.ts'
import { useApplicationName } from '../../features/jobs/application-name.ts'
import { badgeOf } from '../../features/jobs/job-status.ts'
import { projectQuery } from '../../features/projects/api.ts'
import { useSelectProject } from '../../lib/use-select-project.ts'

const durationOf = ({ started, finished }: Job): string =>
  started && finished ? formatDuration((Date.parse(finished) - Date.parse(started)) / 1000) : '–'

const columnsOf = (applicationName: (appName: string) => string): readonly DataTableColumn<Job>[] => [
  { id: 'image', title: 'Image', value: ({ imageName }) => imageName, isName: true, sortable: true },
  {
    id: 'application',
    title: 'Application',
    value: ({ appName, appVersion }) => `${applicationName(appName)} ${appVersion}`,
    sortable: true,
    width: 196,
    roomFrom: 760,
    wideOnly: true,
  },
  {
    id: 'status',
    title: 'Status',
    value: ({ status }) => status,
    render: ({ status, progress }) => (
      <StatusBadge
        status={badgeOf(status)}
        label={status === 'running' ? `Running, ${Math.round(progress * 100)} %` : undefined}
      />
    ),
    width: 152,
  },
  {
    id: 'created',
    title: 'Submitted',
    value: ({ created }) => created,
    render: ({ created }) => <TimeAgo date={created} />,
    sortable: true,
    width: 168,
    roomFrom: 480,
  },
  { id: 'duration', title: 'Duration', value: durationOf, align: 'right', width: 110, wideOnly: true },
]

/** Analysis Jobs of a project. */
const JobsPage = () => {
  const { projectId = '' } = useParams()
  useSelectProject(useQuery(projectQuery(projectId)).data)
  const concerns = useCallback((event: ServerEvent) => event.type === 'job' && event.project === projectId, [projectId])
  const refetchInterval = useLiveQuery(jobsKey(projectId), concerns)
  const jobs = useQuery({ ...jobsQuery(projectId), refetchInterval })
  const applicationName = useApplicationName()
  const [filter, setFilter] = useState('')
  const pageSize = useRowsPerPage({ offset: 550, minimum: 10 })
  const analyse = (
    <Button component={Link} to={`/projects/${projectId}/analysis`}>
      Analyse images
    </Button>
  )
  return (
    <>
      <PageTitle title="Analysis Jobs" actions={jobs.data && jobs.data.length > 0 && analyse} />
      <Card padding={0}>
        {jobs.data && jobs.data.length > 0 && (
          <CardHeader>
            <FilterField label="Filter jobs" value={filter} onChange={setFilter} width={280} />
          </CardHeader>
        )}
        <DataTable
          label="Analysis jobs"
          columns={columnsOf(applicationName)}
          rows={jobs.data}
          rowKey={({ id }) => id}
          rowHref={({ id }) => `/projects/${projectId}/jobs/${id}`}
          filter={filter}
          noMatchText="No jobs found."
          pageSize={pageSize}
          error={queryError('The jobs could not be retrieved', jobs)}
          empty={
            <EmptyState
              title="No analysis jobs yet"
              text="Every image you analyse becomes one job."
              actions={analyse}
            />
          }
        />
      </Card>
    </>
  )
}

export default JobsPage
