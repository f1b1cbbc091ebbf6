import { type ReactNode, useEffect, useRef } from 'react'
import css from './corner.module.css'

/** Bar of the server below an earlier version of the shell (server/src/domains/releases/watchdog/markup.ts). */
const barId = 'lamella-earlier-version'

/** Place of what is said beside the page, at its lower right and above the bar, which may take several lines and can be hidden. */
export const Corner = ({ children }: { children: ReactNode }) => {
  const corner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const bar = document.getElementById(barId)
    if (!bar) return
    const observer = new ResizeObserver(() => corner.current?.style.setProperty('--bar', `${bar.offsetHeight}px`))
    observer.observe(bar)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={corner} className={css.corner}>
      {children}
    </div>
  )
}
