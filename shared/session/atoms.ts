import type { CurrentUser, RestrictionKey, RuntimeConfig, Subscription } from '@lamella/shared/contract'
import { atom } from 'jotai'

/**
 * anonymous: nobody is logged in; restoring: a stored session is being checked; active: user and organisation are
 * known.
 */
export type SessionState = 'restoring' | 'anonymous' | 'active'
/** Set by this folder only. */
export const sessionStateAtom = atom<SessionState>('restoring')

/** Null while nobody is logged in. */
export const currentUserAtom = atom<CurrentUser | null>(null)

/** What the user's organisation may use (D1-3-15). */
export interface Restrictions {
  organisationId: string
  organisationName: string
  portalWebAccess: boolean
  canAccessAITrainer: boolean
  /** Negative means unlimited. */
  limits: Record<RestrictionKey, number>
}
/** Null until they are loaded, in place of a flag `restrictionsDoneLoading` (D1-3-15). */
export const restrictionsAtom = atom<Restrictions | null>(null)

/** Content of the "Subscription expired" dialog of the log-in page (D1-6-20 to D1-6-23). */
export interface ExpiredSubscription {
  isOwner: boolean
  /** E-mail address of the organisation's admin. */
  adminEmail: string
}
/** Not cleared by the log-out that it causes, so that the log-in page can state the reason (contradiction 11). */
export const expiredSubscriptionAtom = atom<ExpiredSubscription | null>(null)

/** Ends of a session that need a notice on the log-in page. */
export type EndNotice = 'expired' | 'logout-elsewhere'
/**
 * Why the last session ended, where the user did not log out here; shown by the log-in page, null after the next
 * log-in.
 */
export const endNoticeAtom = atom<EndNotice | null>(null)

/** The organisation's active subscriptions; empty without portal access. */
export const subscriptionsAtom = atom<readonly Subscription[]>([])

/** True while the stream of server events is connected; while it is not, lists are polled. */
export const liveAtom = atom(false)

/** Portal screens need log-in, access and both agreements (D1-5-23), and the second factor where it is required. */
export const hasPortalAccessAtom = atom((get) => {
  const user = get(currentUserAtom)
  const isAdmitted = user?.agreementPrivacy && user.agreementTerms && !user.secondFactorMissing
  return Boolean(isAdmitted && get(restrictionsAtom)?.portalWebAccess)
})

const loadedConfig = atom<RuntimeConfig | null>(null)

/**
 * Names, addresses and switches of this installation, set by the shell before the first render; reading it earlier
 * throws.
 */
export const runtimeConfigAtom = atom(
  (get): RuntimeConfig => {
    const config = get(loadedConfig)
    if (!config) throw new Error('The runtime configuration is read before it was loaded')
    return config
  },
  (_, set, config: RuntimeConfig) => set(loadedConfig, config),
)
