import { useEffect } from 'react'

let started = false

/** Whether the portal, or words in its place, have been on the page. */
export const hasStarted = (): boolean => started

/**
 * On its first commit the watchdog of the page, which the server adds to the HTML (ADR 56), learns that this version works; without it the
 * version before is loaded.
 */
export function StartSignal() {
  useEffect(() => {
    if (started) return
    started = true
    document.dispatchEvent(new Event('lamella:started'))
  }, [])
  return null
}
