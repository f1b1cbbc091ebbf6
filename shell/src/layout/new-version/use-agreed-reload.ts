import { useEffect, useState } from 'react'
import { type ReloadHold, reloadHold } from './reload-hold.ts'

/** Milliseconds between two looks whether a reload may go on. */
const lookEvery = 1000

/** A reload that the user has agreed to, and that waits until nothing would be lost by it. */
export const useAgreedReload = (reload: () => void) => {
  const [hold, setHold] = useState<ReloadHold | null>(null)
  const waiting = hold !== null
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => {
      const now = reloadHold(true)
      setHold((before) => (now === null ? before : now))
      if (now === null) reload()
    }, lookEvery)
    return () => clearInterval(timer)
  }, [waiting, reload])
  return {
    /** Why the agreed reload waits; null: none was agreed to, or it takes place. */
    hold,
    agree: (): void => {
      const now = reloadHold(false)
      setHold(now)
      if (now === null) reload()
    },
    withdraw: (): void => setHold(null),
  }
}
