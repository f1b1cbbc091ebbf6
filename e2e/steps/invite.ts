import { expect, type Locator, type Page } from 'playwright/test'

/** Opens the invitation dialog as an admin and enters addresses. */
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

/** Invites a person as an admin and waits until the invitation is listed. */
export const sendInvitation = async (page: Page, email: string): Promise<void> => {
  const dialog = await openInviteDialog(page, [email])
  await dialog.getByRole('button', { name: 'Send invitations' }).click()
  await expect(page.getByRole('table').getByText(email)).toBeVisible()
}
