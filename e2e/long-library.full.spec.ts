import path from 'node:path'
import { expect, type Page } from 'playwright/test'
import { enter } from './steps/account.ts'
import {
  count,
  fillLibrary,
  fillOrganisation,
  namesInView,
  tileOf,
  uploadFiles,
  writePictures,
} from './steps/library.ts'
import { createProject } from './steps/upload.ts'
import { demoAccount } from './support/demo.ts'
import { test } from './support/watched-portal.ts'
import { expectGoodAtAllWidths } from './support/widths.ts'

/* With a server of its own: thousands of images would use up the limit of what other tests share. */

const wide = { width: 1440, height: 900 }
const scrollTo = (page: Page, share: number): Promise<void> =>
  page.evaluate((share) => window.scrollTo(0, document.documentElement.scrollHeight * share), share)

test('D3-1-03 D3-7-50 10,000 images: grid, table and the right image anywhere', async ({ page, portal }, info) => {
  test.setTimeout(300_000)
  await page.setViewportSize(wide)
  await enter(page, demoAccount('admin', portal.dataFolder))
  const project = await createProject(page, 'Many images')
  const library = `${project}/library`
  await uploadFiles(page, project, await writePictures(info.outputPath('pictures'), ['model.png']))
  await fillLibrary(portal.dataFolder, path.basename(project), 10_000)
  const lists: string[] = []
  page.on('request', (request) => {
    if (/\/images\?/.test(request.url())) lists.push(request.url())
  })
  await page.goto(`${library}?sort=name`)

  await test.step('the grid has the length of all, and only what is near the window in the page', async () => {
    await count(page, 'Available', '10,001')
    await expect(tileOf(page, 'model.png')).toBeVisible()
    expect(await page.locator('[data-index]').count()).toBeLessThan(80)
    expect(lists.length).toBeLessThanOrEqual(2)
    const rows = await page.evaluate(() => document.documentElement.scrollHeight / 200)
    expect(rows).toBeGreaterThan(10_001 / 8)
    const picture = tileOf(page, 'plate0_well96.tif').locator('img')
    await expect(picture).toBeVisible()
    expect(await picture.getAttribute('src')).toMatch(/^blob:/)
  })

  await test.step('any place is reached at once, in the order of names by number', async () => {
    lists.length = 0
    await scrollTo(page, 1)
    await expect(tileOf(page, 'plate95_well9983.tif').locator('img')).toBeVisible()
    expect((await namesInView(page)).slice(-3)).toEqual([
      'plate95_well9791.tif',
      'plate95_well9887.tif',
      'plate95_well9983.tif',
    ])
    await scrollTo(page, 0.5)
    // A view that was not drawn yet has no names at all.
    const loaded = (names: string[]) => names.length > 10 && !names.includes('…')
    await expect.poll(async () => loaded(await namesInView(page))).toBe(true)
    const inView = await namesInView(page)
    const order = new Intl.Collator('en', { numeric: true })
    expect(inView).toEqual(inView.toSorted(order.compare))
    // Two jumps over 100 pages ask for the pages in view, not for those between.
    expect(lists.length).toBeLessThan(8)
  })

  await test.step('a double click far down opens the image that was clicked', async () => {
    const name = (await namesInView(page)).at(-9) ?? ''
    await tileOf(page, name).scrollIntoViewIfNeeded()
    await tileOf(page, name).dblclick()
    await expect(page.getByRole('application', { name: `Picture of ${name}` })).toBeVisible()
    await page.goBack()
    await count(page, 'Available', '10,001')
  })

  await test.step('the keyboard walks beyond the window', async () => {
    await page.goto(`${library}?sort=name`)
    await tileOf(page, 'model.png').click()
    for (let row = 0; row < 12; row++) {
      await page.keyboard.press('ArrowDown')
      await expect(page.locator(`[data-index] button:focus`)).toBeInViewport()
    }
    const at = Number(await page.locator('[data-index]:has(button:focus)').getAttribute('data-index'))
    expect(at).toBeGreaterThanOrEqual(24)
    await expect(page.locator(`[data-index="${at}"] button[aria-pressed="true"]`)).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('the table shows the same list by pages', async () => {
    await page.goto(`${library}?sort=name&view=table`)
    const table = page.getByRole('table', { name: 'Images' })
    await expect(table.getByRole('row', { name: /model\.png/ })).toBeVisible()
    const first = await table.locator('tbody [data-item]').count()
    expect(first).toBeGreaterThanOrEqual(10)
    await expectGoodAtAllWidths(page, 'library-long-table')
    await page.setViewportSize(wide)
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(table.getByRole('row', { name: /model\.png/ })).toHaveCount(0)
    await expect(table.getByRole('row', { name: /plate0_well/ })).toHaveCount(first)
    const row = table.getByRole('row', { name: /plate0_well/ }).nth(2)
    const name = /plate0_well\d+\.tif/.exec((await row.textContent()) ?? '')?.[0] ?? ''
    await row.getByRole('button', { name }).dblclick()
    await expect(page.getByRole('application', { name: `Picture of ${name}` })).toBeVisible()
  })
  await test.step('of 600 members one answer is read until others are looked for', async () => {
    await fillOrganisation(portal.dataFolder, path.basename(project), { projects: 20, images: 20, members: 600 })
    let calls = 0
    page.on('request', (request) => {
      if (/\/organisation\/members/.test(request.url())) calls += 1
    })
    await page.goto('/settings/users')
    const table = page.getByRole('table', { name: 'Members' })
    const first = table.locator('tbody tr').first()
    await expect(page.getByRole('tab', { name: /^Members 60\d$/ })).toBeVisible()
    await expect(table).toHaveAttribute('aria-rowcount', /^60\d$/)
    expect(await table.locator('tbody tr').count()).toBeLessThan(40)
    // The first answer, and where the others begin.
    expect(calls).toBe(2)
    const before = (await first.textContent()) ?? ''
    const title = table.getByRole('button', { name: /^Name/ })
    await title.focus()
    await page.keyboard.press('Enter')
    await expect(first).not.toHaveText(before)
    await expect(title).toBeFocused()
    await page.locator('nav button[aria-label^="Page "]').last().click()
    await expect(first).not.toHaveAttribute('aria-rowindex', '2')
    await page.getByLabel('Filter users').fill('PERSON599@')
    await expect(table.locator('tbody tr')).toHaveCount(1)
    await expect(first).toContainText('person599@')
    expect(calls).toBeLessThanOrEqual(7)
    await expectGoodAtAllWidths(page, 'members-long')
  })
})
