import type { CurrentUser } from '@lamella/shared/contract'
import { projectCountsQuery, storageQuery } from '@lamella/shared/queries'
import type { Restrictions } from '@lamella/shared/session'
import { Doughnut, formatNumber } from '@lamella/shared/ui'
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
export const OrganisationStatistics = ({ user, restrictions: { limits }, ownImages }: OrganisationStatisticsProps) => {
  const counts = useQuery(projectCountsQuery)
  const storage = useQuery(storageQuery)
  if (counts.isLoadingError || storage.isLoadingError) return null
  const projects = counts.data && {
    all: counts.data.reduce((sum, { count }) => sum + count, 0),
    own: counts.data.find(({ userId }) => userId === user.id)?.count ?? 0,
  }
  const stored = storage.data && (storage.data.objectTypes.find(({ type }) => type === 'ImageMedium')?.fileCount ?? 0)
  const images = stored === undefined ? undefined : { all: stored, own: Math.min(ownImages, stored) }
  const rows = [
    { key: 'own', title: `${user.fullName} (is owner)`, of: ({ own }: Share) => own },
    { key: 'others', title: 'Other users (are owners)', of: ({ all, own }: Share) => all - own },
    { key: 'all', title: 'Total', of: ({ all }: Share) => all },
  ]
  return (
    <Card component="aside" className={css.card} aria-label="Organization Statistics">
      <div className={css.words}>
        <Title order={2} size="h3">
          Organization Statistics
        </Title>
        <table className={css.legend}>
          <thead>
            <tr>
              <td />
              <th scope="col">Projects</th>
              <th scope="col">Images</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, title, of }) => (
              <tr key={key} data-part={key}>
                <th scope="row">{title}</th>
                <td>{projects && formatNumber(of(projects))}</td>
                <td>{images && formatNumber(of(images))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={css.rings}>
        {projects && images ? (
          <>
            <Doughnut title="Projects" used={projects.all} own={projects.own} limit={limits.projectLimit} />
            <Doughnut title="Images in storage" used={images.all} own={images.own} limit={limits.mediumLimit} />
          </>
        ) : (
          <>
            <Skeleton circle className={css.ringSkeleton} />
            <Skeleton circle className={css.ringSkeleton} />
          </>
        )}
      </div>
    </Card>
  )
}

/** What all users have, and what of it is the user's own. */
interface Share {
  all: number
  own: number
}
