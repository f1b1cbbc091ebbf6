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
