import path from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** A folder: each screen that the tests see is kept there as a picture, to be held beside the mock-ups. */
const pictures = process.env.LAMELLA_SCREENSHOTS

const keepPicture = async (page: Page, name: string): Promise<void> => {
  if (pictures) await page.screenshot({ path: path.join(pictures, `${name}.png`) })
}

/** @param only - rules to check; all of WCAG 2.2 AA by default */
const expectAccessible = async (page: Page, name: string, only?: string[]): Promise<void> => {
  // What passes is not told: that alone would take most of the time.
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
  const { violations } = await (only ? builder.withRules(only) : builder.withTags(rules)).analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  )
  expect.soft(found, `axe on ${name}`).toEqual([])
}

/** Of all rules those that look at colours: between the schemes nothing else of a screen differs. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** What is shown is accessible in both schemes; the light one is left on. */
export const expectAccessibleInBothSchemes = async (page: Page, name: string): Promise<void> => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await keepPicture(page, `${name}-dark`)
  await expectAccessible(page, `${name}, dark`, colourRules)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await keepPicture(page, `${name}-light`)
  await expectAccessible(page, `${name}, light`)
}

/** The screen is accessible in both schemes, has one title and does not scroll sideways. */
export const expectGoodScreen = async (page: Page, name: string): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 }), `${name} has one title`).toHaveCount(1)
  await expectAccessibleInBothSchemes(page, name)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(overflow, `${name} does not scroll sideways`).toBeLessThanOrEqual(0)
}
