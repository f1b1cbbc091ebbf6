import { CardHeader, EmptyState, ErrorState, LoadingRows, queryError, useNow } from '@lamella/shared/ui'
import { Card } from '@mantine/core'
import { PlanItem } from './plan-item.tsx'
import css from './subscriptions.module.css'
import { useFreshPlans } from './use-fresh-plans.ts'

/** The organisation's active plans. */
export const PlanList = () => {
  const plans = useFreshPlans()
  const now = useNow()
  const error = plans.data ? undefined : queryError('The subscriptions could not be retrieved', plans)
  return (
    <Card component="section" padding={0} className={css.card} aria-label="Plans">
      <CardHeader title="Plans" />
      {error ? (
        <ErrorState {...error} />
      ) : !plans.data ? (
        <LoadingRows rows={2} />
      ) : plans.data.length === 0 ? (
        <EmptyState title="No active plan" text="Your organization has no subscription at the moment." />
      ) : (
        <ul className={css.plans}>
          {plans.data.map((plan) => (
            <PlanItem key={plan.id} plan={plan} plans={plans.data} now={now} />
          ))}
        </ul>
      )}
    </Card>
  )
}
