import { call, callAllPages } from '@lamella/shared/api'
import {
  aboutOrganisation,
  listSubscriptions,
  type RestrictionKey,
  restrictionKeys,
  whoAmI,
} from '@lamella/shared/contract'
import { currentUserAtom, restrictionsAtom, subscriptionsAtom } from './atoms.ts'
import { store } from './store.ts'

/** Reads who is logged in and what the organisation may do. @throws ApiFailure */
export const loadProfile = async (): Promise<void> => {
  const options = { local: true, action: 'session.profile' }
  const { data: user } = await call(whoAmI, {}, options)
  const { data: about } = await call(aboutOrganisation, {}, options)
  const subscriptions = about.portalWebAccess ? await callAllPages(listSubscriptions, {}, options) : []
  const given = new Map(about.restrictions.map(({ key, value }) => [key, value]))
  const limits = Object.fromEntries(restrictionKeys.map((key) => [key, given.get(key) ?? 0])) as Record<
    RestrictionKey,
    number
  >
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

export const clearProfile = (): void => {
  store.set(currentUserAtom, null)
  store.set(restrictionsAtom, null)
  store.set(subscriptionsAtom, [])
}
