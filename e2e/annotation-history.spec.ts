import { expect, type Page } from 'playwright/test'
import { drag, openPicture, panel, rows } from './steps/annotation.ts'
import { expectGoodScreen } from './support/screen.ts'
import { test } from './support/watched-page.ts'

const saved = (page: Page) => expect(panel(page).getByRole('status')).toHaveText('Saved')
const history = (page: Page) => page.getByRole('region', { name: 'History' })

test('what was deleted is found after a reload, seen in the picture and restored; the history tells all of it', async ({
  page,
}, info) => {
  await openPicture(page, info, 'History')
  const picture = page.getByRole('application')
  await page.keyboard.press('r')
  await expect(picture).toHaveAttribute('data-draws', 'rectangle')
  await drag(page, [-150, -100], [-50, -20])
  await expect(rows(page)).toHaveCount(1)
  await drag(page, [20, 20], [120, 90])
  await expect(rows(page)).toHaveCount(2)
  await saved(page)
  await picture.focus()
  await page.keyboard.press('v')
  await rows(page).first().click()
  await picture.focus()
  await page.keyboard.press('Delete')
  await expect(rows(page)).toHaveCount(1)
  await saved(page)

  // Nothing of this page can be undone any more.
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'History of the annotations' }).click()
  const entries = history(page).getByRole('listitem')
  await expect(entries).toHaveCount(2)
  await expect(entries.first()).toContainText('deleted 1 annotationNo. 1In the trash until')
  await expect(entries.last()).toContainText('added 2 annotationsNo. 12')
  await history(page).getByText('Trash', { exact: true }).click()
  await history(page)
    .getByRole('button', { name: /^Annotation 1/ })
    .click()
  await expectGoodScreen(page, 'annotation-trash')
  await history(page).getByRole('button', { name: 'Restore Annotation 1' }).click()
  await expect(history(page)).toContainText('The trash is empty.')
  await expect(history(page).getByRole('status')).toHaveText('Saved')
  await history(page).getByText('All changes', { exact: true }).click()
  await expect(entries).toHaveCount(3)
  await expect(entries.first()).toContainText('restored 1 annotation')
  await expectGoodScreen(page, 'annotation-history')
  await history(page).getByRole('button', { name: 'Close the history' }).click()
  await expect(rows(page)).toHaveCount(2)

  // It is a step like others: taken back and done again, and there after a reload.
  await picture.focus()
  await page.keyboard.press('Control+z')
  await expect(rows(page)).toHaveCount(1)
  await page.keyboard.press('Control+Shift+z')
  await expect(rows(page)).toHaveCount(2)
  await saved(page)
  await page.reload()
  await expect(rows(page)).toHaveCount(2)
})
