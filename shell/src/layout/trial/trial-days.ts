import type { Subscription } from '@lamella/shared/contract'

const day = 86_400_000
const freePortal = /^[A-Z]+_PORTAL_CLOUD_FREE$/
const freeAi = /^[A-Z]+_AI_CLOUD_FREE$/

/** The organisation has one of the free plans. */
export const hasFreePlan = (subscriptions: readonly Subscription[]): boolean =>
  subscriptions.some(({ subscriptionPlan: { name } }) => freePortal.test(name) || freeAi.test(name))

/**
 * Days left in the free trial; -1 unless there is exactly one free portal and one free AI plan (document 1 §4.4). The earlier
 * of the two ends counts, and it is never below 0 (contradictions.md 40).
 */
export const trialDaysLeft = (subscriptions: readonly Subscription[], now: number): number => {
  const endsOf = (plan: RegExp) =>
    subscriptions.filter((s) => plan.test(s.subscriptionPlan.name)).map((s) => Date.parse(s.validUntil))
  const portal = endsOf(freePortal)
  const ai = endsOf(freeAi)
  if (portal.length !== 1 || ai.length !== 1) return -1
  return Math.max(0, Math.floor((Math.min(...portal, ...ai) - now) / day))
}
