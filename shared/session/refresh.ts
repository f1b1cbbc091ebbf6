import { ApiFailure, failureWithoutAnswer } from '@lamella/shared/api'
import { bus } from '@lamella/shared/events'
import { sessionStateAtom } from './atoms.ts'
import { endSession } from './end-session.ts'
import { setRefreshTimer } from './refresh-timer.ts'
import { store } from './store.ts'
import { readToken, type StoredToken, storeToken } from './stored-token.ts'
import { refreshGrant } from './token-call.ts'

/** Milliseconds before expiry at which the token is refreshed (D1-4.2-01). */
const refreshAhead = 600_000
/** Milliseconds to the next attempt when there was no answer. */
const pauseWithoutAnswer = 5000

/**
 * Schedules the refresh of a token before it expires. By a relative timer, so that setting the clock changes nothing.
 */
export const scheduleRefresh = (token: StoredToken): void => {
  const left = token.expiresAt - Date.now()
  // A token with a shorter life than that would be refreshed in an endless loop.
  scheduleAfter(token, token.expiresIn * 1000 > refreshAhead ? left - refreshAhead : left / 2)
}

const scheduleAfter = (token: StoredToken, wait: number): void =>
  setRefreshTimer(wait, () => void refresh(token.accessToken).catch(() => undefined))

/** Stores a token as that of the session, and schedules its refresh. */
export const adoptToken = (token: StoredToken): void => {
  storeToken(token)
  scheduleRefresh(token)
}

let lastRefresh: Promise<unknown> = Promise.resolve()

/**
 * Runs under a lock shared by all tabs; without one where the browser refuses locks, as some do together with storage.
 */
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
 * localhost). Elsewhere two tabs that refresh together get the same new token, which the server repeats for a short
 * time (ADR 20). A call that waited uses the token of the one before.
 */
const singleFlight = <T>(work: () => Promise<T>): Promise<T> => {
  const next = lastRefresh.then(() => ('locks' in navigator ? locked(work) : work()))
  lastRefresh = next.catch(() => undefined)
  return next
}

const isRefused = ({ status }: ApiFailure): boolean => status === 400 || status === 401

/**
 * Exchanges the refresh token. Ends the session when that is refused (contradiction 8).
 * @param outdated - access token that was refused or is about to expire; if the stored one differs, it is newer and is
 * returned
 * @throws ApiFailure; with status 401 and no redirect when the session has ended, which leads to the log-in page
 */
export const refresh = (outdated: string): Promise<StoredToken> =>
  singleFlight(async () => {
    const token = readToken()
    if (!token) throw new ApiFailure(401, 'ERR_1002', 'Unauthorized', null)
    if (token.accessToken !== outdated) {
      scheduleRefresh(token)
      return token
    }
    try {
      const next = await refreshGrant(token.refreshToken)
      // What another tab stored may become visible only after its lock was released; then both got the same new token.
      // Any other stored token, or none, means a log-out, which the new token must not undo.
      const present = readToken()?.accessToken
      if (present !== outdated && present !== next.accessToken) {
        throw new ApiFailure(401, 'ERR_1002', 'Unauthorized', null)
      }
      adoptToken(next)
      return next
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      // The server does not know the app, whose credentials may have been changed: that says nothing of the session.
      const failure = error.code === 'ERR_1006' ? failureWithoutAnswer(error) : error
      followFailure(failure, token)
      throw isRefused(failure) ? new ApiFailure(401, failure.code, failure.message, null) : failure
    }
  })

const followFailure = (failure: ApiFailure, token: StoredToken): void => {
  const { status } = failure
  const restoring = store.get(sessionStateAtom) === 'restoring'
  if (readToken()?.accessToken !== token.accessToken) return
  if (isRefused(failure)) endSession('expired')
  else if (status !== null) bus.emit('session/ended', { reason: 'http-error', status })
  else if (restoring) bus.emit('session/ended', { reason: 'unavailable' })
  else if (Date.now() < token.expiresAt) scheduleAfter(token, pauseWithoutAnswer)
  else endSession('expired')
}
