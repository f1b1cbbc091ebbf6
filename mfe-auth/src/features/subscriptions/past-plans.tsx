import { pastSubscriptionsQuery } from '@lamella/shared/queries'
import { CardHeader, useNow } from '@lamella/shared/ui'
import { Card } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PlanItem } from './plan-item.tsx'
import css from './subscriptions.module.css'

/** The history: plans that have ended. Absent while there are none, or where they cannot be read. */
export const PastPlans = () => {
  const past = useQuery(pastSubscriptionsQuery).data
  const now = useNow()
  if (!past || past.length === 0) return null
  return (
    <Card component="section" padding={0} className={css.card} aria-label="Earlier plans">
      <CardHeader title="Earlier plans" />
      <ul className={css.plans}>
        {past.map((plan) => (
          <PlanItem key={plan.id} plan={plan} now={now} past />
        ))}
      </ul>
    </Card>
  )
}
