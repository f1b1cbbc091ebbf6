import path from 'node:path'
import axe, { type Result, type RunOptions } from 'axe-core'
import { expect, type Page } from 'playwright/test'

/** Folder for screenshots of all tested screens, for review by eye; unset: none are taken. */
const pictures = process.env.LAMELLA_SCREENSHOTS

const keepPicture = async (page: Page, name: string): Promise<void> => {
  if (pictures) await page.screenshot({ path: path.join(pictures, `${name}.png`) })
}

/**
 * Violations that axe finds in a page without frames. axe stays loaded in the page: @axe-core/playwright injects it at each call and opens an
 * additional empty page, which takes longer than the check itself (measured).
 */
const violationsOf = async (page: Page, rules: RunOptions): Promise<Result[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    // Only violations are returned: transferring passed checks would take most of the time. No rule in use needs the preloaded style sheets.
    async (options) => (await (window as unknown as { axe: typeof axe }).axe.run(options)).violations,
    { ...rules, resultTypes: ['violations'], preload: false } satisfies RunOptions,
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
/** Only the rules on colours: nothing else differs between the schemes. */
const colourRules = {
  type: 'rule',
  values: ['color-contrast', 'link-in-text-block'],
} satisfies RunOptions['runOnly']

/** All other rules: structure, names and layout. */
const structureRules: RunOptions = {
  runOnly: wcag,
  rules: Object.fromEntries(colourRules.values.map((rule) => [rule, { enabled: false }])),
}

/** Expects the screen to be accessible in all but its colours, whose rules take half of the time (measured). */
export const expectAccessibleStructure = async (page: Page, name: string): Promise<void> => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await keepPicture(page, `${name}-light`)
  await expectAccessible(page, `${name}, light`, structureRules)
}

/** Expects the screen to be accessible in both schemes; leaves the light one on. */
export const expectAccessibleInBothSchemes = async (page: Page, name: string): Promise<void> => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await keepPicture(page, `${name}-dark`)
  await expectAccessible(page, `${name}, dark`, { runOnly: colourRules })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await keepPicture(page, `${name}-light`)
  await expectAccessible(page, `${name}, light`, allRules)
}

/** Expects the screen to be accessible in both schemes, to have one title, and not to scroll horizontally. */
export const expectGoodScreen = async (page: Page, name: string): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 }), `${name} has one title`).toHaveCount(1)
  await expectAccessibleInBothSchemes(page, name)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(overflow, `${name} does not scroll sideways`).toBeLessThanOrEqual(0)
}
