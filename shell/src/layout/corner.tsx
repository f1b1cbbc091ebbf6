import { type ReactNode, useEffect, useRef } from 'react'
import css from './corner.module.css'

/** Bar of the server below an earlier version of the shell (server/src/domains/releases/watchdog/markup.ts). */
const barId = 'lamella-earlier-version'

interface CornerProps {
  /** A bar at the lower edge. */
  bar: ReactNode
  children: ReactNode
}

/** The lower edge: a bar, and at its right what is said beside the page. All of it is above the server's bar, which can be hidden. */
export const Corner = ({ bar, children }: CornerProps) => {
  const bars = useRef<HTMLDivElement>(null)
  const corner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const below = document.getElementById(barId)
    const measure = (): void => {
      const height = below?.offsetHeight ?? 0
      bars.current?.style.setProperty('--below', `${height}px`)
      corner.current?.style.setProperty('--below', `${height + (bars.current?.offsetHeight ?? 0)}px`)
      // In a small window the page can be scrolled from below the messages, which may cover its last button.
      document.documentElement.style.setProperty('--corner', `${corner.current?.offsetHeight ?? 0}px`)
    }
    const observer = new ResizeObserver(measure)
    for (const element of [below, bars.current, corner.current]) if (element) observer.observe(element)
    return () => {
      observer.disconnect()
      document.documentElement.style.removeProperty('--corner')
    }
  }, [])
  return (
    <>
      <div ref={bars} className={css.bars}>
        {bar}
      </div>
      <div ref={corner} className={css.corner}>
        {children}
      </div>
    </>
  )
}
