import type { Page } from 'playwright/test'

/** On the page of sharing: adds somebody by name or address. */
export const shareWith = async (page: Page, text: string, role: string): Promise<void> => {
  await page.getByRole('combobox', { name: 'Role', exact: true }).click()
  await page.getByRole('option', { name: role, exact: true }).click()
  await page.getByRole('combobox', { name: 'People to add' }).fill(text)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Add person' }).click()
}
