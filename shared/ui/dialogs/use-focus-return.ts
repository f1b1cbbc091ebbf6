import { type RefObject, useEffect } from 'react'

const lost = (dialog: Element | null): boolean => {
  const focused = document.activeElement
  return focused === null || focused === document.body || dialog?.contains(focused) === true
}

/**
 * Gives the focus back to what had it when the dialog opened, once it closes or is gone. Mantine's own hook knows the opener
 * only of a dialog that was mounted closed. Focus that has moved on is left where it is.
 */
export const useFocusReturn = (opened: boolean, dialog: RefObject<Element | null>): void => {
  useEffect(() => {
    if (!opened) return
    const opener = document.activeElement
    const element = dialog.current
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected && lost(element)) opener.focus({ preventScroll: true })
    }
  }, [opened, dialog])
}
