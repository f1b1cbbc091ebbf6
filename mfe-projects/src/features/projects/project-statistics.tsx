import type { Image, Project } from '@lamella/shared/contract'
import type { Restrictions } from '@lamella/shared/session'
import { Doughnut, type DoughnutPart } from '@lamella/shared/ui'
import { Card, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { imagesQuery } from '../images/api.ts'
import { jobsQuery } from '../jobs/api.ts'
import css from './project-statistics.module.css'

const count = (labels: readonly string[]): DoughnutPart[] =>
  [...new Set(labels)].map((label) => ({ label, count: labels.filter((each) => each === label).length }))

const typeOf = ({ isMultichannelImage, isTimeSeries }: Image): string =>
  isTimeSeries ? 'time series' : isMultichannelImage ? 'multichannel' : '2D'

/** What a project holds, against what the organisation may (document 2 §2). */
export const ProjectStatistics = ({ project, limits }: { project: Project } & Pick<Restrictions, 'limits'>) => {
  const { imageCount, annotationCount, jobCount } = project.statistics
  // What nothing limits is shown by its parts, which are only then asked for.
  const images = useQuery({ ...imagesQuery(project.id), enabled: limits.mediumLimit < 0 && imageCount > 0 }).data ?? []
  const jobs = useQuery({ ...jobsQuery(project.id), enabled: limits.jobLimit < 0 && jobCount > 0 }).data ?? []
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
