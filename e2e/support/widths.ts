import { expect, type Locator, type Page } from 'playwright/test'
import { expectAccessibleInBothSchemes, expectAccessibleStructure } from './screen.ts'

const softly = expect.configure({ soft: true })

/** Phone, both tiers around the narrow layout (contradiction 1), desktop: width and height in CSS pixels, and how closely the screen is checked. */
const sizes = [
  [320, 700, expectAccessibleInBothSchemes],
  [800, 900, expectAccessibleStructure],
  [1001, 800, expectAccessibleStructure],
  [1440, 900, expectAccessibleInBothSchemes],
] as const

/**
 * Expects the screen to be accessible and not to scroll horizontally, at each width with a layout of its own; colours are checked at the
 * narrowest and widest only, in both schemes.
 *
 * @param opened for overlays such as dialogs: what must be visible, at all widths or by width; default: a page with one title
 */
export const expectGoodAtAllWidths = async (
  page: Page,
  name: string,
  opened?: Locator | ((width: number) => Locator),
): Promise<void> => {
  for (const [width, height, expectAccessible] of sizes) {
    await page.setViewportSize({ width, height })
    if (opened) {
      const shown = typeof opened === 'function' ? opened(width) : opened
      await expect(shown, `${name} at ${width}`).toBeVisible()
    } else await expect(page.getByRole('heading', { level: 1 }), `${name} at ${width} has one title`).toHaveCount(1)
    await expectAccessible(page, `${name}-${width}`)
    // Some widths are measured by the page, which takes a moment after the window has changed.
    await softly
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), {
        message: `${name} at ${width} does not scroll sideways`,
        timeout: 5000,
      })
      .toBeLessThanOrEqual(0)
  }
}
