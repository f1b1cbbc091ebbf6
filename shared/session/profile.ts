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
import { watchEpoch } from './session-epoch.ts'
import { store } from './store.ts'

const action = 'session.profile'
const options = { action }
/** Lets an error record of the browser be matched with the server's log. */
const query = { actionId: action }

const expiredSubscriptionOf = async (user: CurrentUser): Promise<ExpiredSubscription> => {
  const { data: admin } = await call(organisationAdmin, { query }, options)
  return { isOwner: admin.id === user.id, adminEmail: admin.email }
}

/**
 * Reads the current user, their organisation's restrictions and its subscriptions.
 * @returns stores what was read in the atoms of the session
 * @throws ApiFailure
 */
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
    // First: a listener to the restrictions logs out at once when access is lost.
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

/** Reads the profile anew; the answer is dropped when the session has ended meanwhile. @throws ApiFailure */
export const loadProfile = async (): Promise<void> => {
  const isOutdated = watchEpoch()
  const keep = await readProfile()
  if (!isOutdated()) keep()
}

/** Removes user, restrictions and subscriptions, but not why access was lost. */
export const clearProfile = (): void => {
  store.set(currentUserAtom, null)
  store.set(restrictionsAtom, null)
  store.set(subscriptionsAtom, [])
}
