import { type RefObject, useEffect, useState } from 'react'

const isLost = (dialog: Element | null): boolean => {
  const focused = document.activeElement
  return focused === null || focused === document.body || dialog?.contains(focused) === true
}

/** The element to return to: for an item of a menu, which disappears when chosen, the button of the menu. */
const openerOf = (focused: Element): Element => {
  const buttonId = focused.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return (buttonId && document.getElementById(buttonId)) || focused
}

/** The last opener, for a dialog that opens a moment after its menu has closed. */
let lastOpener: Element | null = null
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element) lastOpener = openerOf(target)
})

const openerNow = (): Element | null => {
  const focused = document.activeElement
  return focused === null || focused === document.body ? lastOpener : openerOf(focused)
}

/**
 * Returns the focus, when the dialog closes or unmounts, to the element that had it when the dialog opened, unless the
 * focus is elsewhere by then. Mantine's own hook works only for dialogs that were mounted closed, and not for menus.
 * @param dialog - element that contains the focus when it closes; not needed where it is unmounted then
 */
export const useFocusReturn = (opened: boolean, dialog?: RefObject<Element | null>): void => {
  const [wasOpened, setWasOpened] = useState(false)
  const [opener, setOpener] = useState<Element | null>(null)
  // While rendering: before effects run, a menu without transition has removed its items, and the focus with them.
  if (opened !== wasOpened) {
    setWasOpened(opened)
    if (opened) setOpener(openerNow())
  }
  useEffect(() => {
    if (!opened) return
    const element = dialog?.current ?? null
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected && isLost(element)) opener.focus({ preventScroll: true })
    }
  }, [opened, opener, dialog])
}
