import type { CurrentUser, GlobalRole, GuardName } from '@lamella/shared/contract'

/** What the guards of document 1 §6 decide on. */
export interface GuardContext {
  /** Null: nobody is logged in. */
  user: Pick<CurrentUser, 'isGuest' | 'roles' | 'agreementPrivacy' | 'agreementTerms' | 'secondFactorMissing'> | null
  portalWebAccess: boolean
  canAccessAITrainer: boolean
  signupDisabled: boolean
  /** Path with query of the page that is asked for. */
  target: string
  /** Fragment of its address, with the #; empty without one. */
  hash: string
  /** Path with query of the page that is being left; null when the target is the first one. */
  previous: string | null
  /** Roles that the route admits. */
  roles: readonly GlobalRole[]
}

/** Path to go to instead. */
export type Redirect = string
export type Guard = (context: GuardContext) => Redirect | null

const aiGuest = '/ai-trainer/guest'
const aiSubscription = '/ai-trainer/subscription'

const logIn = (target: string): Redirect => `/auth/login?return=${encodeURIComponent(target)}`

export const setUpSecondFactor = (target: string): Redirect => `/auth/two-step?return=${encodeURIComponent(target)}`

/** Lets in who is logged in and has a role. */
const authenticated: Guard = ({ user, target, hash }) => {
  if (!user) return logIn(target + hash)
  return user.roles.length === 0 ? '/error' : null
}

/** Lets in who has agreed to the privacy policy and to the terms. */
const agreements: Guard = ({ user, target, hash }) =>
  user?.agreementPrivacy && user.agreementTerms ? null : logIn(target + hash)

/** Lets in the members of an organisation that has portal access. */
const restrictions: Guard = ({ portalWebAccess, target, hash }) => (portalWebAccess ? null : logIn(target + hash))

/** Lets in who has set up two-step verification where the organisation asks for it. */
const secondFactor: Guard = ({ user, target }) => (user?.secondFactorMissing ? setUpSecondFactor(target) : null)

/** The four together: what every page of the portal asks for. */
const login: Guard = (context) =>
  authenticated(context) ?? agreements(context) ?? restrictions(context) ?? secondFactor(context)

/** Lets in the roles that the route names; others stay where they are, or go to the dashboard from a deep link. */
const role: Guard = ({ user, roles, target, previous }) => {
  if (user?.roles.some((own) => roles.includes(own))) return null
  // The log-in page is no place to stay: it would log the user out.
  return previous === null || previous === target || previous.startsWith('/auth/') ? '/' : previous
}

/** Sends guests to their page and members without access to the subscription page, unless they are there. */
const aiTrainer: Guard = ({ user, canAccessAITrainer, target }) => {
  const destination = user?.isGuest ? aiGuest : canAccessAITrainer ? null : aiSubscription
  return destination === pathOf(target) ? null : destination
}

/** On the subscription page: who has access does not need it. */
const aiSubscriptionPage: Guard = ({ canAccessAITrainer }) => (canAccessAITrainer ? '/ai-trainer' : null)

const signup: Guard = ({ signupDisabled }) => (signupDisabled ? '/error/404' : null)

const guards: Record<GuardName, Guard> = {
  login,
  role,
  'ai-trainer': aiTrainer,
  'ai-subscription': aiSubscriptionPage,
  signup,
}

/** The first redirect that one of a route's guards, asked in their order, wants. */
export function redirectOf(names: readonly GuardName[], context: GuardContext): Redirect | null {
  for (const name of names) {
    const redirect = guards[name](context)
    if (redirect !== null) return redirect
  }
  return null
}

const pathOf = (address: string): string => address.replace(/[?#].*$/, '')
