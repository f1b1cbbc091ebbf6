import { type ReactNode, useEffect, useState } from 'react'

export interface DelayedProps {
  children: ReactNode
  /** Milliseconds until the children are shown. */
  after?: number
}

/** Shows its children after a delay, so that a wait below 300 ms does not flash a skeleton (ADR 50). */
export function Delayed({ children, after = 300 }: DelayedProps) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), after)
    return () => clearTimeout(timer)
  }, [after])
  return shown && children
}
