import type { InvitationResult } from '@lamella/shared/contract'
import * as contract from '@lamella/shared/contract'
import { Refusal } from '@lamella/shared/testing/contract-server.ts'
import { enterText } from '@lamella/shared/testing/enter-text.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { cells, idOf, inDays, openUsers, rowOf, TestOrganisation } from '../../../test/organisation.tsx'

let lab: TestOrganisation
beforeEach(() => {
  lab = new TestOrganisation()
})
afterEach(() => lab.close())

describe('the invitations', () => {
  const choose = async (action: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Invitation of h.moreau@lab.example' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: action }))
  }

  it('D1-2.6-60 are opened by the address, and the tabs change the address', async () => {
    lab.addInvitation('h.moreau@lab.example')
    lab.addInvitation('li.wei@lab.example', { role: 'GUEST', expires: inDays(-1), invitedBy: null })
    const { location } = openUsers('/settings/users?scope=invitations')
    expect(await screen.findByRole('tab', { name: /^Invitations/ })).toHaveAttribute('aria-selected', 'true')
    expect(cells(await rowOf('h.moreau@lab.example')).slice(1, 5)).toEqual([
      'User',
      'Invited',
      'Mara Lindqvist',
      'a day ago',
    ])
    expect(cells(await rowOf('li.wei@lab.example')).slice(1, 4)).toEqual(['Guest', 'Expired', '–'])
    expect(screen.getByRole('tab', { name: /^Invitations/ })).toHaveTextContent('Invitations2')
    await userEvent.click(screen.getByRole('tab', { name: /^Members/ }))
    expect(location()).toBe('/settings/users')
    await userEvent.click(screen.getByRole('tab', { name: /^Invitations/ }))
    expect(location()).toBe('/settings/users?scope=invitations')
  })

  it('are sent again', async () => {
    const { id } = lab.addInvitation('h.moreau@lab.example')
    lab.server.on(contract.resendInvitation, () => undefined)
    openUsers('/settings/users?scope=invitations')
    await choose('Resend')
    await waitFor(() => expect(lab.toasts).toMatchObject([{ kind: 'success', title: 'Resend' }]))
    expect(lab.server.calls).toContain(`POST /api/v1/invitations/${id}/resend`)
  })

  it('are revoked after a question', async () => {
    lab.addInvitation('h.moreau@lab.example')
    lab.server.on(contract.revokeInvitation, ({ params }) => {
      lab.invitations = lab.invitations.filter(({ id }) => id !== params.invitationId)
      return undefined
    })
    openUsers('/settings/users?scope=invitations')
    await choose('Revoke')
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke invitation' }))
    expect(dialog.getByText('The link that was sent to h.moreau@lab.example stops working.')).toBeVisible()
    expect(lab.server.calls.some((call) => call.startsWith('DELETE'))).toBe(false)
    await userEvent.click(dialog.getByRole('button', { name: 'Revoke' }))
    expect(await screen.findByRole('heading', { name: 'No open invitations' })).toBeVisible()
  })
})

