import { addressOf, request } from '@lamella/shared/api'
import { announcePresence, mostShownSelected, type Presence } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { currentUserAtom, store } from '@lamella/shared/session'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { filter } from 'rxjs'
import { uuidv7 } from 'uuidv7'
import { type OtherPage, OtherPages, type PresenceEvent } from './other-pages.ts'

/** ms between two words of a page of which nothing changes; others take it for closed after more than twice as many. */
const beat = 20_000
/** ms in which changes of the selection are told as one. */
const pause = 400

/** Silent where it fails: nothing of the user's work depends on it. */
const announce = (imageId: string, user: string, presence: Presence): void => {
  // Who has logged out leaves the page too.
  if (store.get(currentUserAtom)?.id !== user || !navigator.onLine) return
  const body = JSON.stringify({ data: presence })
  const headers = { 'content-type': 'application/json' }
  const address = addressOf(announcePresence, { params: { imageId } })
  request(address, { method: 'PUT', headers, body, keepalive: true }).catch(() => undefined)
}

/**
 * Who else looks at an image, and what they have selected. A page tells it while it is seen; nothing is stored.
 * @param user - id of who looks: their own other pages are left out
 * @param selected - ids of what they have selected
 */
export const usePresence = (imageId: string, user: string, selected: readonly string[]): readonly OtherPage[] => {
  const [page] = useState(uuidv7)
  const [others] = useState(() => new OtherPages())
  const tell = useEffectEvent((isGone: boolean): void =>
    announce(imageId, user, { page, selected: selected.length > mostShownSelected ? [] : [...selected], isGone }),
  )
  useEffect(() => {
    const isThere = (): boolean => document.visibilityState === 'visible'
    const say = (): void => {
      if (isThere()) tell(false)
      others.forgetSilent(Date.now())
    }
    const leave = (): void => tell(true)
    const onVisibility = (): void => tell(!isThere())
    const isOfImage = (event: { type: string }): event is PresenceEvent =>
      event.type === 'presence' && (event as PresenceEvent).image === imageId
    const hearing = bus
      .on('server/changed')
      .pipe(filter(isOfImage))
      .subscribe((event) => {
        if (event.user !== user && others.hear(event, Date.now()) && isThere()) tell(false)
      })
    say()
    const beats = setInterval(say, beat)
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('pagehide', leave)
    return () => {
      clearInterval(beats)
      hearing.unsubscribe()
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [imageId, user, others])
  const words = selected.join()
  useEffect(() => {
    const timer = setTimeout(() => tell(document.visibilityState !== 'visible'), pause)
    return () => clearTimeout(timer)
  }, [words])
  return useSyncExternalStore(others.subscribe, () => others.pages)
}
