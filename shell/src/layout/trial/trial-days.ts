import type { Subscription } from '@lamella/shared/contract'

const day = 86_400_000
const freePortal = /^[A-Z]+_PORTAL_CLOUD_FREE$/
const freeAi = /^[A-Z]+_AI_CLOUD_FREE$/

/** Whether one of the subscriptions is a free plan (D1-3-23). */
export const hasFreePlan = (subscriptions: readonly Subscription[]): boolean =>
  subscriptions.some(({ subscriptionPlan: { name } }) => freePortal.test(name) || freeAi.test(name))

/**
 * Whole days left in the free trial; -1 unless there is exactly one free portal and one free AI plan (D1-4.4-01). The
 * earlier end of the two counts, and the result is never below 0 (contradiction 40).
 * @param now - milliseconds since 1970
 */
export const trialDaysLeft = (subscriptions: readonly Subscription[], now: number): number => {
  const endsOf = (plan: RegExp) =>
    subscriptions.filter((s) => plan.test(s.subscriptionPlan.name)).map((s) => Date.parse(s.validUntil))
  const portal = endsOf(freePortal)
  const ai = endsOf(freeAi)
  if (portal.length !== 1 || ai.length !== 1) return -1
  return Math.max(0, Math.floor((Math.min(...portal, ...ai) - now) / day))
}
