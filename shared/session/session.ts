import { ApiFailure, addressOf, request } from '@lamella/shared/api'
import { logout as logoutEndpoint } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { currentUserAtom, sessionStateAtom } from './atoms.ts'
import { startLiveEvents, stopLiveEvents } from './live-events.ts'
import { clearProfile, loadProfile } from './profile.ts'
import { selectedProjectAtom } from './selected-project.ts'
import { store } from './store.ts'
import { readToken, type StoredToken, tokenKey, writeToken } from './stored-token.ts'
import { passwordGrant, refreshGrant } from './token-call.ts'

/** Seconds before expiry at which the token is refreshed (document 1 §4.2). */
const refreshAhead = 600

let refreshTimer: ReturnType<typeof setTimeout> | undefined

const scheduleRefresh = ({ expiresAt }: StoredToken): void => {
  clearTimeout(refreshTimer)
  const wait = Math.max(0, expiresAt - refreshAhead * 1000 - Date.now())
  refreshTimer = setTimeout(() => void refresh().catch(() => undefined), wait)
}

const adopt = (token: StoredToken): void => {
  writeToken(token)
  scheduleRefresh(token)
}

let lastRefresh: Promise<unknown> = Promise.resolve()

/**
 * One refresh at a time: in this tab by a queue, over all tabs by a lock where the browser has them (only on HTTPS and
 * localhost; elsewhere the server's grace lets two tabs have the same successor). Who waited takes what the other got.
 */
const singleFlight = <T>(work: () => Promise<T>): Promise<T> => {
  const next = lastRefresh.then(() =>
    'locks' in navigator ? navigator.locks.request('lamella-refresh', work) : work(),
  )
  lastRefresh = next.catch(() => undefined)
  return next
}

/**
 * Exchanges the refresh token. Ends the session when the token is refused (contradictions.md 8).
 * @param rejected - access token that a call has just been refused with: another one in the store is newer
 * @throws ApiFailure
 */
const refresh = (rejected?: string): Promise<StoredToken> =>
  singleFlight(async () => {
    const token = readToken()
    if (!token) throw new ApiFailure(401, 'ERR_1002', 'Unauthorized', null)
    if (rejected && token.accessToken !== rejected) {
      scheduleRefresh(token)
      return token
    }
    try {
      const next = await refreshGrant(token.refreshToken)
      adopt(next)
      return next
    } catch (error) {
      if (error instanceof ApiFailure) endAfterFailedRefresh(error, token)
      throw error
    }
  })

const endAfterFailedRefresh = ({ status }: ApiFailure, token: StoredToken): void => {
  if (status === 400 || status === 401) end('expired')
  else if (status !== null) bus.emit('session/ended', { reason: 'http-error', status })
  else if (Date.now() < token.expiresAt)
    scheduleRefresh({ ...token, expiresAt: Date.now() + refreshAhead * 1000 + 5000 })
  else end('expired')
}

/** Forgets everything of the user in this tab. */
const forget = (): void => {
  clearTimeout(refreshTimer)
  stopLiveEvents()
  writeToken(null)
  clearProfile()
  store.set(selectedProjectAtom, null)
  store.set(sessionStateAtom, 'anonymous')
}

type EndReason = 'logout' | 'expired' | 'unreadable' | 'no-access'
const end = (reason: EndReason): void => {
  forget()
  bus.emit('session/ended', { reason })
}

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

/** Ends the session here, in the other tabs and on the server. Works without a network. */
export const logout = async (): Promise<void> => {
  const token = readStoredToken()
  end('logout')
  if (!token) return
  const headers = { authorization: `Bearer ${token.accessToken}` }
  // The server forgets the token by itself when this call does not arrive.
  await request(addressOf(logoutEndpoint, {}), { method: logoutEndpoint.method, headers }).catch(() => undefined)
}

const readStoredToken = (): StoredToken | null => {
  try {
    return readToken()
  } catch {
    return null
  }
}

/** On page load: takes up a stored session that has not expired, refreshed at once (document 1 §4.2). */
export const restore = async (): Promise<void> => {
  let token: StoredToken | null
  try {
    token = readToken()
  } catch {
    end('unreadable')
    return
  }
  if (!token || token.expiresAt <= Date.now()) {
    forget()
    return
  }
  try {
    await refresh()
    await loadProfile()
    begin()
  } catch {
    // Refused: the session has ended already. No answer: the screens show it and offer to try again.
    if (store.get(sessionStateAtom) === 'restoring') store.set(sessionStateAtom, 'anonymous')
  }
}

/** Access to the present token for `shared/api`. */
export const tokenSource = {
  accessToken: (): string | null => readStoredToken()?.accessToken ?? null,
  renew: async (rejected: string): Promise<string | null> => {
    try {
      return (await refresh(rejected)).accessToken
    } catch {
      return null
    }
  },
}

/** Another tab logged out, or logged in: follow it. @returns unsubscribe */
export const followOtherTabs = (): (() => void) => {
  const onStorage = (event: StorageEvent): void => {
    if (event.key !== tokenKey) return
    if (event.newValue === null) end('logout')
    else if (store.get(sessionStateAtom) === 'anonymous') void restore()
    else {
      const token = readStoredToken()
      if (token) scheduleRefresh(token)
    }
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
