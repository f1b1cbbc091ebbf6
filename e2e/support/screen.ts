import path from 'node:path'
import axe, { type Result, type RunOptions } from 'axe-core'
import { expect, type Page } from 'playwright/test'

/** A folder: each screen that the tests see is kept there as a picture, to be held beside the mock-ups. */
const pictures = process.env.LAMELLA_SCREENSHOTS

const keepPicture = async (page: Page, name: string): Promise<void> => {
  if (pictures) await page.screenshot({ path: path.join(pictures, `${name}.png`) })
}

/**
 * What axe finds in the page, which has no frames. It stays in the page for the next time: @axe-core/playwright puts it
 * in anew at each look and opens an empty page beside it, which takes longer than the look itself.
 */
const violationsOf = async (page: Page, rules: RunOptions): Promise<Result[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    // What passes is not told: that alone would take most of the time.
    async (options) => (await (window as unknown as { axe: typeof axe }).axe.run(options)).violations,
    { ...rules, resultTypes: ['violations'] } satisfies RunOptions,
  )
}

const expectAccessible = async (page: Page, name: string, rules: RunOptions): Promise<void> => {
  const found = (await violationsOf(page, rules)).flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  )
  expect.soft(found, `axe on ${name}`).toEqual([])
}

const wcag = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
} satisfies RunOptions['runOnly']
const allRules: RunOptions = { runOnly: wcag }
/** Of all rules those that look at colours: between the schemes nothing else of a screen differs. */
const colourRules = {
  type: 'rule',
  values: ['color-contrast', 'link-in-text-block'],
} satisfies RunOptions['runOnly']

/** All rules but those: what a screen is made of, and how it is laid out. */
const structureRules: RunOptions = {
  runOnly: wcag,
  rules: Object.fromEntries(colourRules.values.map((rule) => [rule, { enabled: false }])),
}

/** What is shown is accessible whatever its colours. These are looked at where it is narrowest and widest: half the time. */
export const expectAccessibleStructure = async (page: Page, name: string): Promise<void> => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await keepPicture(page, `${name}-light`)
  await expectAccessible(page, `${name}, light`, structureRules)
}

/** What is shown is accessible in both schemes; the light one is left on. */
export const expectAccessibleInBothSchemes = async (page: Page, name: string): Promise<void> => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await keepPicture(page, `${name}-dark`)
  await expectAccessible(page, `${name}, dark`, { runOnly: colourRules })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await keepPicture(page, `${name}-light`)
  await expectAccessible(page, `${name}, light`, allRules)
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
