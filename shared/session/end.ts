import { type BusEvents, bus } from '@lamella/shared/events'
import { type EndNotice, endNoticeAtom, sessionStateAtom } from './atoms.ts'
import { browserMemory } from './browser-storage.ts'
import { markGivenUp } from './given-up.ts'
import { stopLiveEvents } from './live-events.ts'
import { clearProfile } from './profile.ts'
import { forgetProjectsLimit } from './projects-limit.ts'
import { cancelRefresh } from './refresh-timer.ts'
import { selectedProjectAtom } from './selected-project.ts'
import { store } from './store.ts'
import { forgetToken } from './stored-token.ts'

type EndReason = BusEvents['session/ended']['reason']

/** Forgets everything of the user in this tab but the token. */
const forgetUser = (): void => {
  markGivenUp()
  cancelRefresh()
  stopLiveEvents()
  forgetProjectsLimit()
  clearProfile()
  store.set(selectedProjectAtom, null)
  store.set(sessionStateAtom, 'anonymous')
}

/** Forgets everything of the user in this tab. */
export const forget = (): void => {
  forgetToken()
  forgetUser()
}

/** Tells the other tabs, which see only that the token has gone, that nobody chose to log out. */
const expiryKey = 'lamella.sessionExpired'
export const hasExpiredElsewhere = (): boolean => browserMemory.read(expiryKey) !== null

const notices: Partial<Record<EndReason, EndNotice>> = { expired: 'expired', 'logout-elsewhere': 'logout-elsewhere' }

const tellEnd = (reason: EndReason): void => {
  store.set(endNoticeAtom, notices[reason] ?? null)
  bus.emit('session/ended', { reason })
}

/** Ends the session in this tab, and by way of the storage in the others. */
export const end = (reason: EndReason): void => {
  if (reason === 'expired') browserMemory.write(expiryKey, 'true')
  forget()
  tellEnd(reason)
}

/** Ends the session in this tab and leaves the token: another tab has begun another session with it. */
export const endForAnother = (): void => {
  forgetUser()
  tellEnd('logout-elsewhere')
}

/** Somebody is logged in: no reason is left to tell. */
export const forgetReason = (): void => {
  browserMemory.remove(expiryKey)
  store.set(endNoticeAtom, null)
}
