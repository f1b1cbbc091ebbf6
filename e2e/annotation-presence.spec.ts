import { expect } from 'playwright/test'
import { enter } from './steps/account.ts'
import { colourAt, distance, drawOne, openPicture, panel, rows } from './steps/annotation.ts'
import { shareWith } from './steps/sharing.ts'
import { demoAccount } from './support/demo.ts'
import { expectGoodScreen } from './support/screen.ts'
import { test, watch } from './support/watched-page.ts'

test('two people on one image see each other, what the other has selected, and when the other leaves', async ({
  page,
  browser,
  baseURL,
  faults,
}, info) => {
  const project = await openPicture(page, info, 'Together')
  const address = page.url()
  await drawOne(page, [-100, -60], [-20, 20])
  await page.getByRole('application').press('Escape')
  await page.goto(`${project}/sharing`)
  await shareWith(page, 'Jonas Weber', 'Editor')
  await expect(
    page.getByRole('table', { name: 'Contributors' }).getByRole('row', { name: 'Jonas Weber' }),
  ).toBeVisible()
  await page.goto(address)
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('application').press('z')
  await expect(page.getByRole('toolbar', { name: 'Zoom' })).toContainText('100 %')
  const here = page.getByRole('list', { name: 'Also here' })
  await expect(here).toBeHidden()

  const context = await browser.newContext({ ...(baseURL && { baseURL }), viewport: page.viewportSize() })
  const other = await context.newPage()
  watch(other, faults)
  await enter(other, demoAccount('member'), address.replace(/^https?:\/\/[^/]+/, ''))
  await expect(rows(other)).toHaveCount(1)
  await expect(here.getByRole('img', { name: 'Jonas Weber' }).or(here.getByTitle('Jonas Weber'))).toBeVisible()
  await expect(other.getByRole('list', { name: 'Also here' }).getByRole('listitem')).toHaveCount(1)
  // The plate with the name lies over the upper left corner.
  const plate = () => colourAt(page, [-90, -76])
  const before = await plate()
  await panel(other).getByRole('button', { name: 'Annotation 1' }).click()
  await expect(async () => expect(distance(await plate(), before)).toBeGreaterThan(80)).toPass()
  await expectGoodScreen(page, 'annotate-together')
  await other.getByRole('application').press('Escape')
  await expect(async () => expect(distance(await plate(), before)).toBeLessThan(10)).toPass()
  await other.goto('/projects')
  await expect(here).toBeHidden()
  await context.close()
})
