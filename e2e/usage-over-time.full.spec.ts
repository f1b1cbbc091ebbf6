import { expect, type Page } from 'playwright/test'
import { enter } from './steps/account.ts'
import { demoAccount } from './support/demo.ts'
import { test } from './support/watched-page.ts'
import { expectGoodAtAllWidths } from './support/widths.ts'

const gigabyte = 1024 ** 3
const dayMs = 86_400_000

/** Changes the data of the real response to matching calls. */
const changeAnswer = (page: Page, calls: string | RegExp, change: (data: never) => unknown) =>
  page.route(calls, async (route) => {
    const response = await route.fetch()
    const { data } = await response.json()
    await route.fulfill({ response, json: { data: change(data as never) } })
  })

/** A lab of some months: four weeks that were not recorded, and a limit that was raised. */
const labOfMonths = async (page: Page): Promise<void> => {
  await changeAnswer(page, '**/api/v1/statistics/usage/days*', ({ today }: { today: string }) => {
    const backs = Array.from({ length: 300 }, (_, index) => 300 - index).filter((back) => back < 12 || back > 20)
    const days = backs.map((back) => {
      const grown = 300 - back
      return {
        day: new Date(Date.parse(today) - back * dayMs).toISOString().slice(0, 10),
        uses: [
          { key: 'userLimit', used: 2 + Math.floor(grown / 100), limit: 5 },
          { key: 'storageLimit', used: (1 + grown / 40) * gigabyte, limit: (back > 5 ? 8 : 10) * gigabyte },
          { key: 'projectLimit', used: 1 + Math.floor(grown / 60), limit: 10 },
          { key: 'mediumLimit', used: Math.floor(grown / 4), limit: 100 },
          { key: 'jobLimit', used: grown, limit: -1 },
        ],
      }
    })
    return { today, recordedSince: days[0]?.day ?? null, days }
  })
  await changeAnswer(page, /\/api\/v1\/statistics\/usage(\?|$)/, () => [
    { key: 'userLimit', used: 4 },
    { key: 'storageLimit', used: 8.6 * gigabyte },
    { key: 'projectLimit', used: 6 },
    { key: 'mediumLimit', used: 100 },
    { key: 'annotationLimit', used: 120 },
    { key: 'trainingLimit', used: 1 },
    { key: 'jobLimit', used: 311 },
  ])
  const limits = { userLimit: 5, storageLimit: 10, projectLimit: 10, mediumLimit: 100, annotationLimit: 500 }
  await changeAnswer(page, '**/api/v1/organisation/about*', (data: object) => ({
    ...data,
    restrictions: Object.entries({ ...limits, trainingLimit: 3, jobLimit: -1 }).map(([key, value]) => ({ key, value })),
  }))
}

const card = (page: Page) => page.getByRole('region', { name: 'Usage over time', exact: true })

test('the present use stands at the end of the chart and in the table, by keyboard', async ({ page }) => {
  await enter(page, demoAccount('admin'))
  await page.goto('/settings/subscriptions')
  const users = (await page.getByRole('figure', { name: 'Users' }).locator('[data-state]').textContent()) ?? ''
  await card(page).getByRole('radio', { name: 'Storage' }).focus()
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight')
  await expect(card(page).getByRole('radio', { name: 'Users' })).toBeChecked()
  await expect(card(page).getByText(`Users: ${users}`)).toBeVisible()
  // The drawing comes with the library.
  await expect(card(page).locator('.recharts-surface')).toBeVisible()
  await card(page).getByRole('button', { name: 'Show as a table' }).focus()
  await page.keyboard.press('Enter')
  await expect(card(page).getByRole('row')).toHaveCount(31)
  await expect(card(page).getByRole('row').nth(1).getByRole('cell').nth(3)).toHaveText(new RegExp(`^${users}( of|$)`))
})

test('a lab of some months, near its limits, with days that nobody recorded', async ({ page }) => {
  await enter(page, demoAccount('admin'))
  await labOfMonths(page)
  await page.goto('/settings/subscriptions')
  await expect(page.getByText('More than 80 % used:')).toBeVisible()
  await expect(card(page).getByText(/^Storage: 8\.6 GB of 10\.0 GB, .* more than on /)).toBeVisible()
  // Two lines of use with a gap between them.
  await expect(card(page).locator('.recharts-line').last().locator('path').first()).toHaveAttribute('d', /M.*M/)
  await expectGoodAtAllWidths(page, 'usage-over-time', card(page))
  await card(page).getByRole('button', { name: 'Show as a table' }).click()
  await card(page).getByText('12 months').click()
  await expect(card(page).getByRole('row')).toHaveCount(13)
  await expectGoodAtAllWidths(page, 'usage-over-time-table', card(page))
})
