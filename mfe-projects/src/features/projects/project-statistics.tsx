import type { Project } from '@lamella/shared/contract'
import type { Restrictions } from '@lamella/shared/session'
import { Doughnut } from '@lamella/shared/ui'
import { Card, Title } from '@mantine/core'
import css from './project-statistics.module.css'

/** What a project holds, against what the organisation may (document 2 §2). */
export const ProjectStatistics = ({ project, limits }: { project: Project } & Pick<Restrictions, 'limits'>) => {
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
          <Doughnut title="Images" used={imageCount} limit={limits.mediumLimit} />
          <Doughnut title="Annotations" used={annotationCount} limit={limits.annotationLimit} />
          <Doughnut title="Analysis jobs" used={jobCount} limit={limits.jobLimit} />
        </div>
      )}
    </Card>
  )
}
