export {
  currentUserAtom,
  type EndNotice,
  type ExpiredSubscription,
  endNoticeAtom,
  expiredSubscriptionAtom,
  hasPortalAccessAtom,
  liveAtom,
  type Restrictions,
  restrictionsAtom,
  runtimeConfigAtom,
  type SessionState,
  sessionStateAtom,
  subscriptionsAtom,
} from './atoms.ts'
// Names until contract 1.0, for remotes that were built before 1.1 and run in this shell.
export {
  type BrowserStorage,
  safeLocalStorage,
  safeLocalStorage as browserMemory,
  safeSessionStorage,
  safeSessionStorage as sessionMemory,
} from './browser-storage.ts'
export { forgetDrafts } from './drafts.ts'
export { forgetReturn, readReturn, rememberReturn } from './error-return.ts'
export { gigabyte, isLimitReached, remainingOf } from './limits.ts'
export { loadProfile } from './profile.ts'
export { useProjectsLimitReached } from './projects-limit.ts'
export { sameOriginPath, sameOriginPath as ownPath } from './same-origin-path.ts'
export { type SelectedProject, selectedProjectAtom } from './selected-project.ts'
export {
  completeLogin,
  followOtherTabs,
  login,
  logout,
  restore,
  tokenSource,
  UserNotActivated,
} from './session.ts'
export { store } from './store.ts'
export { hasStoredToken } from './stored-token.ts'
export { configureTokenCall } from './token-call.ts'
export { type Draft, hasDraft, useDraft, useDraftFields } from './use-draft.ts'
