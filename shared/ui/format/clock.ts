import { useSyncExternalStore } from 'react'

/** Milliseconds between updates: the first steps of relative times are 45 s and 90 s (D3-9-30, D3-9-31). */
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

/** The present time, updated every 15 s, by one timer for all components that use it. */
export const useNow = (): Date => new Date(useSyncExternalStore(subscribe, () => now))
