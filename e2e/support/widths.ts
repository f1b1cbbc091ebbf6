import { expect, type Locator, type Page } from 'playwright/test'
import { expectAccessibleInBothSchemes, expectAccessibleStructure } from './screen.ts'

/** Phone, the two sides of the narrow layout's edge, desk. Width and height in CSS pixels, and how closely it is looked at. */
const sizes = [
  [320, 700, expectAccessibleInBothSchemes],
  [800, 900, expectAccessibleStructure],
  [1001, 800, expectAccessibleStructure],
  [1440, 900, expectAccessibleInBothSchemes],
] as const

/**
 * What is open is accessible and does not scroll sideways, at every width that has a layout of its own; in both schemes
 * at the narrowest and widest.
 * @param opened - what is looked at when it is no page, as a dialog: it stays open at every width, or says what is
 * open at one
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
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect.soft(overflow, `${name} at ${width} does not scroll sideways`).toBeLessThanOrEqual(0)
  }
}
