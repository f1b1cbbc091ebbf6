import { usageQuery } from '@lamella/shared/queries'
import type { Restrictions } from '@lamella/shared/session'
import { InfoBar, usageState } from '@lamella/shared/ui'
import { useQuery } from '@tanstack/react-query'
import { formatUse, limitOf, limitTitles } from './plan-limits.ts'

/** Which limits are reached, or used to more than 80 % (D3-9-44). Absent while none is. */
export const LimitWarnings = ({ limits }: Pick<Restrictions, 'limits'>) => {
  const usage = useQuery(usageQuery).data ?? []
  const inState = (wanted: 'reached' | 'warn') =>
    usage.filter(({ key, used }) => limits[key] !== 0 && usageState(used, limitOf(key, limits)) === wanted)
  const reached = inState('reached')
  const near = inState('warn')
  if (reached.length + near.length === 0) return null
  return (
    <InfoBar tone="warning">
      {reached.length > 0 && (
        <div>
          <strong>Limit reached:</strong> {reached.map(({ key }) => limitTitles[key]).join(', ')}. Nothing can be added
          there until something is deleted or the limit is raised.
        </div>
      )}
      {near.length > 0 && (
        <div>
          <strong>More than 80 % used:</strong>{' '}
          {near
            .map(
              ({ key, used }) =>
                `${limitTitles[key]} (${formatUse(key, used)} of ${formatUse(key, limitOf(key, limits))})`,
            )
            .join(', ')}
          .
        </div>
      )}
    </InfoBar>
  )
}
