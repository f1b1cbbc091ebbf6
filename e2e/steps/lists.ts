import { expect, type Page, test } from 'playwright/test'
import { expectGoodScreen } from '../support/screen.ts'

/** Finds the project and its job in the lists. */
export const findInLists = (page: Page, projectPath: string): Promise<void> =>
  test.step('find project and job again', async () => {
    await page.goto('/')
    await expect(page.getByRole('table', { name: 'Projects' }).getByRole('row').nth(1)).toBeVisible()
    await expectGoodScreen(page, 'dashboard')
    await page.getByRole('link', { name: 'Projects', exact: true }).click()
    await expect(page.getByRole('complementary', { name: 'Organization Statistics' })).toBeVisible()
    await expectGoodScreen(page, 'projects')
    await page.getByRole('table', { name: 'Projects' }).getByRole('row').nth(1).click()
    await expect(page).toHaveURL(projectPath)
    await expect(page.getByRole('figure', { name: 'Analysis jobs' })).toContainText('1')
    await expectGoodScreen(page, 'project-with-data')
    await page.getByRole('link', { name: 'Analysis Jobs' }).click()
    const job = page.getByRole('table', { name: 'Analysis jobs' }).getByRole('row').nth(1)
    await expect(job).toContainText('DAB scoring 2.3.0')
    await expect(job).toContainText('Successful')
    await expectGoodScreen(page, 'jobs')
  })
