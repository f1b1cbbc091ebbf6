import { call, callAllPages } from '@lamella/shared/api'
import {
  aboutOrganisation,
  type CurrentUser,
  listSubscriptions,
  organisationAdmin,
  type RestrictionKey,
  restrictionKeys,
  whoAmI,
} from '@lamella/shared/contract'
import {
  currentUserAtom,
  type ExpiredSubscription,
  expiredSubscriptionAtom,
  restrictionsAtom,
  subscriptionsAtom,
} from './atoms.ts'
import { watchGivenUp } from './given-up.ts'
import { store } from './store.ts'

const action = 'session.profile'
const options = { action }
/** So that the server's records can be found beside ours. */
const query = { actionId: action }

const expiredSubscriptionOf = async (user: CurrentUser): Promise<ExpiredSubscription> => {
  const { data: admin } = await call(organisationAdmin, { query }, options)
  return { isOwner: admin.id === user.id, adminEmail: admin.email }
}

/** Reads who is logged in and what the organisation may do. @throws ApiFailure @returns makes it the session's */
export const readProfile = async (): Promise<() => void> => {
  const { data: user } = await call(whoAmI, { query }, options)
  const { data: about } = await call(aboutOrganisation, {}, options)
  const subscriptions = about.portalWebAccess ? await callAllPages(listSubscriptions, {}, options) : []
  const expired = about.portalWebAccess ? null : await expiredSubscriptionOf(user)
  const given = new Map(about.restrictions.map(({ key, value }) => [key, value]))
  const limits = Object.fromEntries(restrictionKeys.map((key) => [key, given.get(key) ?? 0])) as Record<
    RestrictionKey,
    number
  >
  return () => {
    // First: who hears of lost access logs out at once.
    store.set(expiredSubscriptionAtom, expired)
    store.set(currentUserAtom, user)
    store.set(restrictionsAtom, {
      organisationId: about.id,
      organisationName: about.name,
      portalWebAccess: about.portalWebAccess,
      canAccessAITrainer: about.canAccessAITrainer,
      limits,
    })
    store.set(subscriptionsAtom, subscriptions)
  }
}

/** Reads the profile anew. @throws ApiFailure */
export const loadProfile = async (): Promise<void> => {
  const isGivenUp = watchGivenUp()
  const keep = await readProfile()
  if (!isGivenUp()) keep()
}

export const clearProfile = (): void => {
  store.set(currentUserAtom, null)
  store.set(restrictionsAtom, null)
  store.set(subscriptionsAtom, [])
}
