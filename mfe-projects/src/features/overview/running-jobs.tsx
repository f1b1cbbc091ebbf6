import { StatusBadge } from '@lamella/shared/blocks'
import { unfinishedJobsQuery, useLiveQuery, useUsersById } from '@lamella/shared/queries'
import { formatNumber, ProgressBar } from '@lamella/shared/ui'
import { Anchor, Card } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useApplicationName } from '../../lib/application-name.ts'
import { CardHead } from '../../lib/card-head.tsx'
import { badgeOf, isOver } from '../../lib/job-status.ts'
import css from './running-jobs.module.css'

/** Jobs that are listed; the others are counted. */
const most = 3

/** Jobs that run or wait, kept up to date; absent while there are none. */
export const RunningJobs = ({ projectId }: { projectId: string }) => {
  const applicationName = useApplicationName()
  const unfinished = useLiveQuery(unfinishedJobsQuery(projectId)).data ?? []
  // An older server answers all jobs.
  const jobs = unfinished
    .filter(({ status }) => !isOver(status))
    .toSorted((one, other) => Number(other.status === 'running') - Number(one.status === 'running'))
  const shown = jobs.slice(0, most)
  const users = useUsersById(shown.map(({ owner }) => owner))
  if (jobs.length === 0) return null
  const more = jobs.length - most
  return (
    <Card component="section" aria-label="Running jobs">
      <CardHead title="Running jobs">
        <Anchor component={Link} to={`/projects/${projectId}/jobs`} data-alone>
          All jobs
        </Anchor>
      </CardHead>
      <ul className={css.jobs}>
        {shown.map((job) => {
          const name = `${applicationName(job.appName)} ${job.appVersion}`
          const owner = users.find(job.owner)?.fullName
          return (
            <li key={job.id}>
              <div className={css.line}>
                <Link to={`/projects/${projectId}/jobs/${job.id}`} className={css.name}>
                  {name}
                </Link>
                <StatusBadge status={badgeOf(job.status)} />
              </div>
              <ProgressBar value={job.progress * 100} label={`${name} of ${job.imageName}`} />
              <div className={css.facts}>
                <span className={css.image}>
                  {job.imageName}
                  {owner && `, by ${owner}`}
                </span>
                {job.status === 'running' && <span>{Math.floor(job.progress * 100)} %</span>}
              </div>
            </li>
          )
        })}
      </ul>
      {more > 0 && <p className={css.more}>and {formatNumber(more)} more</p>}
    </Card>
  )
}
