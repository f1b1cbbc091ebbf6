/*
 * The rows of sessions and tokens only: what starts, renews and ends a session is in auth/session-service.ts, because it writes the audit
 * log and seals answers.
 */
export { findIdentity, findIdentityOfSession } from './identity-repository.ts'
export {
  createSession,
  deleteExpiredSessions,
  forgetSuccessors,
  isLiveSessionOf,
  listSessionsOf,
  lockRefreshToken,
  markRefreshUsed,
  prolongSession,
  revokeSession,
  revokeSessionsOfUser,
  storeTokens,
  type TokenPair,
} from './session-repository.ts'
