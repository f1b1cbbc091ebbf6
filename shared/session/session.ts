import { ApiFailure, addressOf, request } from '@lamella/shared/api'
import { logout as logoutEndpoint } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { currentUserAtom, endNoticeAtom, sessionStateAtom } from './atoms.ts'
import { forgetDrafts } from './drafts.ts'
import { end, endForAnother, forget, forgetReason, hasExpiredElsewhere } from './end.ts'
import { watchGivenUp } from './given-up.ts'
import { startLiveEvents } from './live-events.ts'
import { readProfile } from './profile.ts'
import { adopt, keepFresh, refresh } from './refresh.ts'
import { store } from './store.ts'
import { readToken, type StoredToken, tokenKey } from './stored-token.ts'
import { passwordGrant, secondFactorGrant } from './token-call.ts'

const begin = (): void => {
  forgetReason()
  store.set(sessionStateAtom, 'active')
  const user = store.get(currentUserAtom)
  if (user) bus.emit('session/started', { userId: user.id })
  startLiveEvents()
}

/** The token was given, but the user may not be read (document 1 §8). */
export class UserNotActivated extends Error {
  constructor() {
    super('User not activated')
    this.name = 'UserNotActivated'
  }
}

/** The token was given, but what belongs to the user could not be read: not a matter of the password. */
export class UserNotLoaded extends Error {
  constructor(cause: unknown) {
    super('The user could not be read', { cause })
    this.name = 'UserNotLoaded'
  }
}

const enterWith = async (token: StoredToken): Promise<void> => {
  adopt(token)
  try {
    const keep = await readProfile()
    // Another tab may have logged out meanwhile.
    if (readStoredToken() === null) throw new Error('Logged out meanwhile')
    keep()
  } catch (error) {
    forget()
    throw error instanceof ApiFailure && error.status === 401 ? new UserNotActivated() : new UserNotLoaded(error)
  }
  begin()
}

/**
 * @throws ApiFailure of the token call, UserNotActivated or UserNotLoaded; the session stays anonymous then. A failure with
 * a `ticket` asks for the second step, which is `completeLogin`.
 */
export const login = async (email: string, password: string): Promise<void> =>
  enterWith(await passwordGrant(email, password))

/** The second step of a log-in. @throws as `login` does */
export const completeLogin = async (ticket: string, code: string): Promise<void> =>
  enterWith(await secondFactorGrant(ticket, code))

const readStoredToken = (): StoredToken | null => {
  try {
    return readToken()
  } catch {
    return null
  }
}

/** The token has gone, and not by this tab. */
const endElsewhere = (): void => {
  const expired = hasExpiredElsewhere()
  if (!expired) forgetDrafts()
  end(expired ? 'expired' : 'logout-elsewhere')
}

/**
 * A stored session is taken up in steps between which another tab may end it, and the browser tells of it late.
 * @returns whether this attempt has come to nothing; ends the session when its token has gone
 */
const watchOver = (): (() => boolean) => {
  const isGivenUp = watchGivenUp()
  return () => {
    if (!isGivenUp() && readStoredToken() === null) endElsewhere()
    return isGivenUp()
  }
}

/** Ends the session here, in the other tabs and on the server. Works without a network. */
export const logout = async (): Promise<void> => {
  const token = readStoredToken()
  end('logout')
  if (!token) return
  const headers = { authorization: `Bearer ${token.accessToken}` }
  // The server forgets the token by itself when this call does not arrive.
  await request(addressOf(logoutEndpoint, {}), { method: logoutEndpoint.method, headers }).catch(() => undefined)
}

/**
 * On page load: takes up a stored session that has not expired, refreshed at once (document 1 §4.2). What the server
 * cannot tell now keeps its token, for the next attempt; `session/ended` says why nobody is logged in.
 */
export const restore = async (): Promise<void> => {
  const isOver = watchOver()
  store.set(sessionStateAtom, 'restoring')
  let token: StoredToken | null
  try {
    token = readToken()
  } catch (error) {
    end(error instanceof SyntaxError ? 'unreadable' : 'expired')
    return
  }
  if (!token || token.expiresAt <= Date.now()) {
    forget()
    if (token) store.set(endNoticeAtom, 'expired')
    return
  }
  try {
    await refresh(token.accessToken)
  } catch {
    if (!isOver()) store.set(sessionStateAtom, 'anonymous')
    return
  }
  if (!isOver()) await takeUp(isOver)
}

const takeUp = async (isOver: () => boolean): Promise<void> => {
  try {
    const keep = await readProfile()
    if (isOver()) return
    keep()
    begin()
  } catch (error) {
    if (isOver()) return
    if (error instanceof ApiFailure && error.status === 401) {
      end('expired')
      return
    }
    store.set(sessionStateAtom, 'anonymous')
    bus.emit('session/ended', { reason: 'unavailable' })
  }
}

/** Access to the present token for `shared/api`. */
export const tokenSource = {
  accessToken: (): string | null => readStoredToken()?.accessToken ?? null,
  renew: async (rejected: string): Promise<string> => (await refresh(rejected)).accessToken,
}

/**
 * Another tab logged out, or logged in: follow it, from before `restore` on.
 * @param reload - loads the page anew, because the session on it is no longer that of its user
 * @returns unsubscribe
 */
export const followOtherTabs = (reload: () => void): (() => void) => {
  const onStorage = ({ key, oldValue, newValue }: StorageEvent): void => {
    // Without a key all of the storage was cleared.
    if (key !== tokenKey && key !== null) return
    const token = readStoredToken()
    const anonymous = store.get(sessionStateAtom) === 'anonymous'
    if (newValue === null) {
      if (!anonymous && token === null) endElsewhere()
    } else if (anonymous) void restore()
    // A refresh replaces a token: one where none was is a new log-in, perhaps of somebody else.
    else if (oldValue === null) {
      endForAnother()
      reload()
    } else if (token) keepFresh(token)
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
