import type { RestrictionKey } from '@lamella/shared/contract'
import { usageQuery } from '@lamella/shared/queries'
import { gigabyte, type Restrictions } from '@lamella/shared/session'
import { CardHeader, Doughnut, ErrorState, formatFileSize, LoadingRows, queryError } from '@lamella/shared/ui'
import { Card } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import css from './subscriptions.module.css'

const titles: Record<RestrictionKey, string> = {
  userLimit: 'Users',
  storageLimit: 'Storage',
  projectLimit: 'Projects',
  mediumLimit: 'Images',
  annotationLimit: 'Annotations',
  trainingLimit: 'Trainings',
  jobLimit: 'Analysis jobs',
}

/** Use of every limit that an active plan sets. */
export const UsageCard = ({ limits }: Pick<Restrictions, 'limits'>) => {
  const usage = useQuery(usageQuery)
  const error = usage.data ? undefined : queryError('The usage could not be loaded', usage)
  return (
    <Card component="section" padding={0} aria-label="Usage">
      <CardHeader title="Usage" />
      {error ? (
        <ErrorState {...error} />
      ) : !usage.data ? (
        <LoadingRows rows={4} />
      ) : (
        <div className={css.rings}>
          {usage.data
            // 0: none of the active plans covers it.
            .filter(({ key }) => limits[key] !== 0)
            .map(({ key, used }) =>
              key === 'storageLimit' ? (
                <Doughnut
                  key={key}
                  title={titles[key]}
                  used={used}
                  limit={limits[key] < 0 ? -1 : limits[key] * gigabyte}
                  format={formatFileSize}
                />
              ) : (
                <Doughnut key={key} title={titles[key]} used={used} limit={limits[key]} />
              ),
            )}
        </div>
      )}
    </Card>
  )
}
