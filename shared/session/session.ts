import { ApiFailure, addressOf, request } from '@lamella/shared/api'
import { logout as logoutEndpoint } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { currentUserAtom, endNoticeAtom, sessionStateAtom } from './atoms.ts'
import { forgetDrafts } from './drafts.ts'
import { clearEndNotice, clearSession, endForNewLogin, endSession, hasExpiredElsewhere } from './end-session.ts'
import { startLiveEvents } from './live-events.ts'
import { readProfile } from './profile.ts'
import { adoptToken, refresh, scheduleRefresh } from './refresh.ts'
import { watchEpoch } from './session-epoch.ts'
import { store } from './store.ts'
import { readStoredToken, readToken, type StoredToken, tokenKey } from './stored-token.ts'
import { passwordGrant, secondFactorGrant } from './token-call.ts'

/** A token was issued, but reading the user was refused with 401 (D1-8-02). */
export class UserNotActivated extends Error {
  constructor() {
    super('User not activated')
    this.name = 'UserNotActivated'
  }
}

/** A token was issued, but the profile could not be read: not a fault of the password. */
export class UserNotLoaded extends Error {
  constructor(cause: unknown) {
    super('The user could not be read', { cause })
    this.name = 'UserNotLoaded'
  }
}

/**
 * Logs in by password.
 * @throws ApiFailure of the token call, UserNotActivated or UserNotLoaded; nobody is logged in then. A failure with a
 * `ticket` asks for the second step, which is `completeLogin`.
 */
export const login = async (email: string, password: string): Promise<void> =>
  enterWith(await passwordGrant(email, password))

/**
 * Second step of a log-in.
 * @param ticket - of the failed first step
 * @param code - of the app, or a recovery code
 * @throws as `login`
 */
export const completeLogin = async (ticket: string, code: string): Promise<void> =>
  enterWith(await secondFactorGrant(ticket, code))

/**
 * Ends the session here, in the other tabs and on the server. Works without a network. Drafts stay: `LogoutPage`, which the user chose,
 * forgets them. The device cookie stays too, because it grants no access.
 */
export const logout = async (): Promise<void> => {
  const token = readStoredToken()
  endSession('logout')
  if (token) await revoke(token)
}

/**
 * On page load: restores a stored session that has not expired, and refreshes it at once (D1-4.2-02). If the server
 * cannot be asked, the token is kept for the next attempt; the event `session/ended` has the reason. Never throws.
 */
export const restore = async (): Promise<void> => {
  const isOver = watchRestore()
  store.set(sessionStateAtom, 'restoring')
  let token: StoredToken | null
  try {
    token = readToken()
  } catch (error) {
    endSession(error instanceof SyntaxError ? 'unreadable' : 'expired')
    return
  }
  if (!token || token.expiresAt <= Date.now()) {
    clearSession()
    if (token) store.set(endNoticeAtom, 'expired')
    return
  }
  try {
    await refresh(token.accessToken)
  } catch {
    if (!isOver()) store.set(sessionStateAtom, 'anonymous')
    return
  }
  if (!isOver()) await enterRestored(isOver)
}

/** The session's tokens for `shared/api`; `renew` @throws ApiFailure. */
export const tokenSource = {
  accessToken: (): string | null => readStoredToken()?.accessToken ?? null,
  renew: async (rejected: string): Promise<string> => (await refresh(rejected)).accessToken,
}

/**
 * Follows log-ins and log-outs of other tabs; to be called before `restore`.
 * @param reload - loads the page anew, after another tab has logged in, perhaps as another user
 * @returns unsubscribe
 */
export const followOtherTabs = (reload: () => void): (() => void) => {
  const onStorage = ({ key, oldValue, newValue }: StorageEvent): void => {
    // A null key means that the whole storage was cleared.
    if (key !== tokenKey && key !== null) return
    const token = readStoredToken()
    const anonymous = store.get(sessionStateAtom) === 'anonymous'
    if (newValue === null) {
      if (!anonymous && token === null) endElsewhere()
    } else if (anonymous) void restore()
    // A refresh replaces a token; a token where there was none is a new log-in, perhaps of another user.
    else if (oldValue === null) {
      endForNewLogin()
      reload()
    } else if (token) scheduleRefresh(token)
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Ends the session of a token on the server. Never throws. */
const revoke = async ({ accessToken }: StoredToken): Promise<void> => {
  const headers = { authorization: `Bearer ${accessToken}` }
  // If this call does not arrive, the access token expires within an hour; the session stays listed until its own end.
  await request(addressOf(logoutEndpoint, {}), { method: logoutEndpoint.method, headers }).catch(() => undefined)
}

const enterWith = async (token: StoredToken): Promise<void> => {
  // Another tab may have logged in since the form was opened. To that tab, a token in place of another is a refresh,
  // not another user, so the first session is ended before.
  if (readStoredToken()) void logout()
  // A log-in in another tab must not be followed beside this one.
  store.set(sessionStateAtom, 'restoring')
  adoptToken(token)
  const isOutdated = watchEpoch()
  try {
    const keep = await readProfile()
    // Another tab may have logged out meanwhile, or in as another user.
    if (isOutdated() || readStoredToken() === null) throw new Error('Logged out meanwhile')
    keep()
  } catch (error) {
    const isRefused = error instanceof ApiFailure && error.status === 401
    // What is stored after the end of this session belongs to another one.
    if (!isOutdated()) leave(!isRefused)
    if (!isRefused) throw new UserNotLoaded(error)
    // The refused call has ended the session as expired, of which the log-in page would give a notice.
    clearEndNotice()
    throw new UserNotActivated()
  }
  begin()
}

/** After a log-in that failed. @param isValid - the server still accepts the token, which nobody uses any more */
const leave = (isValid: boolean): void => {
  const token = readStoredToken()
  clearSession()
  if (token && isValid) void revoke(token)
}

const begin = (): void => {
  clearEndNotice()
  store.set(sessionStateAtom, 'active')
  const user = store.get(currentUserAtom)
  if (user) bus.emit('session/started', { userId: user.id })
  startLiveEvents()
}

/** Ends the session after another tab has removed the token. */
const endElsewhere = (): void => {
  const expired = hasExpiredElsewhere()
  if (!expired) forgetDrafts()
  endSession(expired ? 'expired' : 'logout-elsewhere')
}

/**
 * Between the steps of restoring a session another tab may end it, and the browser's event for that comes late.
 * @returns a function that says whether the attempt is void; it ends the session when the token was removed
 */
const watchRestore = (): (() => boolean) => {
  const isOutdated = watchEpoch()
  return () => {
    if (!isOutdated() && readStoredToken() === null) endElsewhere()
    return isOutdated()
  }
}

const enterRestored = async (isOver: () => boolean): Promise<void> => {
  try {
    const keep = await readProfile()
    if (isOver()) return
    keep()
    begin()
  } catch (error) {
    if (isOver()) return
    if (error instanceof ApiFailure && error.status === 401) {
      endSession('expired')
      return
    }
    store.set(sessionStateAtom, 'anonymous')
    bus.emit('session/ended', { reason: 'unavailable' })
  }
}
