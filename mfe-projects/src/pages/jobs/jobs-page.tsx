import { samplePictures } from '@lamella/shared/blocks'
import { comparedJobs, type Job } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { projectQuery } from '@lamella/shared/queries'
import { currentUserAtom } from '@lamella/shared/session'
import {
  CardHeader,
  DataTable,
  EmptyState,
  FilterField,
  filterRows,
  formatNumber,
  InfoBar,
  PageTitle,
  useRowsPerPage,
} from '@lamella/shared/ui'
import { Button, Card, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { comparisonBy, comparisonOf } from '../../features/comparison/use-compared-results.ts'
import { jobBoxes, jobColumns } from '../../features/jobs/job-columns.tsx'
import { type AskedOfJobs, JobDialogs } from '../../features/jobs/job-dialogs.tsx'
import { JobFilters } from '../../features/jobs/job-filters.tsx'
import { JobsBar } from '../../features/jobs/jobs-bar.tsx'
import { type Refused, useBulkJobs } from '../../features/jobs/use-bulk-jobs.ts'
import { useRequestBundle } from '../../features/jobs/use-job-actions.ts'
import { newestFirst, useJobList } from '../../features/jobs/use-job-list.ts'
import { useJobsAddress } from '../../features/jobs/use-jobs-address.ts'
import { useApplicationName } from '../../lib/application-name.ts'
import { mayEdit, roleIn } from '../../lib/project-access.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { useRowChoice } from '../../lib/use-row-choice.ts'
import { useSelectProject } from '../../lib/use-select-project.ts'

/** Reasons that are listed one by one. */
const listedReasons = 10

/** Why jobs were not submitted again. */
const RefusedJobs = ({ refused }: { refused: readonly Refused[] }) => (
  <>
    {refused.slice(0, listedReasons).map(({ job, reason }) => (
      <InfoBar key={job.id} tone="error">
        {job.imageName}: ERROR ({reason})
      </InfoBar>
    ))}
    {refused.length > listedReasons && (
      <InfoBar tone="error">{formatNumber(refused.length - listedReasons)} others were refused too.</InfoBar>
    )}
  </>
)

/** Analysis jobs of a project (D2-2-08), one by one and many at once. */
const JobsPage = () => {
  const { projectId = '' } = useParams()
  const user = useAtomValue(currentUserAtom)
  const project = useQuery(projectQuery(projectId)).data
  useSelectProject(project)
  const applicationName = useApplicationName()
  const address = useJobsAddress()
  const [filter, setFilter] = useState('')
  const pageSize = useRowsPerPage({ offset: 550, minimum: 10 })
  const jobs = useJobList(projectId, { conditions: address.conditions, filter, pageSize })
  const columns = jobColumns(applicationName)
  const isWhole = jobs.served === undefined
  const choice = useRowChoice(isWhole && jobs.rows ? filterRows(jobs.rows, columns, filter) : jobs.rows, isWhole)
  const bulk = useBulkJobs(projectId)
  const bundle = useRequestBundle()
  const [asked, setAsked] = useState<{ about: AskedOfJobs; jobs: readonly Job[] } | null>(null)
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const [isReading, setReading] = useState(false)
  const listed = JSON.stringify([projectId, address.conditions, filter])
  const [listedBefore, setListedBefore] = useState(listed)
  // What is chosen is what can be seen: nobody deletes jobs of another list unawares.
  if (listed !== listedBefore) {
    setListedBefore(listed)
    setRefused([])
    choice.clear()
  }
  const isFiltered = Object.keys(address.values).length > 0
  const hasAny = isFiltered || jobs.hasAny
  const canEdit = project !== undefined && user !== null && mayEdit(roleIn(project, user))
  const run = Object.keys(address.values).length === 1 && filter === '' ? address.values.run : undefined
  const total = jobs.served?.total ?? jobs.rows?.length
  const comparable = choice.rows.filter(({ status }) => status === 'successful').map(({ id }) => id)
  const comparison =
    comparable.length < 2
      ? null
      : run !== undefined && choice.rows.length === total
        ? comparisonBy(projectId, 'run', run)
        : comparable.length > comparedJobs
          ? null
          : comparisonOf(projectId, comparable)
  const chooseAll = async (): Promise<void> => {
    setReading(true)
    const { generation } = choice
    await jobs.readAll().then((all) => choice.add(all, generation), toastFailure('Select all jobs'))
    setReading(false)
  }
  const change = useEffectEvent(choice.change)
  // Chosen jobs of other pages go on, too.
  useEffect(() => {
    const subscription = bus.on('server/changed').subscribe((event) => {
      if (event.type === 'job') change(event.id, { status: event.status, progress: event.progress })
    })
    return () => subscription.unsubscribe()
  }, [])
  const ask = (about: AskedOfJobs) => (): void => setAsked({ about, jobs: choice.rows })
  const done = (): void => {
    choice.clear()
    setAsked(null)
  }
  const analyse = (
    <Button component={Link} to={`/projects/${projectId}/analysis`}>
      Analyse images
    </Button>
  )
  return (
    <>
      <PageTitle title="Analysis Jobs" tour="jobs-title" actions={hasAny && analyse} />
      <RefusedJobs refused={refused} />
      <Card padding={0}>
        {hasAny && (
          <CardHeader>
            <Group gap="xs" flex={1}>
              <FilterField label="Filter jobs" value={filter} onChange={setFilter} width={280} />
              <JobFilters projectId={projectId} applicationName={applicationName} address={address} />
            </Group>
          </CardHeader>
        )}
        <DataTable
          label="Analysis jobs"
          columns={[jobBoxes(choice, isWhole), ...columns]}
          chosenRows={choice.ids}
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
            !hasAny && (
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
      <JobsBar
        jobs={choice.rows}
        total={jobs.served?.total}
        canEdit={canEdit}
        applicationName={applicationName}
        comparison={comparison}
        isBusy={isReading || bundle.isPending}
        onChooseAll={chooseAll}
        onDownload={(format, chosen) => bundle.mutate({ jobs: chosen, format })}
        onRepeat={ask('repeat')}
        onCancel={ask('cancel')}
        onDelete={ask('delete')}
        onClear={choice.clear}
      />
      <JobDialogs
        asked={asked}
        actions={bulk}
        onClose={() => setAsked(null)}
        onDone={done}
        onRepeated={(runs, others) => {
          const [run] = runs
          setAsked(null)
          setRefused(others)
          // Those that were refused stay chosen: they can be tried again, or left.
          choice.drop(choice.rows.filter(({ id }) => !others.some(({ job }) => job.id === id)))
          if (others.length === 0 && run !== undefined && runs.length === 1) address.setOnly('run', run)
        }}
      />
    </>
  )
}

export default JobsPage
