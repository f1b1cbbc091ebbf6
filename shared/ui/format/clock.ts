import { useSyncExternalStore } from 'react'

const TICK_MS = 15_000

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  now = Date.now()
  timer ??= setInterval(() => {
    now = Date.now()
    for (const notify of listeners) notify()
  }, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }
}

/** The time, renewed every quarter of a minute: one timer for all who read it, none when nobody does. */
export const useNow = (): Date => new Date(useSyncExternalStore(subscribe, () => now))
