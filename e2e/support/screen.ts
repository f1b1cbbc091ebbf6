import path from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** A folder: each screen that the tests see is kept there as a picture, to be held beside the mock-ups. */
const pictures = process.env.LAMELLA_SCREENSHOTS

export const keepPicture = async (page: Page, name: string): Promise<void> => {
  if (pictures) await page.screenshot({ path: path.join(pictures, `${name}.png`) })
}

export const expectAccessible = async (page: Page, name: string): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  )
  expect.soft(found, `axe on ${name}`).toEqual([])
}

/** The screen is accessible in both schemes, has one title and does not scroll sideways. */
export const expectGoodScreen = async (page: Page, name: string): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 }), `${name} has one title`).toHaveCount(1)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await keepPicture(page, `${name}-${colorScheme}`)
    await expectAccessible(page, `${name}, ${colorScheme}`)
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(overflow, `${name} does not scroll sideways`).toBeLessThanOrEqual(0)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}
