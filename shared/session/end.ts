import { type BusEvents, bus } from '@lamella/shared/events'
import { sessionStateAtom } from './atoms.ts'
import { stopLiveEvents } from './live-events.ts'
import { clearProfile } from './profile.ts'
import { forgetProjectsLimit } from './projects-limit.ts'
import { cancelRefresh } from './refresh-timer.ts'
import { selectedProjectAtom } from './selected-project.ts'
import { store } from './store.ts'
import { forgetToken } from './stored-token.ts'

/** Forgets everything of the user in this tab. */
export const forget = (): void => {
  cancelRefresh()
  stopLiveEvents()
  forgetToken()
  forgetProjectsLimit()
  clearProfile()
  store.set(selectedProjectAtom, null)
  store.set(sessionStateAtom, 'anonymous')
}

/** Ends the session in this tab, and by way of the storage in the others. */
export const end = (reason: BusEvents['session/ended']['reason']): void => {
  forget()
  bus.emit('session/ended', { reason })
}
