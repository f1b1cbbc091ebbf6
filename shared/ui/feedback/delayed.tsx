import { type ReactNode, useEffect, useState } from 'react'

export interface DelayedProps {
  children: ReactNode
  /** Milliseconds. */
  after?: number
}

/** Shows nothing at first: a wait below 300 ms does not flash a skeleton (visual.md §6). */
export function Delayed({ children, after = 300 }: DelayedProps) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), after)
    return () => clearTimeout(timer)
  }, [after])
  return shown && children
}
