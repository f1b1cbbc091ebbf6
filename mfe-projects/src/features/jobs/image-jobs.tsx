import { StatusBadge } from '@lamella/shared/blocks'
import type { Job } from '@lamella/shared/contract'
import { failingTo, jobsStartQuery, useLiveQuery } from '@lamella/shared/queries'
import { TimeAgo } from '@lamella/shared/ui'
import { Anchor, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useApplicationName } from '../../lib/application-name.ts'
import { badgeOf } from '../../lib/job-status.ts'
import css from './image-jobs.module.css'

/** Newest jobs that are listed. */
const most = 4

interface ImageJobsProps {
  projectId: string
  imageId: string
}

/** Newest analyses of an image, with the way to all of them; absent where there are none. */
export const ImageJobs = ({ projectId, imageId }: ImageJobsProps) => {
  const query = jobsStartQuery(projectId, { 'filter[image]': imageId })
  // An older server answers the jobs of all images.
  const jobs = useLiveQuery(failingTo(null, query)).data?.rows.filter(({ images }) => images.includes(imageId)) ?? []
  return jobs.length > 0 && <JobLinks projectId={projectId} imageId={imageId} jobs={jobs} />
}

const JobLinks = ({ projectId, imageId, jobs }: ImageJobsProps & { jobs: readonly Job[] }) => {
  const applicationName = useApplicationName()
  return (
    <section aria-label="Analyses">
      <div className={css.head}>
        <Title order={3} size="h4">
          Analyses
        </Title>
        <Anchor component={Link} to={`/projects/${projectId}/jobs?image=${imageId}`} data-alone>
          All jobs
        </Anchor>
      </div>
      <ul className={css.jobs}>
        {jobs.slice(0, most).map(({ id, appName, appVersion, status, created }) => (
          <li key={id}>
            <span className={css.job}>
              <Link to={`/projects/${projectId}/jobs/${id}`} className={css.name}>
                {applicationName(appName)} {appVersion}
              </Link>
              <span className={css.time}>
                <TimeAgo date={created} />
              </span>
            </span>
            <StatusBadge status={badgeOf(status)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
