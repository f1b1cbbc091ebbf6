import { expect, type Page } from 'playwright/test'

/** Minimum size of touch targets in CSS pixels: 44 (WCAG 2.5.5, ADR 50), less half a pixel for edges between two pixels. */
const least = 43.5

/**
 * Touch targets of the page that are too small, with their sizes. Measured by hit tests from the centre to all sides, as far as the same
 * control is hit, so that labels, padding and whole table rows count.
 */
const tooSmall = (least: number): string[] => {
  const controls =
    'a[href], button, input, select, textarea, [role="button"], [role="tab"], [role="menuitem"], [role="switch"], [role="slider"]'
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.matches(
      ':disabled, [data-disabled], [tabindex="-1"]:not([role="menuitem"], [role="tab"]), .mantine-VisuallyHidden-root',
    )
  /** Links in a sentence may be as high as its lines (WCAG 2.5.8). */
  const isInSentence = (element: Element): boolean =>
    getComputedStyle(element).display === 'inline' &&
    [...(element.parentElement?.childNodes ?? [])].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
    )
  /** The control activated by touching a point: a label counts for its field, a clickable row for its first control that the keyboard reaches. */
  const controlAt = (x: number, y: number): Element | null => {
    const hit = document.elementFromPoint(x, y)
    const label = hit?.closest('label')
    const row = hit && getComputedStyle(hit).cursor === 'pointer' ? hit.closest('tr') : null
    const field = hit?.closest('.mantine-Input-wrapper')
    const inRow = [...(row?.querySelectorAll(controls) ?? [])].find((element) => !element.matches('[tabindex="-1"]'))
    return hit?.closest(controls) ?? label?.control ?? field?.querySelector('input') ?? inRow ?? null
  }
  const found: string[] = []
  for (const element of document.querySelectorAll(controls)) {
    const isChoice = element.matches('[type="checkbox"], [type="radio"]')
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
    // Checkboxes and radio buttons may be hidden inputs that are drawn by their labels.
    const seen = isChoice && label && !isShown(element) ? label : element
    if (!isShown(seen) || isInSentence(seen) || element.matches('[type="file"], :disabled')) continue
    seen.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const box = seen.getBoundingClientRect()
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    // Covered, or outside the window such as the skip link.
    if (controlAt(x, y) !== element) continue
    const reach = (dx: number, dy: number): number => {
      let length = 0
      while (length < 60 && controlAt(x + dx * (length + 0.5), y + dy * (length + 0.5)) === element) length += 0.5
      return length
    }
    const [width, height] = [reach(-1, 0) + reach(1, 0), reach(0, -1) + reach(0, 1)]
    // Table rows are 42 px high, border included (D1-9-10).
    if (width >= least && height >= (element.closest('td') ? 41 : least)) continue
    const name = element.getAttribute('aria-label') ?? (label ?? element).textContent?.trim().slice(0, 40)
    found.push(`${element.tagName.toLowerCase()} "${name}": ${width} × ${height}`)
  }
  window.scrollTo(0, 0)
  return found
}

/** Expects all touch targets of the page to be large enough. */
export const expectTouchTargets = async (page: Page, name: string): Promise<void> => {
  expect.soft(await page.evaluate(tooSmall, least), `targets of ${name}`).toEqual([])
}
