import type { Subscription } from '@lamella/shared/contract'
import { subscriptionsQuery } from '@lamella/shared/queries'
import { CardHeader, EmptyState, ErrorState, formatDay, LoadingRows, queryError, useNow } from '@lamella/shared/ui'
import { Card } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import css from './subscriptions.module.css'

const day = 86_400_000
/** Days before its end from which a plan has the warning colour (ADR 50). */
const warnFrom = 5
/** Days left from which a plan is without end for its reader: those that operators create end in a hundred years. */
const endlessFrom = 50 * 365

const Plan = ({ plan, now }: { plan: Subscription; now: Date }) => {
  const { subscriptionPlan, validFrom, validUntil, automaticRenewal } = plan
  const daysLeft = Math.floor((Date.parse(validUntil) - now.getTime()) / day)
  const endless = daysLeft > endlessFrom
  return (
    <li className={css.plan}>
      <span className={css.name}>{subscriptionPlan.displayName}</span>
      <dl>
        <div>
          <dt>Valid from</dt>
          <dd>{formatDay(new Date(validFrom))}</dd>
        </div>
        <div>
          <dt>Valid until</dt>
          <dd data-soon={(!automaticRenewal && daysLeft <= warnFrom) || undefined}>
            {endless ? 'no end' : formatDay(new Date(validUntil))}
          </dd>
        </div>
        <div>
          <dt>Renewal</dt>
          <dd>{automaticRenewal ? 'automatic' : 'none'}</dd>
        </div>
      </dl>
    </li>
  )
}

/** The organisation's active plans. */
export const PlanList = () => {
  const plans = useQuery(subscriptionsQuery)
  const now = useNow()
  const error = plans.data ? undefined : queryError('The subscriptions could not be retrieved', plans)
  return (
    <Card component="section" padding={0} aria-label="Plans">
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
            <Plan key={plan.id} plan={plan} now={now} />
          ))}
        </ul>
      )}
    </Card>
  )
}
