import { jobsQuery, projectQuery, useLiveQuery } from '@lamella/shared/queries'
import {
  CardHeader,
  DataTable,
  EmptyState,
  FilterField,
  PageTitle,
  queryError,
  useRowsPerPage,
} from '@lamella/shared/ui'
import { Button, Card } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { useApplicationName } from '../../features/jobs/application-name.ts'
import { jobColumns } from '../../features/jobs/job-columns.tsx'
import { useSelectProject } from '../../lib/use-select-project.ts'

/** Analysis jobs of a project (D2-2-08). */
const JobsPage = () => {
  const { projectId = '' } = useParams()
  useSelectProject(useQuery(projectQuery(projectId)).data)
  const jobs = useLiveQuery(jobsQuery(projectId))
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
          columns={jobColumns(applicationName)}
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
