import type { Subscription } from '@lamella/shared/contract'
import { plansChanged, subscriptionsQuery } from '@lamella/shared/queries'
import { loadProfile, subscriptionsAtom } from '@lamella/shared/session'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'

/** Milliseconds between two looks at the plans while their page is open. */
const lookInterval = 60_000

const stateOf = (plans: readonly Subscription[]): string =>
  plans
    .map(({ id, validUntil, subscriptionPlan }) => `${id} ${validUntil} ${subscriptionPlan.id}`)
    .toSorted()
    .join()

/**
 * The active plans, read again each minute: an operator may change them while the page is open. When they are others
 * than those that the session began with, its limits are read again too.
 */
export const useFreshPlans = () => {
  const plans = useQuery({ ...subscriptionsQuery, refetchInterval: lookInterval })
  const known = stateOf(useAtomValue(subscriptionsAtom))
  const fresh = plans.data && stateOf(plans.data)
  const queries = useQueryClient()
  useEffect(() => {
    if (fresh === undefined || fresh === known) return
    // Without an answer the limits stay as they were known; the server decides by its own.
    void loadProfile()
      .then(() => plansChanged(queries))
      .catch(() => undefined)
  }, [fresh, known, queries])
  return plans
}
