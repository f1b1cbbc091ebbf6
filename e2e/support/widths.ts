import { expect, type Locator, type Page } from 'playwright/test'
import { expectAccessibleInBothSchemes } from './screen.ts'

/** Phone, both tiers around the narrow layout (contradiction 1), desktop. Width and height in CSS pixels. */
const sizes = [
  [320, 700],
  [800, 900],
  [1001, 800],
  [1440, 900],
] as const

/**
 * Expects the screen to be accessible in both schemes and not to scroll horizontally, at each width with a layout of its own.
 *
 * @param opened for overlays such as dialogs: what must be visible, at all widths or by width; default: a page with one title
 */
export const expectGoodAtAllWidths = async (
  page: Page,
  name: string,
  opened?: Locator | ((width: number) => Locator),
): Promise<void> => {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    if (opened) {
      const shown = typeof opened === 'function' ? opened(width) : opened
      await expect(shown, `${name} at ${width}`).toBeVisible()
    } else await expect(page.getByRole('heading', { level: 1 }), `${name} at ${width} has one title`).toHaveCount(1)
    await expectAccessibleInBothSchemes(page, `${name}-${width}`)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect.soft(overflow, `${name} at ${width} does not scroll sideways`).toBeLessThanOrEqual(0)
  }
}
