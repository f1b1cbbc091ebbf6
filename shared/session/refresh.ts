import { ApiFailure } from '@lamella/shared/api'
import { bus } from '@lamella/shared/events'
import { sessionStateAtom } from './atoms.ts'
import { end } from './end.ts'
import { planRefresh } from './refresh-timer.ts'
import { store } from './store.ts'
import { readToken, type StoredToken, storeToken } from './stored-token.ts'
import { refreshGrant } from './token-call.ts'

/** Milliseconds before expiry at which the token is refreshed (document 1 §4.2). */
const refreshAhead = 600_000
/** Milliseconds until the next attempt when the server did not answer at all. */
const pauseWithoutAnswer = 5000

/** Refreshes a token in time. By a timer, so that a clock which is set meanwhile changes nothing. */
export const keepFresh = (token: StoredToken): void => {
  const left = token.expiresAt - Date.now()
  // A token that lives no longer than that would be refreshed without a pause.
  planFor(token, token.expiresIn * 1000 > refreshAhead ? left - refreshAhead : left / 2)
}

const planFor = (token: StoredToken, wait: number): void =>
  planRefresh(wait, () => void refresh(token.accessToken).catch(() => undefined))

/** Takes a token as the session's. */
export const adopt = (token: StoredToken): void => {
  storeToken(token)
  keepFresh(token)
}

let lastRefresh: Promise<unknown> = Promise.resolve()

/** Under a lock over all tabs. A browser may refuse every lock, where it refuses what a site stores: then without. */
const locked = async <T>(work: () => Promise<T>): Promise<T> => {
  let started = false
  const start = (): Promise<T> => {
    started = true
    return work()
  }
  try {
    return await navigator.locks.request('lamella-refresh', start)
  } catch (error) {
    if (started) throw error
    return work()
  }
}

/**
 * One refresh at a time: in this tab by a queue, over all tabs by a lock where the browser has them (only on HTTPS and
 * localhost; elsewhere the server's grace lets two tabs have the same successor). Who waited takes what the other got.
 */
const singleFlight = <T>(work: () => Promise<T>): Promise<T> => {
  const next = lastRefresh.then(() => ('locks' in navigator ? locked(work) : work()))
  lastRefresh = next.catch(() => undefined)
  return next
}

const isRefused = ({ status }: ApiFailure): boolean => status === 400 || status === 401

/**
 * Exchanges the refresh token. Ends the session when that is refused (contradictions.md 8).
 * @param outdated - access token that is refused or about to expire: another one in the store is newer already
 * @throws ApiFailure; with status 401 and no redirect when the session has ended, which leads to the log-in page
 */
export const refresh = (outdated: string): Promise<StoredToken> =>
  singleFlight(async () => {
    const token = readToken()
    if (!token) throw new ApiFailure(401, 'ERR_1002', 'Unauthorized', null)
    if (token.accessToken !== outdated) {
      keepFresh(token)
      return token
    }
    try {
      const next = await refreshGrant(token.refreshToken)
      // What another tab stores is seen here a moment later, perhaps after its lock: the server's grace gave the same
      // successor to both. Anything else means that somebody logged out, which the new token must not undo.
      const present = readToken()?.accessToken
      if (present !== outdated && present !== next.accessToken) {
        throw new ApiFailure(401, 'ERR_1002', 'Unauthorized', null)
      }
      adopt(next)
      return next
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      followFailure(error, token)
      throw isRefused(error) ? new ApiFailure(401, error.code, error.message, null) : error
    }
  })

const followFailure = (failure: ApiFailure, token: StoredToken): void => {
  const { status } = failure
  const restoring = store.get(sessionStateAtom) === 'restoring'
  if (readToken()?.accessToken !== token.accessToken) return
  if (isRefused(failure)) end('expired')
  else if (status !== null) bus.emit('session/ended', { reason: 'http-error', status })
  else if (restoring) bus.emit('session/ended', { reason: 'unavailable' })
  else if (Date.now() < token.expiresAt) planFor(token, pauseWithoutAnswer)
  else end('expired')
}
