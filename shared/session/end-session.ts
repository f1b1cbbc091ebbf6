import { type BusEvents, bus } from '@lamella/shared/events'
import { type EndNotice, endNoticeAtom, sessionStateAtom } from './atoms.ts'
import { safeLocalStorage } from './browser-storage.ts'
import { stopLiveEvents } from './live-events.ts'
import { clearProfile } from './profile.ts'
import { forgetProjectsLimit } from './projects-limit.ts'
import { clearRefreshTimer } from './refresh-timer.ts'
import { selectedProjectAtom } from './selected-project.ts'
import { startNewEpoch } from './session-epoch.ts'
import { store } from './store.ts'
import { forgetToken } from './stored-token.ts'

type EndReason = BusEvents['session/ended']['reason']

/** Clears all state of the user in this tab except the token. */
const forgetUser = (): void => {
  startNewEpoch()
  clearRefreshTimer()
  stopLiveEvents()
  forgetProjectsLimit()
  clearProfile()
  store.set(selectedProjectAtom, null)
  store.set(sessionStateAtom, 'anonymous')
}

/** Clears all state of the user in this tab, and the token for all tabs. */
export const clearSession = (): void => {
  forgetToken()
  forgetUser()
}

/** Marks an expiry in the storage for the other tabs, which see only that the token was removed. */
const expiryKey = 'lamella.sessionExpired'
/** Whether the session ended by expiry and not by a log-out, as stored by the tab that ended it. */
export const hasExpiredElsewhere = (): boolean => safeLocalStorage.read(expiryKey) !== null

const notices: Partial<Record<EndReason, EndNotice>> = { expired: 'expired', 'logout-elsewhere': 'logout-elsewhere' }

const announceEnd = (reason: EndReason): void => {
  store.set(endNoticeAtom, notices[reason] ?? null)
  bus.emit('session/ended', { reason })
}

/** Ends the session in this tab, and through the storage in the others. */
export const endSession = (reason: EndReason): void => {
  if (reason === 'expired') safeLocalStorage.write(expiryKey, 'true')
  clearSession()
  announceEnd(reason)
}

/** Ends the session in this tab and keeps the stored token, which belongs to a new log-in in another tab. */
export const endForNewLogin = (): void => {
  forgetUser()
  announceEnd('logout-elsewhere')
}

/** Removes the reason of the last end, at the next log-in. */
export const clearEndNotice = (): void => {
  safeLocalStorage.remove(expiryKey)
  store.set(endNoticeAtom, null)
}
