import { expect, type Page } from 'playwright/test'
import { enter } from './steps/account.ts'
import { demoAccount } from './support/demo.ts'
import { expectGoodScreen } from './support/screen.ts'
import { test } from './support/watched-page.ts'

const step = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('button', { name: /tour$/ }) })
const next = (page: Page) => step(page).getByRole('button', { name: /^Next/ })

/** Goes on to the step with this title. */
const goOnTo = async (page: Page, title: string): Promise<void> => {
  await next(page).click()
  await expect(step(page)).toHaveAccessibleName(title)
}

test('D2-1-05 D2-2-81 D2-4-17 the guided tour leads to a sample project, goes on over its pages, and the project is theirs', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await page.setViewportSize({ width: 1280, height: 800 })
  await enter(page, demoAccount('member'))

  await test.step('the tour of the dashboard ends at the form of a new project', async () => {
    await page.locator('[data-tour="user"]').click()
    await page.getByRole('menuitem', { name: 'Guided Tour' }).click()
    await expect(step(page)).toHaveAccessibleName('Your dashboard')
    const last = step(page).getByRole('button', { name: 'Create project' })
    while (!(await last.isVisible())) {
      const progress = (await next(page).textContent()) ?? ''
      await next(page).click()
      await expect(step(page)).not.toContainText(progress)
    }
    await last.click()
    await expect(page).toHaveURL(/\/projects\/new$/)
  })

  const orb = page.getByRole('button', { name: 'Guided tour: Your sample project' })
  await test.step('a sample is created from there, and after a moment its tour waits as an orb', async () => {
    await page.getByRole('button', { name: 'Add a sample project' }).click()
    await page.getByRole('button', { name: /^Myocardial ultra-structure analysis \(TEM\)/ }).click()
    await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}$/)
    await expect(orb).toBeVisible()
    await expectGoodScreen(page, 'sample-tour-orb')
  })

  await test.step('it leads over the pages of the project', async () => {
    await orb.hover()
    await expect(step(page)).toHaveAccessibleName('Your sample project')
    await expectGoodScreen(page, 'sample-tour')
    await goOnTo(page, 'Its images')
    await goOnTo(page, 'Image Library')
    await expect(page).toHaveURL(/\/library$/)
    await goOnTo(page, 'Image Analysis')
    await expectGoodScreen(page, 'sample-tour-analysis')
    // No application is called "myocardium": its step is passed over (D2-2-105).
    await goOnTo(page, 'Analysis Jobs')
    await step(page).getByRole('button', { name: 'Back' }).click()
    await expect(step(page)).toHaveAccessibleName('Image Analysis')
    await goOnTo(page, 'Analysis Jobs')
    await goOnTo(page, 'Label Sets')
    await goOnTo(page, 'Begin with the images')
    await step(page).getByRole('button', { name: 'Done' }).click()
    await expect(step(page)).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: 'Myocardial ultra-structure analysis' })).toBeVisible()
  })

  await test.step('its details and statistics are there, it is renamed, and can be shared', async () => {
    await expect(page.getByText('Project Statistics')).toBeVisible()
    await page.getByRole('button', { name: 'Project actions' }).click()
    await page.getByRole('menuitem', { name: 'Edit details' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Sample of the tour')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sample of the tour' })).toBeVisible()
    await page.getByRole('link', { name: /^(Share the project|View sharing details)$/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sharing' })).toBeVisible()
  })

  await test.step('it is in the list beside a new one, and is deleted', async () => {
    await page.goto('/projects/new')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Beside the sample')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Beside the sample' })).toBeVisible()
    for (const name of ['Beside the sample', 'Sample of the tour']) {
      await page.goto('/projects')
      await page.getByPlaceholder('Filter projects').fill(name)
      await page.getByRole('table', { name: 'Projects' }).getByRole('link', { name, exact: true }).click()
      await page.getByRole('button', { name: 'Project actions' }).click()
      await page.getByRole('menuitem', { name: 'Delete project' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete project' })
      await dialog.getByRole('textbox').fill(name)
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await expect(page).toHaveURL('/projects')
    }
  })
})
