import { type RefObject, useEffect, useState } from 'react'

const isLost = (dialog: Element | null): boolean => {
  const focused = document.activeElement
  return focused === null || focused === document.body || dialog?.contains(focused) === true
}

/** Of an item of a menu, which is gone once it is chosen, the button of the menu. */
const openerOf = (focused: Element): Element => {
  const buttonId = focused.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return (buttonId && document.getElementById(buttonId)) || focused
}

/** What opened a dialog that comes a moment after its menu has gone. */
let lastOpener: Element | null = null
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element) lastOpener = openerOf(target)
})

const openerNow = (): Element | null => {
  const focused = document.activeElement
  return focused === null || focused === document.body ? lastOpener : openerOf(focused)
}

/**
 * Gives the focus back to what had it when the dialog opened, once it closes or is gone. Mantine's own hook knows the opener
 * only of a dialog that was mounted closed, and no menu. Focus that has moved on is left where it is.
 * @param dialog - what still contains the focus when it closes; not needed where it is unmounted then
 */
export const useFocusReturn = (opened: boolean, dialog?: RefObject<Element | null>): void => {
  const [wasOpened, setWasOpened] = useState(false)
  const [opener, setOpener] = useState<Element | null>(null)
  // While rendering: in an effect a menu without transition has already taken its items, and the focus, with it.
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
