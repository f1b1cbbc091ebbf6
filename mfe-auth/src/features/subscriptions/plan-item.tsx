import { StatusBadge } from '@lamella/shared/blocks'
import type { Subscription } from '@lamella/shared/contract'
import { formatDay } from '@lamella/shared/ui'
import { afterEnd, daysLeftOf, endInWords, endlessFrom, familyNames, warnFrom } from './plan-end.ts'
import { includedIn } from './plan-limits.ts'
import css from './subscriptions.module.css'

const untilOf = ({ validUntil, automaticRenewal }: Subscription, daysLeft: number): string => {
  if (daysLeft > endlessFrom) return 'no end'
  const until = formatDay(new Date(validUntil))
  if (daysLeft < 0 || automaticRenewal || daysLeft > 60) return until
  return `${until}, ${daysLeft === 0 ? 'less than a day' : daysLeft === 1 ? '1 day' : `${daysLeft} days`} left`
}

interface PlanItemProps {
  plan: Subscription
  now: Date
  /** All active plans, which tell what is different after the end of this one. */
  plans?: readonly Subscription[]
  /** It has ended. */
  past?: boolean
}

/** A plan with its type, state and time, what it includes, and what its end means. */
export const PlanItem = ({ plan, now, plans = [], past }: PlanItemProps) => {
  const { subscriptionPlan, validFrom, automaticRenewal } = plan
  const daysLeft = past ? -1 : daysLeftOf(plan, now)
  const soon = !past && !automaticRenewal && daysLeft <= warnFrom
  const included = includedIn(subscriptionPlan)
  const family = familyNames[subscriptionPlan.type ?? '']
  const after = past ? null : afterEnd(plan, plans, now)
  return (
    <li className={css.plan} data-past={past || undefined}>
      <div className={css.head}>
        <span className={css.name}>{subscriptionPlan.displayName}</span>
        {family && <span className={css.family}>{family}</span>}
        {!past && (
          <span className={css.state}>
            {soon ? (
              <StatusBadge status="doubtful" label={endInWords(daysLeft)} />
            ) : (
              <StatusBadge status="available" label="Active" />
            )}
          </span>
        )}
      </div>
      <dl>
        <div>
          <dt>Valid from</dt>
          <dd>{formatDay(new Date(validFrom))}</dd>
        </div>
        <div>
          <dt>{past ? 'Ended' : 'Valid until'}</dt>
          <dd data-soon={soon || undefined}>{untilOf(plan, daysLeft)}</dd>
        </div>
        {!past && (
          <div>
            <dt>Renewal</dt>
            <dd>{automaticRenewal ? 'automatic' : 'none'}</dd>
          </div>
        )}
      </dl>
      {after && <p className={css.after}>{after}</p>}
      {included.length > 0 && (
        <dl className={css.included} aria-label={`Included in ${subscriptionPlan.displayName}`}>
          {included.map(({ title, amount }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{amount}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}
