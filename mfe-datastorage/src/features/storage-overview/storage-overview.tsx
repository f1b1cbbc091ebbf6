import type { StorageStatistics } from '@lamella/shared/contract'
import { projectsStorageQuery, useLiveQuery, usersStorageQuery } from '@lamella/shared/queries'
import { gigabyte, type Restrictions } from '@lamella/shared/session'
import { CardHeader, Delayed, Doughnut, formatFileSize, queryError } from '@lamella/shared/ui'
import { Card, Skeleton } from '@mantine/core'
import { imagesIn } from '../../lib/capacity.ts'
import css from './storage-overview.module.css'
import { UsageCard } from './usage-card.tsx'
import { projectRows, userRows } from './usage-rows.ts'

interface StorageOverviewProps {
  /** Use of the whole organisation; undefined while it loads. */
  used: StorageStatistics | undefined
  limits: Restrictions['limits']
}

/** Placeholder of a doughnut with its title, of the same height. */
const LoadingRing = () => (
  <div className={css.loadingRing} aria-hidden>
    <div className={css.loadingDisc}>
      <Delayed>
        <Skeleton height="100%" radius="50%" />
      </Delayed>
    </div>
    <Delayed>
      <Skeleton width={48} height={10} radius={5} />
    </Delayed>
  </div>
)

/** Storage and images against the limits, and the use per user and per project. */
export const StorageOverview = ({ used, limits }: StorageOverviewProps) => {
  const users = useLiveQuery(usersStorageQuery)
  const projects = useLiveQuery(projectsStorageQuery)
  const { storageLimit, mediumLimit } = limits
  return (
    <div className={css.cards}>
      <Card component="section" padding={0} aria-label="Limits">
        <CardHeader title="Limits" />
        <div className={css.rings}>
          {used ? (
            <>
              <Doughnut
                title="Storage"
                used={used.total.size}
                limit={storageLimit < 0 ? -1 : storageLimit * gigabyte}
                format={formatFileSize}
              />
              <Doughnut title="Images" used={imagesIn(used)} limit={mediumLimit} />
            </>
          ) : (
            <>
              <LoadingRing />
              <LoadingRing />
            </>
          )}
        </div>
      </Card>
      <UsageCard
        title="Storage per user"
        rows={users.data && userRows(users.data)}
        emptyText="Nothing has been stored yet."
        error={queryError('The usage per user could not be loaded', users)}
      />
      <UsageCard
        title="Storage per project"
        rows={used && projects.data && projectRows(projects.data, used)}
        emptyText="You have not created or been added to any projects yet."
        error={queryError('The usage per project could not be loaded', projects)}
      />
    </div>
  )
}
