import { restrictionKeys, type Subscription } from '@lamella/shared/contract'
import { amountInWords, countOf, limitTitles } from './plan-limits.ts'

const day = 86_400_000
/** Days before its end from which a plan has the warning colour (ADR 50). */
export const warnFrom = 5
/** Days left from which a plan is without end for its reader: those that operators create end in a hundred years. */
export const endlessFrom = 50 * 365

/** Whole days until the plan ends. */
export const daysLeftOf = ({ validUntil }: Subscription, now: Date): number =>
  Math.floor((Date.parse(validUntil) - now.getTime()) / day)

/** "ends in 3 days". */
export const endInWords = (daysLeft: number): string =>
  daysLeft === 0 ? 'Ends within a day' : daysLeft === 1 ? 'Ends in 1 day' : `Ends in ${daysLeft} days`

/** Types of plans by name (D2-3-23). */
export const familyNames: Readonly<Record<string, string>> = { portal: 'Portal', prisma: 'Analysis', ai: 'AI Trainer' }

/** -1 above all (D1-9-26). */
const largest = (values: readonly number[]): number => (values.some((value) => value < 0) ? -1 : Math.max(0, ...values))

/**
 * What is different after a plan has ended, as one sentence, by the plans that go on beyond it. Null: it renews itself, has no end in sight, or
 * nothing is different.
 */
export const afterEnd = (plan: Subscription, plans: readonly Subscription[], now: Date): string | null => {
  if (plan.automaticRenewal || daysLeftOf(plan, now) > endlessFrom) return null
  const after = plans.filter(
    (other) =>
      other.id !== plan.id && (other.automaticRenewal || Date.parse(other.validUntil) > Date.parse(plan.validUntil)),
  )
  const { type, restrictions } = plan.subscriptionPlan
  const goesOn = after.some((other) => other.subscriptionPlan.type === type)
  if (type === 'portal' && !goesOn) return 'Then nobody of your organization can enter the portal.'
  if (type === 'ai' && !goesOn) return 'Then the AI Trainer cannot be used.'
  const lower = restrictionKeys.flatMap((key) => {
    const own = restrictions.find((each) => each.key === key)
    const value = own ? countOf(own.value) : Number.NaN
    if (Number.isNaN(value)) return []
    const others = after.flatMap(({ subscriptionPlan }) =>
      subscriptionPlan.restrictions.filter((each) => each.key === key).map((each) => countOf(each.value)),
    )
    const then = largest(others.filter((one) => !Number.isNaN(one)))
    const isLower = then >= 0 && (value < 0 || then < value)
    return isLower ? [`${limitTitles[key]} ${amountInWords(key, then)}`] : []
  })
  return lower.length > 0 ? `Then the limits are lower: ${lower.join(', ')}.` : null
}
