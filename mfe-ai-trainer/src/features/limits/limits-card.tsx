import type { RestrictionKey } from '@lamella/shared/contract'
import { usageQuery } from '@lamella/shared/queries'
import type { Restrictions } from '@lamella/shared/session'
import { CardHeader, Doughnut, ErrorState, LoadingRows, queryError } from '@lamella/shared/ui'
import { Card } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import css from './limits-card.module.css'

/** Limits that an AI plan sets (D2-3-20, D2-3-22). */
const shown = [
  { key: 'trainingLimit', title: 'Trainings' },
  { key: 'jobLimit', title: 'Analysis jobs' },
] as const satisfies readonly { key: RestrictionKey; title: string }[]

/** Used trainings and analysis jobs against their limits. */
export const LimitsCard = ({ limits }: Pick<Restrictions, 'limits'>) => {
  const usage = useQuery(usageQuery)
  const error = queryError('The usage could not be loaded', usage)
  return (
    <Card component="section" padding={0} aria-label="Limits">
      <CardHeader title="Limits" />
      {usage.data ? (
        <div className={css.rings}>
          {shown.map(({ key, title }) => (
            <Doughnut
              key={key}
              title={title}
              used={usage.data.find((use) => use.key === key)?.used ?? 0}
              limit={limits[key]}
            />
          ))}
        </div>
      ) : error ? (
        <ErrorState {...error} />
      ) : (
        <LoadingRows rows={4} />
      )}
    </Card>
  )
}
