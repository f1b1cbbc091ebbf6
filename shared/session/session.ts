import { ApiFailure, addressOf, request } from '@lamella/shared/api'
import { logout as logoutEndpoint } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { currentUserAtom, sessionStateAtom } from './atoms.ts'
import { end, forget } from './end.ts'
import { startLiveEvents } from './live-events.ts'
import { loadProfile } from './profile.ts'
import { adopt, keepFresh, refresh } from './refresh.ts'
import { store } from './store.ts'
import { readToken, type StoredToken, tokenKey } from './stored-token.ts'
import { passwordGrant } from './token-call.ts'

const begin = (): void => {
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

/** @throws ApiFailure of the token call, UserNotActivated or UserNotLoaded; the session stays anonymous then */
export const login = async (email: string, password: string): Promise<void> => {
  adopt(await passwordGrant(email, password))
  try {
    await loadProfile()
  } catch (error) {
    forget()
    throw error instanceof ApiFailure && error.status === 401 ? new UserNotActivated() : new UserNotLoaded(error)
  }
  begin()
}

const readStoredToken = (): StoredToken | null => {
  try {
    return readToken()
  } catch {
    return null
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
    return
  }
  try {
    await refresh(token.accessToken)
  } catch {
    store.set(sessionStateAtom, 'anonymous')
    return
  }
  await takeUp()
}

const takeUp = async (): Promise<void> => {
  try {
    await loadProfile()
    begin()
  } catch (error) {
    const ended = readStoredToken() === null
    if (error instanceof ApiFailure && error.status === 401) {
      if (!ended) end('expired')
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

/** Another tab logged out, or logged in: follow it. @returns unsubscribe */
export const followOtherTabs = (): (() => void) => {
  const onStorage = ({ key, newValue }: StorageEvent): void => {
    // Without a key all of the storage was cleared.
    if (key !== tokenKey && key !== null) return
    const state = store.get(sessionStateAtom)
    if (newValue === null) {
      if (state === 'active' && readStoredToken() === null) end('logout')
    } else if (state === 'anonymous') void restore()
    else {
      const token = readStoredToken()
      if (token) keepFresh(token)
    }
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
