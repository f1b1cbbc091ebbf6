import type { FileType, Project } from '@lamella/shared/contract'
import { failingTo, imageGroupsQuery, jobOutlineQuery, useLiveQuery } from '@lamella/shared/queries'
import type { Restrictions } from '@lamella/shared/session'
import { Doughnut, type DoughnutPart } from '@lamella/shared/ui'
import { Card, Title } from '@mantine/core'
import css from './project-statistics.module.css'

const partsOf = (counts: Record<string, number>): DoughnutPart[] =>
  Object.entries(counts)
    .map(([label, count]) => ({ label, count }))
    .filter(({ count }) => count > 0)

const typeNames: Record<string, string> = {
  TwoDimensions: '2D',
  MultiChannel: 'multichannel',
  TimeSeries: 'time series',
} satisfies Record<FileType, string>

interface ProjectStatisticsProps extends Pick<Restrictions, 'limits'> {
  project: Project
}

/**
 * Images, annotations and jobs of a project against the organisation's limits (D2-2-74). Unlimited numbers are divided
 * by type or status (ADR 50).
 */
export const ProjectStatistics = ({ project, limits }: ProjectStatisticsProps) => {
  const { imageCount, annotationCount, jobCount } = project.statistics
  const wantsImages = limits.mediumLimit < 0 && imageCount > 0
  const wantsJobs = limits.jobLimit < 0 && jobCount > 0
  const groups = useLiveQuery({ ...failingTo(null, imageGroupsQuery(project.id)), enabled: wantsImages }).data
  const types = groups?.types.map(({ name, count }) => ({ label: typeNames[name] ?? name, count }))
  const jobs = useLiveQuery({ ...failingTo(null, jobOutlineQuery(project.id, {})), enabled: wantsJobs }).data
  return (
    <Card component="section" aria-label="Project Statistics">
      <Title order={2} size="h3">
        Project Statistics
      </Title>
      {imageCount + annotationCount + jobCount === 0 ? (
        <p className={css.none}>No data in this project</p>
      ) : (
        <div className={css.rings}>
          <Doughnut title="Images" used={imageCount} limit={limits.mediumLimit} parts={types ?? []} />
          <Doughnut title="Annotations" used={annotationCount} limit={limits.annotationLimit} parts={[]} />
          <Doughnut
            title="Analysis jobs"
            used={jobCount}
            limit={limits.jobLimit}
            parts={partsOf(jobs?.byStatus ?? {})}
          />
        </div>
      )}
    </Card>
  )
}
