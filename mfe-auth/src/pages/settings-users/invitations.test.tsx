import type { InvitationResult } from '@lamella/shared/contract'
import * as contract from '@lamella/shared/contract'
import { Refusal } from '@lamella/shared/testing/contract-server.ts'
import { enterText } from '@lamella/shared/testing/enter-text.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
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

  it('D2-7-28 sends many addresses with role and message at once', async () => {
    lab.server.on(contract.createInvitations, ({ body }) => {
      const addresses = ['h.moreau@lab.example', 'li.wei@lab.example', 'eva@lab.example']
      const shared = { role: 'GUEST', message: 'Our slides live here now.' }
      expect(body.data).toEqual(addresses.map((email) => ({ email, ...shared })))
      for (const email of addresses) lab.addInvitation(email)
      return { data: { success: addresses.map((email) => outcome(email)), fail: [] } }
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

  it('D2-7-29 lists each address that failed with its reason, and keeps it', async () => {
    const reason = { code: 'ERR_0409', detail: 'This person is already in your organization.' }
    lab.server.on(contract.createInvitations, () => ({
      data: { success: [outcome('li.wei@lab.example')], fail: [outcome('jonas@lab.example', reason)] },
    }))
    const dialog = await openDialog()
    await userEvent.type(
      dialog.getByRole('combobox', { name: 'Email addresses' }),
      'li.wei@lab.example, jonas@lab.example,',
    )
    await userEvent.click(dialog.getByRole('button', { name: 'Send invitations' }))
    const failures = within(await dialog.findByRole('alert'))
    expect(failures.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'jonas@lab.example: This person is already in your organization.',
    ])
    expect(dialog.getByText('1 address')).toBeVisible()
    expect(dialog.getByRole('combobox', { name: 'Email addresses' })).toHaveFocus()
    expect(lab.toasts).toEqual([{ kind: 'success', title: 'Invite users', detail: '1 invitation was sent.' }])
  })

  it('leads back to the addresses when nothing could be sent', async () => {
    lab.server.on(contract.createInvitations, () => new Refusal('ERR_5002'))
    const dialog = await openDialog()
    const field = dialog.getByRole('combobox', { name: 'Email addresses' })
    await userEvent.type(field, 'li.wei@lab.example,')
    await userEvent.click(dialog.getByRole('button', { name: 'Send invitations' }))
    expect(await dialog.findByRole('alert')).toBeVisible()
    expect(field).toHaveFocus()
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

  const filled =
    'Ada Lovelace <ada@lab.example>, "Li, Wei" <li.wei@lab.example>; eva@lab.example\tADA@lab.example, mo@lab.example'
  it.each([
    ['pasted', (field: HTMLElement) => userEvent.click(field).then(() => userEvent.paste(filled))],
    // As by a password manager, or an autofill of the browser.
    ['filled in', async (field: HTMLElement) => void fireEvent.change(field, { target: { value: filled } })],
  ])(
    'makes an entry of each of several addresses %s at once, without names, and says which was there',
    async (_, enter) => {
      const dialog = await openDialog()
      await enter(dialog.getByRole('combobox', { name: 'Email addresses' }))
      for (const name of ['ada', 'li.wei', 'eva', 'mo']) expect(dialog.getByText(`${name}@lab.example`)).toBeVisible()
      expect(dialog.getByText(/4 addresses$/)).toBeVisible()
      expect(dialog.getByText('ADA@lab.example was there already, and is invited once.')).toBeVisible()
      expect(dialog.queryByText(/no email address|valid email/)).not.toBeInTheDocument()
    },
  )

  it('takes a name with its address as it is typed, and ends an address at a space', async () => {
    const dialog = await openDialog()
    const field = dialog.getByRole('combobox', { name: 'Email addresses' })
    await userEvent.type(field, 'Ada Lovelace <ada@lab.example>eva@lab.example mo@lab.example')
    for (const name of ['ada', 'eva']) expect(dialog.getByText(`${name}@lab.example`)).toBeVisible()
    expect(field).toHaveValue('mo@lab.example')
  })

  it('takes 500 pasted addresses, each once, and names what is none', async () => {
    const people = Array.from({ length: 490 }, (_, index) => `person-${index}@lab.example`)
    lab.server.on(contract.createInvitations, ({ body }) => {
      expect(body.data.map(({ email }) => email)).toEqual(people)
      return { data: { success: people.map((email) => outcome(email)), fail: [] } }
    })
    const dialog = await openDialog()
    const wrong = ['Lovelace', 'ada@', '@lab.example', 'a b@lab', 'x@lab@example']
    await userEvent.click(dialog.getByRole('combobox', { name: 'Email addresses' }))
    await userEvent.paste([...people, ...wrong, 'PERSON-7@lab.example', '<person-8@lab.example>'].join('\n'))
    expect(dialog.getByText('6 of these are no email addresses: Lovelace, ada@, @lab.example and 3 more')).toBeVisible()
    const send = dialog.getByRole('button', { name: 'Send invitations' })
    expect(send).toBeDisabled()
    await userEvent.click(dialog.getByRole('button', { name: 'Remove what is no address' }))
    await userEvent.click(send)
    await waitFor(() => expect(lab.toasts).toMatchObject([{ detail: '490 invitations were sent.' }]))
  }, 60_000)

  it('of more than 500 at once is refused in words, and nothing of them is lost', async () => {
    const dialog = await openDialog()
    await userEvent.click(dialog.getByRole('combobox', { name: 'Email addresses' }))
    await userEvent.paste(Array.from({ length: 501 }, (_, index) => `person-${index}@lab.example`).join('\n'))
    expect(dialog.getByText('At most 500 people can be invited at once.')).toBeVisible()
    expect(dialog.getByText(/501 addresses$/)).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Send invitations' })).toBeDisabled()
  }, 60_000)

  it('asks before its page is left by choice, and forgets what was typed when that is confirmed', async () => {
    const dialog = await openDialog()
    const field = dialog.getByRole('combobox', { name: 'Email addresses' })
    const form = field.closest('form') as HTMLFormElement
    expect(form).not.toHaveAttribute('data-unsaved')
    await userEvent.type(field, 'li.wei@lab.example,')
    expect(form).toHaveAttribute('data-unsaved')
    // As the shell does when leaving is confirmed.
    fireEvent.reset(form)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await userEvent.click(screen.getByRole('button', { name: 'Invite users' }))
    const again = within(await screen.findByRole('dialog', { name: 'Invite users' }))
    expect(again.queryByText('li.wei@lab.example')).not.toBeInTheDocument()
  })

  it('is not possible in a full organisation', async () => {
    const dialog = await openDialog({ userLimit: 3 })
    await userEvent.type(dialog.getByRole('combobox', { name: 'Email addresses' }), 'li.wei@lab.example,')
    expect(dialog.getByText('0 of 3 users left, 1 address')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Send invitations' })).toBeDisabled()
  })

  it('that fails as a whole loses nothing that was typed; closing asks first', async () => {
    lab.server.on(contract.createInvitations, () => new Refusal('ERR_0429'))
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
