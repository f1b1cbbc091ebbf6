import { useEffect } from 'react'

/** What the keyboard was at: enough to go on beside it when it is gone. */
interface Place {
  element: Element
  /** Key of the item that it is about, beside a list. */
  about: string | null
  /** The row, list entry or tile that it belongs to. */
  item: Element | null
  /** The items after this one, then those before it, nearest first. */
  neighbours: Element[]
  /** What the element is in, from inside out. */
  around: Element[]
}

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)'

/** Without those that Tab passes by, as the box of a row that its name selects, too. */
const controlsOf = (item: Element): Element[] =>
  [...(item.matches(focusable) ? [item] : []), ...item.querySelectorAll(focusable)].filter(
    (control) => control.getAttribute('tabindex') !== '-1',
  )

const aboutOf = (element: Element): string | null =>
  element.closest('[data-about-item]')?.getAttribute('data-about-item') ?? null

const itemWithKey = (key: string): Element | null => document.querySelector(`[data-item="${CSS.escape(key)}"]`)

/** Of something beside a list, as the details of an image, the item that it is about. */
const itemOf = (element: Element, about: string | null): Element | null =>
  about === null ? element.closest('tbody tr, li, [data-item]') : itemWithKey(about)

/** An item as it is now: its list may have been drawn anew, as after a page of it was read again. */
const drawnNow = (item: Element): Element | null => {
  const key = item.getAttribute('data-item')
  return item.isConnected || key === null ? item : itemWithKey(key)
}

const ancestorsOf = (element: Element): Element[] => {
  const { parentElement } = element
  return parentElement && element.tagName !== 'MAIN' ? [parentElement, ...ancestorsOf(parentElement)] : []
}

/** @param before - knows the neighbours of an item that is gone before what is about it */
const placeOf = (element: Element, before: Place | null): Place => {
  const about = aboutOf(element)
  const item = itemOf(element, about)
  if (!item && before && about !== null && before.about === about) return { ...before, element }
  const siblings = item?.parentElement ? [...item.parentElement.children] : []
  const index = item ? siblings.indexOf(item) : -1
  const neighbours = [...siblings.slice(index + 1), ...siblings.slice(0, Math.max(index, 0)).toReversed()]
  return { element, about, item, neighbours, around: ancestorsOf(element) }
}

/** @returns whether it has the focus now: what is not shown does not take it */
const focus = (element: Element | null | undefined): boolean => {
  if (!(element instanceof HTMLElement)) return false
  if (!element.matches(focusable) && !element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus({ preventScroll: true })
  return document.activeElement === element
}

/** The same control of the next item, or its first one; without items, the heading of what the list was in. */
const goOnBeside = ({ element, item, neighbours, around }: Place, position: number): void => {
  const isThere = (other: Element | null): other is Element => other?.isConnected === true && other !== element
  if (item && isThere(item) && controlsOf(item).some(focus)) return
  for (const neighbour of neighbours.map(drawnNow).filter(isThere)) {
    const controls = controlsOf(neighbour)
    if (focus(controls[position]) || controls.some(focus)) return
  }
  for (const place of around.filter(isThere)) if (focus(place.querySelector('h1, h2, h3'))) return
}

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body

/** Follows the focus through the page. @returns stop */
const keepFocus = (): (() => void) => {
  let place: Place | null = null
  let position = -1
  const check = (): void => {
    if (!place || place.element.isConnected || !isLost()) return
    const gone = place
    leave()
    goOnBeside(gone, position)
  }
  const observer = new MutationObserver(check)
  const leave = (): void => {
    place = null
    observer.disconnect()
  }
  const follow = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element)) return
    if (target.closest('main')) {
      place = placeOf(target, place)
      position = place.item ? controlsOf(place.item).indexOf(target) : -1
      observer.observe(document.body, { childList: true, subtree: true })
    } else if (!target.closest('[role="dialog"], [role="menu"]')) leave()
    // A dialog or a menu that was opened here: when it closes, the focus comes back here.
  }
  // Whoever clicks beside everything has left on their own.
  const click = ({ target }: PointerEvent): void => {
    if (target instanceof Element && target.closest('main')) leave()
  }
  document.addEventListener('focusin', follow)
  document.addEventListener('pointerdown', click)
  return () => {
    leave()
    document.removeEventListener('focusin', follow)
    document.removeEventListener('pointerdown', click)
  }
}

/**
 * When what has the focus is removed from the page, as a row by its own "Delete", keyboard and screen reader go on at a
 * neighbour: the next row, list entry or tile, else the one before, else the heading above. It is the same for all pages:
 * rows of tables and entries of lists are known as such; other items carry `data-item` with their key, and what is shown
 * about an item elsewhere carries `data-about-item` with the same.
 */
export const useKeptFocus = (): void => useEffect(keepFocus, [])
