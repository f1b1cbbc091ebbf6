import { readFile } from 'node:fs/promises'
import { expect, type Page } from 'playwright/test'
import { enter } from './steps/account.ts'
import { createProject } from './steps/upload.ts'
import { demoAccount } from './support/demo.ts'
import { expectTouchTargets } from './support/targets.ts'
import { test } from './support/watched-page.ts'
import { expectGoodAtAllWidths } from './support/widths.ts'

const wide = { width: 1440, height: 900 }

/** The names of the labels, in their order. */
const names = (page: Page) => page.getByRole('table').locator('tbody tr td bdi:first-child')

const addLabel = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Add label' }).click()
  const form = page.getByRole('dialog', { name: 'Add label' })
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  await form.getByRole('textbox', { name: 'Name' }).press('Enter')
  await expect(form).toBeHidden()
}

test('a label set is made, changed by two at once, ordered, exported, imported and deleted', async ({
  page,
  context,
}, info) => {
  test.setTimeout(300_000)
  await enter(page, demoAccount('admin'))
  const project = await createProject(page, 'Labels')

  await test.step('from an empty page', async () => {
    await page.getByRole('link', { name: 'Label Sets' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Label Sets' })).toBeFocused()
    await expect(page.getByRole('heading', { name: 'No label sets yet' })).toBeVisible()
    await expectGoodAtAllWidths(page, 'label-sets-empty')
    await page.setViewportSize(wide)
    await page.getByRole('button', { name: 'Create label set' }).click()
    const form = page.getByRole('dialog', { name: 'Create label set' })
    await form.getByRole('textbox', { name: 'Name' }).fill('Ki-67 nuclei')
    await form.getByRole('button', { name: 'Create label set' }).click()
    await expect(page.getByRole('heading', { name: /^Ki-67 nuclei/ })).toBeVisible()
  })

  const other = await context.newPage()
  await other.goto(`${project}/labelsets`)
  await expect(other.getByRole('heading', { name: /^Ki-67 nuclei/ })).toBeVisible()

  await test.step('labels appear on another open page', async () => {
    for (const name of ['Positive nucleus', 'Negative nucleus', 'סטרומה 🧫']) await addLabel(page, name)
    await expect(names(other)).toHaveText(['Positive nucleus', 'Negative nucleus', 'סטרומה 🧫'])
  })

  await test.step('who renames what another page renames is told before anything is replaced', async () => {
    await other.getByRole('button', { name: 'Actions of Ki-67 nuclei' }).click()
    await other.getByRole('menuitem', { name: 'Edit label set' }).click()
    const late = other.getByRole('dialog', { name: 'Edit label set' })
    await late.getByRole('textbox', { name: 'Name' }).fill('Mine')
    await page.getByRole('button', { name: 'Actions of Ki-67 nuclei' }).click()
    await page.getByRole('menuitem', { name: 'Edit label set' }).click()
    const quick = page.getByRole('dialog', { name: 'Edit label set' })
    await quick.getByRole('textbox', { name: 'Name' }).fill('Nuclei')
    await quick.getByRole('button', { name: 'Save changes' }).click()
    await expect(late.getByText('It is now named “Nuclei”.')).toBeVisible()
    await expect(late.getByRole('textbox', { name: 'Name' })).toHaveValue('Mine')
    await late.getByRole('button', { name: 'Cancel' }).click()
    await expect(other.getByRole('heading', { name: /^Nuclei/ })).toBeVisible()
  })

  await test.step('the order is changed by keys and by dragging, and is there after a reload', async () => {
    const handle = page.getByRole('button', { name: 'Move סטרומה 🧫' })
    await handle.focus()
    await page.keyboard.press('Alt+ArrowUp')
    await page.keyboard.press('Alt+ArrowUp')
    await expect(handle).toBeFocused()
    const byKeys = ['סטרומה 🧫', 'Positive nucleus', 'Negative nucleus']
    await expect(names(page)).toHaveText(byKeys)
    await expect(names(other)).toHaveText(byKeys)
    await page
      .getByRole('button', { name: 'Move Positive nucleus' })
      .dragTo(page.getByRole('row', { name: /Negative nucleus/ }))
    const byDragging = ['סטרומה 🧫', 'Negative nucleus', 'Positive nucleus']
    await expect(names(other)).toHaveText(byDragging)
    await page.reload()
    await expect(names(page)).toHaveText(byDragging)
  })

  await test.step('all parts are accessible at all widths', async () => {
    await expectGoodAtAllWidths(page, 'label-sets')
    await page.setViewportSize(wide)
    await page.getByRole('button', { name: 'Actions of Positive nucleus' }).click()
    await page.getByRole('menuitem', { name: 'Edit label' }).click()
    const form = page.getByRole('dialog', { name: 'Edit label' })
    await expectGoodAtAllWidths(page, 'label', form)
    await page.setViewportSize(wide)
    await form.getByRole('button', { name: 'Violet' }).click()
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(form).toBeHidden()
    await expect(page.getByRole('img', { name: '#9E5BE2' })).toBeVisible()
  })

  await test.step('its file makes another label set', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Actions of Nuclei' }).click()
    await page.getByRole('menuitem', { name: 'Export as JSON' }).click()
    const file = info.outputPath('nuclei.json')
    await (await download).saveAs(file)
    expect((await download).suggestedFilename()).toBe('Nuclei.labelset.json')
    expect(JSON.parse(await readFile(file, 'utf8')).labels).toHaveLength(3)
    await page.getByLabel('File of a label set').setInputFiles(file)
    const list = page.getByRole('navigation', { name: 'Label sets' })
    await expect(list.getByRole('button')).toHaveCount(2)
    await expect(names(page)).toHaveText(['סטרומה 🧫', 'Negative nucleus', 'Positive nucleus'])
    await page.getByLabel('File of a label set').setInputFiles({
      name: 'wrong.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"format":"lamella-labelset","version":1,"name":"x","labels":[{"name":""}]}'),
    })
    await expect(page.getByRole('alert')).toContainText('wrong.json is no file of a label set. labels, number 1, name')
    await expect(list.getByRole('button')).toHaveCount(2)
  })

  await test.step('it is deleted after a question, on the other page too', async () => {
    await page.getByRole('button', { name: 'Actions of Nuclei' }).click()
    await page.getByRole('menuitem', { name: 'Delete label set' }).click()
    const question = page.getByRole('dialog', { name: 'Delete label set' })
    await expect(question).toContainText('3 labels')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(other.getByRole('navigation', { name: 'Label sets' }).getByRole('button')).toHaveCount(1)
  })
})

test.describe('with fingers', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })
  test('every target of the label sets is large enough', async ({ page }) => {
    await enter(page, demoAccount('admin'))
    const project = await createProject(page, 'Labels for fingers')
    await page.goto(`${project}/labelsets`)
    await page.getByRole('button', { name: 'Create label set' }).click()
    const form = page.getByRole('dialog', { name: 'Create label set' })
    await form.getByRole('textbox', { name: 'Name' }).fill('Nuclei')
    await form.getByRole('button', { name: 'Create label set' }).click()
    for (const name of ['Positive', 'Negative']) await addLabel(page, name)
    await expectTouchTargets(page, 'label sets')
  })
})
