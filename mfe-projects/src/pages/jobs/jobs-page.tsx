import { samplePictures } from '@lamella/shared/blocks'
import { projectQuery } from '@lamella/shared/queries'
import { CardHeader, DataTable, EmptyState, FilterField, PageTitle, useRowsPerPage } from '@lamella/shared/ui'
import { Button, Card } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { jobColumns } from '../../features/jobs/job-columns.tsx'
import { newestFirst, useJobList } from '../../features/jobs/use-job-list.ts'
import { useApplicationName } from '../../lib/application-name.ts'
import { useSelectProject } from '../../lib/use-select-project.ts'

/** Analysis jobs of a project (D2-2-08). */
const JobsPage = () => {
  const { projectId = '' } = useParams()
  useSelectProject(useQuery(projectQuery(projectId)).data)
  const applicationName = useApplicationName()
  const [filter, setFilter] = useState('')
  const pageSize = useRowsPerPage({ offset: 550, minimum: 10 })
  const jobs = useJobList(projectId, { filter, pageSize })
  const analyse = (
    <Button component={Link} to={`/projects/${projectId}/analysis`}>
      Analyse images
    </Button>
  )
  return (
    <>
      <PageTitle title="Analysis Jobs" tour="jobs-title" actions={jobs.hasAny && analyse} />
      <Card padding={0}>
        {jobs.hasAny && (
          <CardHeader>
            <FilterField label="Filter jobs" value={filter} onChange={setFilter} width={280} />
          </CardHeader>
        )}
        <DataTable
          label="Analysis jobs"
          columns={jobColumns(applicationName)}
          rows={jobs.rows}
          served={jobs.served}
          defaultSort={newestFirst}
          rowKey={({ id }) => id}
          rowHref={({ id }) => `/projects/${projectId}/jobs/${id}`}
          filter={filter}
          noMatchText="No jobs found."
          pageSize={pageSize}
          error={jobs.error}
          empty={
            !jobs.hasAny && (
              <EmptyState
                pictures={samplePictures}
                title="No analysis jobs yet"
                text="Every image you analyse becomes one job."
                actions={analyse}
              />
            )
          }
        />
      </Card>
    </>
  )
}

export default JobsPage
