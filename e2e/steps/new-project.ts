import { expect, type Page } from 'playwright/test'

/** Opens the form of a new project from the list of projects: by its dialog, or directly as long as there are none. */
export const openNewProject = async (page: Page): Promise<void> => {
  const main = page.getByRole('main')
  const add = main.getByRole('button', { name: 'Add project' })
  const create = main.getByRole('button', { name: 'Create a new project' })
  await add.or(create).first().click()
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const item = page.getByRole('dialog').getByRole('link', { name: 'Create new project' })
  await expect(item.or(name)).toBeVisible()
  if (await item.isVisible()) await item.click()
  await expect(name).toBeVisible()
}
