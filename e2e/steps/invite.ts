import { expect, type Locator, type Page } from 'playwright/test'

/** The dialog of an admin, opened, with addresses in its field. */
export const openInviteDialog = async (page: Page, addresses: readonly string[]): Promise<Locator> => {
  await page.goto('/settings/users?scope=invitations')
  await page
    .getByRole('button', { name: /^Invite users/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Invite users' })
  for (const address of addresses) {
    await dialog.getByLabel('Email addresses').fill(address)
    await page.keyboard.press('Enter')
  }
  return dialog
}

/** An admin invites somebody, who is listed then. */
export const sendInvitation = async (page: Page, email: string): Promise<void> => {
  const dialog = await openInviteDialog(page, [email])
  await dialog.getByRole('button', { name: 'Send invitations' }).click()
  await expect(page.getByRole('table').getByText(email)).toBeVisible()
}
