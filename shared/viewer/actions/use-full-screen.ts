import { useEffect, useState } from 'react'

/**
 * Whether the viewer covers the whole window, and the screen where the browser allows that. The page is made full, not the
 * viewer: menus and dialogs are elsewhere in the page.
 */
export const useFullScreen = (): { isFull: boolean; toggle: () => void } => {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const onChange = (): void => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', onChange)
    return () => {
      document.removeEventListener('fullscreenchange', onChange)
      if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined)
    }
  }, [])
  const toggle = (): void => {
    setFull(!isFull)
    const { documentElement } = document
    // Not on phones of Apple: the viewer then covers the window.
    if (!isFull) documentElement.requestFullscreen?.().catch(() => undefined)
    else if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined)
  }
  return { isFull, toggle }
}
