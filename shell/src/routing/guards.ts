import type {
  CurrentUser,
  GlobalRole,
  RemoteGuard,
  RemoteRoute,
  RestrictionKey,
  StandardGuard,
} from '@lamella/shared/contract'

/** Input of the guards. */
export interface GuardContext {
  /** Null without a session. */
  user: Pick<
    CurrentUser,
    'isGuest' | 'roles' | 'operator' | 'agreementPrivacy' | 'agreementTerms' | 'secondFactorMissing'
  > | null
  portalWebAccess: boolean
  canAccessAITrainer: boolean
  /** Limits of the organisation's plans; a negative one means unlimited. */
  limits: Readonly<Record<RestrictionKey, number>> | null
  signupDisabled: boolean
  /** Path with query of the requested page. */
  target: string
  /** Fragment of the requested address, with its #; empty without one. */
  hash: string
  /** Path with query of the page being left; null on the first page of a visit. */
  previous: string | null
  /** Roles that the route admits (D1-6-02). */
  roles: readonly GlobalRole[]
}

/** Path to go to instead of the requested page. */
export type Redirect = string
/** @returns null when the guard admits */
export type Guard = (context: GuardContext) => Redirect | null

const aiGuest = '/ai-trainer/guest'
const aiSubscription = '/ai-trainer/subscription'

const logIn = (target: string): Redirect => `/auth/login?return=${encodeURIComponent(target)}`

/** Path of the second factor's set-up, from which the user continues to `target`. */
export const setUpSecondFactor = (target: string): Redirect => `/auth/two-step?return=${encodeURIComponent(target)}`

/** Admits logged-in users with at least one role (D1-6-05). */
const authenticated: Guard = ({ user, target, hash }) => {
  if (!user) return logIn(target + hash)
  return user.roles.length === 0 ? '/error' : null
}

/** Admits users who have agreed to the privacy policy and the terms. */
const agreements: Guard = ({ user, target, hash }) =>
  user?.agreementPrivacy && user.agreementTerms ? null : logIn(target + hash)

/** Admits members of an organisation with portal access. */
const restrictions: Guard = ({ portalWebAccess, target, hash }) => (portalWebAccess ? null : logIn(target + hash))

/** Admits users with two-step verification where the organisation requires it. */
const secondFactor: Guard = ({ user, target, hash }) =>
  user?.secondFactorMissing ? setUpSecondFactor(target + hash) : null

/** The login guard (D1-6-03): all four, in this order. */
const login: Guard = (context) =>
  authenticated(context) ?? agreements(context) ?? restrictions(context) ?? secondFactor(context)

/** Admits the roles of the route (D1-6-06); others stay on the previous page, or go to the dashboard (D1-6-07). */
const role: Guard = ({ user, roles, target, previous }) => {
  if (user?.roles.some((own) => roles.includes(own))) return null
  // Returning to the log-in page would log the user out.
  return previous === null || previous === target || previous.startsWith('/auth/') ? '/' : previous
}

/** Admits operators of the portal, whatever they are in their organisation. */
const operator: Guard = ({ user }) => (user?.operator ? null : '/error/403')

/**
 * Sends guests to their page (D1-6-08) and members without access to the subscription page (D1-6-09), unless they are
 * there (contradiction 7).
 */
const aiTrainer: Guard = ({ user, canAccessAITrainer, target }) => {
  const destination = user?.isGuest ? aiGuest : canAccessAITrainer ? null : aiSubscription
  return destination === pathOf(target) ? null : destination
}

/** Sends members with access away from the subscription page (D1-6-10). */
const aiSubscriptionPage: Guard = ({ canAccessAITrainer }) => (canAccessAITrainer ? '/ai-trainer' : null)

const signup: Guard = ({ signupDisabled }) => (signupDisabled ? '/error/404' : null)

const standard: Record<StandardGuard, Guard> = {
  login,
  role,
  operator,
  'ai-trainer': aiTrainer,
  'ai-subscription': aiSubscriptionPage,
  signup,
}

/** A guard that a remote brings along. */
const guardOf =
  ({ guests, plan, otherwise }: RemoteGuard): Guard =>
  ({ user, limits, target }) => {
    const admitsUser = guests === undefined || user?.isGuest === false
    const admitsPlan = plan === undefined || (limits?.[plan] ?? 0) !== 0
    return (admitsUser && admitsPlan) || pathOf(target) === otherwise ? null : otherwise
  }

/** A route as far as its guards are concerned. */
export type Guarded = Pick<RemoteRoute, 'guards' | 'ownGuards'>

/**
 * Runs a route's guards in order.
 * @param contributed - guards of the route's remote
 * @returns the first redirect; null when all admit. An unknown guard admits nobody
 */
export function redirectOf(
  { guards, ownGuards = [] }: Guarded,
  context: GuardContext,
  contributed: readonly RemoteGuard[] = [],
): Redirect | null {
  const own = ownGuards.map((name): Guard => {
    const guard = contributed.find(({ id }) => id === name)
    return guard ? guardOf(guard) : () => '/error/404'
  })
  for (const guard of [...guards.map((name) => standard[name]), ...own]) {
    const redirect = guard(context)
    if (redirect !== null) return redirect
  }
  return null
}

const pathOf = (address: string): string => address.replace(/[?#].*$/, '')
