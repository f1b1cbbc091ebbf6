import { useEffect, useRef } from 'react'

/** @returns whether the page has a title: it has the focus now, unless something in the page took it first */
const focusTitle = (): boolean => {
  const title = document.querySelector<HTMLElement>('main h1')
  const taken = document.activeElement?.closest('main') && document.activeElement.id !== 'content'
  if (title && !taken) title.focus({ preventScroll: true })
  return title !== null
}

/** After each change of the page, screen readers and the keyboard go on at its title, as soon as the page has come. */
export const useTitleFocus = (pathname: string): void => {
  const shown = useRef<string | null>(null)
  useEffect(() => {
    const isFirst = shown.current === null
    shown.current = pathname
    // A page that has just been loaded is read from its beginning.
    if (isFirst || focusTitle()) return
    const observer = new MutationObserver(() => {
      if (focusTitle()) observer.disconnect()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [pathname])
}
