import type { CurrentUser } from '@lamella/shared/contract'
import { projectCountsQuery, storageQuery } from '@lamella/shared/queries'
import type { Restrictions } from '@lamella/shared/session'
import { Doughnut } from '@lamella/shared/ui'
import { Card, Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import css from './organisation-statistics.module.css'

interface OrganisationStatisticsProps {
  user: CurrentUser
  restrictions: Restrictions
  /** Number of images in the user's own projects. */
  ownImages: number
}

/**
 * Card of projects and images against the organisation's limits (D2-2-36); hidden when the numbers cannot be loaded.
 */
export const OrganisationStatistics = (props: OrganisationStatisticsProps) => {
  const { isLoadingError: countsFailed } = useQuery(projectCountsQuery)
  const { isLoadingError: storageFailed } = useQuery(storageQuery)
  if (countsFailed || storageFailed) return null
  return (
    <Card component="aside" className={css.card} aria-label="Organization Statistics">
      <Title order={2} size="h3">
        Organization Statistics
      </Title>
      <ul className={css.legend}>
        <li data-own>{props.user.fullName} (is owner)</li>
        <li>Other users (are owners)</li>
      </ul>
      <div className={css.rings}>
        <Rings {...props} />
      </div>
    </Card>
  )
}

const Rings = ({ user, restrictions: { limits }, ownImages }: OrganisationStatisticsProps) => {
  const counts = useQuery(projectCountsQuery).data
  const storage = useQuery(storageQuery).data
  if (!counts || !storage) {
    return (
      <>
        <Skeleton circle className={css.ringSkeleton} />
        <Skeleton circle className={css.ringSkeleton} />
      </>
    )
  }
  const projects = counts.reduce((sum, { count }) => sum + count, 0)
  const ownProjects = counts.find(({ userId }) => userId === user.id)?.count ?? 0
  const images = storage.objectTypes.find(({ type }) => type === 'ImageMedium')?.fileCount ?? 0
  return (
    <>
      <Doughnut title="Projects" used={projects} own={ownProjects} limit={limits.projectLimit} />
      <Doughnut title="Images in storage" used={images} own={Math.min(ownImages, images)} limit={limits.mediumLimit} />
    </>
  )
}
