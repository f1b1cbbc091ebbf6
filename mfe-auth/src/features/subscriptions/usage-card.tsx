import { usageQuery } from '@lamella/shared/queries'
import type { Restrictions } from '@lamella/shared/session'
import { CardHeader, Doughnut, ErrorState, LoadingRows, queryError, usageState } from '@lamella/shared/ui'
import { Card } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatUse, limitOf, limitTitles, shareInWords } from './plan-limits.ts'
import css from './subscriptions.module.css'

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
            .map(({ key, used }) => {
              const limit = limitOf(key, limits)
              const state = usageState(used, limit)
              return (
                <div key={key} className={css.ring}>
                  <Doughnut
                    title={limitTitles[key]}
                    used={used}
                    limit={limit}
                    format={(value) => formatUse(key, value)}
                  />
                  <span className={css.share} data-state={state}>
                    {shareInWords(used, limit)}
                  </span>
                </div>
              )
            })}
        </div>
      )}
    </Card>
  )
}