it('an invitation is kept with Escape, and the focus is back at its menu', async () => {
  lab.addInvitation('h.moreau@lab.example')
  openUsers('/settings/users?scope=invitations')
  const menu = await screen.findByRole('button', { name: 'Invitation of h.moreau@lab.example' })
  await userEvent.click(menu)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Revoke' }))
  await screen.findByRole('dialog', { name: 'Revoke invitation' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(menu).toHaveFocus()
})

describe('inviting', () => {
  const openDialog = async (limits = {}) => {
    openUsers('/settings/users?scope=invitations', 'admin', limits)
    // The button has moved from the title into the empty list.
    await screen.findByRole('heading', { name: 'No open invitations' })
    await userEvent.click(screen.getByRole('button', { name: 'Invite users' }))
    return within(await screen.findByRole('dialog', { name: 'Invite users' }))
  }
  const outcome = (email: string, error: InvitationResult['error'] = null): InvitationResult => ({
    email,
    invitationId: error ? null : idOf(7),
    error,
  })

  it('sends many addresses with role and message at once', async () => {
    lab.server.on(contract.invite, ({ body }) => {
      expect(body.data).toEqual({
        emails: ['h.moreau@lab.example', 'li.wei@lab.example', 'eva@lab.example'],
        role: 'GUEST',
        message: 'Our slides live here now.',
      })
      for (const email of body.data.emails) lab.addInvitation(email)
      return { data: body.data.emails.map((email) => outcome(email)) }
    })
    const dialog = await openDialog({ userLimit: 6 })
    const send = dialog.getByRole('button', { name: 'Send invitations' })
    expect(send).toBeDisabled()
    await userEvent.click(dialog.getByRole('combobox', { name: 'Email addresses' }))
    await userEvent.paste('h.moreau@lab.example; li.wei@lab.example\neva@lab.example')
    expect(dialog.getByText('3 of 6 users left, 3 addresses')).toBeVisible()
    await userEvent.click(dialog.getByRole('radio', { name: 'Guest' }))
    await enterText(dialog.getByLabelText('Message'), 'Our slides live here now.')
    await userEvent.click(send)
    expect(await screen.findByText('eva@lab.example')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(lab.toasts).toEqual([{ kind: 'success', title: 'Invite users', detail: '3 invitations were sent.' }])
  })

  it('lists each address that failed with its reason, and keeps it', async () => {
    const reason = { code: 'ERR_0409', detail: 'This person is already in your organisation.' }
    lab.server.on(contract.invite, () => ({
      data: [outcome('li.wei@lab.example'), outcome('jonas@lab.example', reason)],
    }))
    const dialog = await openDialog()
    await userEvent.type(
      dialog.getByRole('combobox', { name: 'Email addresses' }),
      'li.wei@lab.example, jonas@lab.example,',
    )
    await userEvent.click(dialog.getByRole('button', { name: 'Send invitations' }))
    const failures = within(await dialog.findByRole('alert'))
    expect(failures.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'jonas@lab.example: This person is already in your organisation.',
    ])
    expect(dialog.getByText('1 address')).toBeVisible()
    expect(lab.toasts).toEqual([{ kind: 'success', title: 'Invite users', detail: '1 invitation was sent.' }])
  })

  it('asks for addresses that are valid', async () => {
    const dialog = await openDialog()
    await userEvent.type(
      dialog.getByRole('combobox', { name: 'Email addresses' }),
      'li.wei@lab.example,reviewer2@openpathology,',
    )
    expect(dialog.getByText('reviewer2@openpathology: Please provide a valid email address!')).toBeVisible()
    expect(dialog.getByText(/1 address$/)).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Send invitations' })).toBeDisabled()
    await userEvent.type(dialog.getByRole('combobox', { name: 'Email addresses' }), '{Backspace}')
    expect(dialog.getByRole('button', { name: 'Send invitations' })).toBeEnabled()
  })

  it('is not possible in a full organisation', async () => {
    const dialog = await openDialog({ userLimit: 3 })
    await userEvent.type(dialog.getByRole('combobox', { name: 'Email addresses' }), 'li.wei@lab.example,')
    expect(dialog.getByText('0 of 3 users left, 1 address')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Send invitations' })).toBeDisabled()
  })

  it('that fails as a whole loses nothing that was typed; closing asks first', async () => {
    lab.server.on(contract.invite, () => new Refusal('ERR_0429'))
    const dialog = await openDialog()
    await userEvent.type(dialog.getByRole('combobox', { name: 'Email addresses' }), 'li.wei@lab.example,')
    await userEvent.type(dialog.getByLabelText('Message'), 'Hi')
    await userEvent.click(dialog.getByRole('button', { name: 'Send invitations' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('Too many requests. Try again in a moment.')
    expect(dialog.getByLabelText('Message')).toHaveValue('Hi')
    await userEvent.click(dialog.getByRole('button', { name: 'Close dialog' }))
    expect(await screen.findByRole('dialog', { name: 'You have unsaved changes' })).toBeVisible()
  })

  it('that was taken away has its text again', async () => {
    const first = openUsers()
    await userEvent.click(await screen.findByRole('button', { name: 'Invite users' }))
    const dialog = async () => within(await screen.findByRole('dialog', { name: 'Invite users' }))
    await userEvent.type((await dialog()).getByRole('combobox', { name: 'Email addresses' }), 'li.wei@lab.example,eva')
    await userEvent.click((await dialog()).getByRole('radio', { name: 'Guest' }))
    first.unmount()
    openUsers()
    const again = await dialog()
    expect(again.getByText('li.wei@lab.example')).toBeVisible()
    expect(again.getByText('eva')).toBeVisible()
    expect(again.getByRole('radio', { name: 'Guest' })).toBeChecked()
    expect(again.getByText('Your text was restored.')).toBeVisible()
  })
})
