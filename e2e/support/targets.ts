import { expect, type Page } from 'playwright/test'

/** Least size of what a finger hits, in CSS pixels (design: 44; half a pixel is lost where edges lie between two). */
const least = 43.5

/**
 * What somebody can touch on the page and its size, of all that is too small. It is measured as a finger meets it: from
 * the middle to all sides, as far as the same control answers; so labels, padding and whole rows of tables count.
 */
const tooSmall = (least: number): string[] => {
  const controls =
    'a[href], button, input, select, textarea, [role="button"], [role="tab"], [role="menuitem"], [role="switch"], [role="slider"]'
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.matches(
      ':disabled, [data-disabled], [tabindex="-1"]:not([role="menuitem"], [role="tab"]), .mantine-VisuallyHidden-root',
    )
  /** Links in a sentence are as high as its lines (WCAG 2.5.8). */
  const isInSentence = (element: Element): boolean =>
    getComputedStyle(element).display === 'inline' &&
    [...(element.parentElement?.childNodes ?? [])].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
    )
  /** The control that a touch of this point is for: a label stands for its field, a row for the name in it. */
  const controlAt = (x: number, y: number): Element | null => {
    const hit = document.elementFromPoint(x, y)
    const label = hit?.closest('label')
    const row = hit && getComputedStyle(hit).cursor === 'pointer' ? hit.closest('tr') : null
    const field = hit?.closest('.mantine-Input-wrapper')
    return (
      hit?.closest(controls) ?? label?.control ?? field?.querySelector('input') ?? row?.querySelector(controls) ?? null
    )
  }
  const found: string[] = []
  for (const element of document.querySelectorAll(controls)) {
    const isChoice = element.matches('[type="checkbox"], [type="radio"]')
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
    // The input of a choice may be drawn by its label.
    const seen = isChoice && label && !isShown(element) ? label : element
    if (!isShown(seen) || isInSentence(seen) || element.matches('[type="file"], :disabled')) continue
    seen.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const box = seen.getBoundingClientRect()
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    // Under something else, or moved out of the window as the link to the content.
    if (controlAt(x, y) !== element) continue
    const reach = (dx: number, dy: number): number => {
      let length = 0
      while (length < 60 && controlAt(x + dx * (length + 0.5), y + dy * (length + 0.5)) === element) length += 0.5
      return length
    }
    const [width, height] = [reach(-1, 0) + reach(1, 0), reach(0, -1) + reach(0, 1)]
    // The specification's rows are 42 px high, line included.
    if (width >= least && height >= (element.closest('td') ? 41 : least)) continue
    const name = element.getAttribute('aria-label') ?? (label ?? element).textContent?.trim().slice(0, 40)
    found.push(`${element.tagName.toLowerCase()} "${name}": ${width} × ${height}`)
  }
  window.scrollTo(0, 0)
  return found
}

/** All that can be touched is large enough for a finger. */
export const expectTouchTargets = async (page: Page, name: string): Promise<void> => {
  expect.soft(await page.evaluate(tooSmall, least), `targets of ${name}`).toEqual([])
}
