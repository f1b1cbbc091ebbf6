import type { Image, Job, Project } from '@lamella/shared/contract'
import type { Restrictions } from '@lamella/shared/session'
import { Doughnut, type DoughnutPart } from '@lamella/shared/ui'
import { Card, Title } from '@mantine/core'
import css from './project-statistics.module.css'

const count = (labels: readonly string[]): DoughnutPart[] =>
  [...new Set(labels)].map((label) => ({ label, count: labels.filter((each) => each === label).length }))

const typeOf = ({ isMultichannelImage, isTimeSeries }: Image): string =>
  isTimeSeries ? 'time series' : isMultichannelImage ? 'multichannel' : '2D'

interface ProjectStatisticsProps extends Pick<Restrictions, 'limits'> {
  project: Project
  /** Of the project, where nothing limits them: what there is of each kind is then shown. */
  images: readonly Image[]
  jobs: readonly Job[]
}

/** What a project holds, against what the organisation may (document 2 §2). */
export const ProjectStatistics = ({ project, limits, images, jobs }: ProjectStatisticsProps) => {
  const { imageCount, annotationCount, jobCount } = project.statistics
  return (
    <Card component="section" aria-label="Project Statistics">
      <Title order={2} size="h3">
        Project Statistics
      </Title>
      {imageCount + annotationCount + jobCount === 0 ? (
        <p className={css.none}>No data in this project</p>
      ) : (
        <div className={css.rings}>
          <Doughnut title="Images" used={imageCount} limit={limits.mediumLimit} parts={count(images.map(typeOf))} />
          <Doughnut title="Annotations" used={annotationCount} limit={limits.annotationLimit} />
          <Doughnut
            title="Analysis jobs"
            used={jobCount}
            limit={limits.jobLimit}
            parts={count(jobs.map(({ status }) => status))}
          />
        </div>
      )}
    </Card>
  )
}
