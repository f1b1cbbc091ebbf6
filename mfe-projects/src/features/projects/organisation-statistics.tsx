import type { CurrentUser } from '@lamella/shared/contract'
import type { Restrictions } from '@lamella/shared/session'
import { Doughnut } from '@lamella/shared/ui'
import { Card, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { projectCountsQuery, storageQuery } from './api.ts'
import css from './organisation-statistics.module.css'

interface OrganisationStatisticsProps {
  user: CurrentUser
  restrictions: Restrictions
  /** Images in the projects that the user owns. */
  ownImages: number
}

/** Card beside the projects list (document 2 §2): projects and images against the limits. */
export const OrganisationStatistics = ({ user, restrictions, ownImages }: OrganisationStatisticsProps) => {
  const counts = useQuery(projectCountsQuery).data
  const storage = useQuery(storageQuery).data
  if (!counts || !storage) return null
  const projects = counts.reduce((sum, { count }) => sum + count, 0)
  const ownProjects = counts.find(({ userId }) => userId === user.id)?.count ?? 0
  const images = storage.objectTypes.find(({ type }) => type === 'ImageMedium')?.fileCount ?? 0
  return (
    <Card component="aside" className={css.card} aria-label="Organization Statistics">
      <Title order={2} size="h3">
        Organization Statistics
      </Title>
      <ul className={css.legend}>
        <li data-own>{user.fullName} (is owner)</li>
        <li>Other users (are owners)</li>
      </ul>
      <div className={css.rings}>
        <Doughnut title="Projects" used={projects} own={ownProjects} limit={restrictions.limits.projectLimit} />
        <Doughnut
          title="Images in storage"
          used={images}
          own={Math.min(ownImages, images)}
          limit={restrictions.limits.mediumLimit}
        />
      </div>
    </Card>
  )
}
