import { useEffect, useRef } from 'react'

/**
 * Focuses the page's title unless an element of the page already has the focus.
 * @returns whether the page has a title
 */
const focusTitle = (): boolean => {
  const title = document.querySelector<HTMLElement>('main h1')
  const taken = document.activeElement?.closest('main') && document.activeElement.id !== 'content'
  if (title && !taken) title.focus({ preventScroll: true })
  return title !== null
}

/**
 * Moves the focus to the page's title after each navigation, as soon as the title is rendered, so that keyboard and
 * screen reader continue there.
 */
export const useTitleFocus = (pathname: string): void => {
  const shown = useRef<string | null>(null)
  useEffect(() => {
    const isFirst = shown.current === null
    shown.current = pathname
    // After a full page load the browser starts at the top by itself.
    if (isFirst || focusTitle()) return
    const observer = new MutationObserver(() => {
      if (focusTitle()) observer.disconnect()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [pathname])
}
