import { expect, type Locator, type Page } from 'playwright/test'
import { expectAccessibleInBothSchemes } from './screen.ts'

/** Phone, the two sides of the narrow layout's edge, desk. Width and height in CSS pixels. */
const sizes = [
  [320, 700],
  [800, 900],
  [1001, 800],
  [1440, 900],
] as const

/**
 * What is open is accessible in both schemes and does not scroll sideways, at every width that has a layout of its own.
 * @param opened - what is looked at when it is no page, as a dialog: it stays open at every width, or says what is
 * open at one
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
