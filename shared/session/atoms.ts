import type { CurrentUser, RestrictionKey, RuntimeConfig, Subscription } from '@lamella/shared/contract'
import { atom } from 'jotai'

/** anonymous: nobody; restoring: a stored session is being checked; active: user and organisation are known. */
export type SessionState = 'restoring' | 'anonymous' | 'active'
export const sessionStateAtom = atom<SessionState>('restoring')

export const currentUserAtom = atom<CurrentUser | null>(null)

export interface Restrictions {
  organisationId: string
  organisationName: string
  portalWebAccess: boolean
  canAccessAITrainer: boolean
  /** -1 means unlimited. */
  limits: Record<RestrictionKey, number>
}
/** Null until they are loaded (`restrictionsDoneLoading` of document 1 §3). */
export const restrictionsAtom = atom<Restrictions | null>(null)

/** What somebody without portal access is told at the log-in page (document 1 §6). */
export interface ExpiredSubscription {
  isOwner: boolean
  /** Address of the organisation's admin. */
  adminEmail: string
}
/** Outlives the log-out which it causes, so that nobody is put out without a reason (contradictions.md 11). */
export const expiredSubscriptionAtom = atom<ExpiredSubscription | null>(null)

export type EndNotice = 'expired' | 'logout-elsewhere'
/** Why a session ended which the user did not end here, for the log-in page; null after the next log-in. */
export const endNoticeAtom = atom<EndNotice | null>(null)

export const subscriptionsAtom = atom<readonly Subscription[]>([])

/** True while the stream of server events is connected; lists poll while it is not. */
export const liveAtom = atom(false)

/** Portal screens need log-in, access and both agreements (document 1 §5), and the second factor where it is asked for. */
export const hasPortalAccessAtom = atom((get) => {
  const user = get(currentUserAtom)
  const isAdmitted = user?.agreementPrivacy && user.agreementTerms && !user.secondFactorMissing
  return Boolean(isAdmitted && get(restrictionsAtom)?.portalWebAccess)
})

const loadedConfig = atom<RuntimeConfig | null>(null)

/** Names, addresses and switches of this installation. The shell sets it before anything is shown. */
export const runtimeConfigAtom = atom(
  (get): RuntimeConfig => {
    const config = get(loadedConfig)
    if (!config) throw new Error('The runtime configuration is read before it was loaded')
    return config
  },
  (_, set, config: RuntimeConfig) => set(loadedConfig, config),
)
