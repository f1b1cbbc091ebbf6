import type { Invitation, InvitationResult, Member } from '@lamella/shared/contract'
import * as contract from '@lamella/shared/contract'
import { bus, type Toast } from '@lamella/shared/events'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { type PersonKind, portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import UsersPage from './users-page.tsx'

const page = <T,>(data: T[]) => ({ data, links: { next: null } })
const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()
const idOf = (index: number) => `019aa000-0000-7000-8000-0000000000f${index}`

const memberOf = (kind: PersonKind, changes: Partial<Member> = {}): Member => ({
  ...portalUser(kind),
  active: true,
  projectCount: 2,
  storageUsed: 3 * 1024 ** 3,
  lastActive: inDays(-6),
  ...changes,
})

/** What the server has; tests change it. */
let members: Member[]
let invitations: Invitation[]
let server: ContractServer
let toasts: Toast[]
const subscription = bus.on('toast/show').subscribe((toast) => toasts.push(toast))
afterAll(() => subscription.unsubscribe())

const addInvitation = (email: string, changes: Partial<Invitation> = {}): Invitation => {
  const inviter = { id: portalUser('admin').id, fullName: portalUser('admin').fullName }
  const invitation: Invitation = {
    id: idOf(invitations.length),
    email,
    role: 'USER',
    created: inDays(-1),
    expires: inDays(6),
    invitedBy: inviter,
    ...changes,
  }
  invitations.push(invitation)
  return invitation
}

beforeEach(() => {
  sessionStorage.clear()
  members = [memberOf('admin'), memberOf('member'), memberOf('guest', { storageUsed: 0, projectCount: 0 })]
  invitations = []
  toasts = []
  server = ContractServer.start()
    .on(contract.listMembers, () => page(members))
    .on(contract.listUsers, () => page([portalUser('admin'), portalUser('member'), portalUser('guest')]))
    .on(contract.organisationAdmin, () => ({ data: { id: portalUser('admin').id, email: 'mara@lab.example' } }))
    .on(contract.listInvitations, () => page(invitations))
})
afterEach(() => server.close())

const open = (at = '/settings/users', as: PersonKind = 'admin', limits = {}) =>
  renderPage(<UsersPage />, { at, as, limits })
const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest('tr')
  if (!row) throw new Error(`${name} is in no row`)
  return within(row)
}
const cells = (row: Awaited<ReturnType<typeof rowOf>>) => row.getAllByRole('cell').map(({ textContent }) => textContent)

describe('the members', () => {
  it('D1-2.6-59 are listed with mail, role, projects, storage and age of their last visit', async () => {
    open('/settings/users', 'admin', { userLimit: 5 })
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Users')
    expect(await screen.findByRole('tab', { name: /^Members/ })).toHaveAttribute('aria-selected', 'true')
    const table = await screen.findByRole('table', { name: 'Members' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Name', 'Role', 'Projects', 'Storage used', 'Last active', 'Active', 'Actions'])
    await waitFor(async () =>
      expect(cells(await rowOf('mara@lab.example')).slice(0, 5)).toEqual([
        // The role once more: it is drawn here where the table has no room for its column.
        'MLMara Lindqvist (you)mara@lab.exampleAdmin, owner',
        'Admin, owner',
        '2',
        '3.0 GB',
        'now',
      ]),
    )
    expect(cells(await rowOf('samuel@lab.example')).slice(1, 5)).toEqual(['Guest', '0', '–', '6 days ago'])
    expect(screen.getByText(/active users$/)).toHaveTextContent('3 of 5 active users')
  })

  it('have an owner whom the query tells that all parts of the portal share', async () => {
    const asked: unknown[] = []
    server.on(contract.organisationAdmin, ({ query }) => {
      asked.push(query)
      return { data: { id: portalUser('member').id, email: 'jonas@lab.example' } }
    })
    open()
    await waitFor(async () => expect(cells(await rowOf('jonas@lab.example'))[1]).toBe('User, owner'))
    expect(asked).toEqual([{ actionId: 'organisation.admin' }])
  })

  it('are found by name or mail', async () => {
    open()
    await screen.findByText('jonas@lab.example')
    await userEvent.type(screen.getByLabelText('Filter users'), 'SAMUEL@')
    expect(screen.getByText('Samuel Okafor')).toBeVisible()
    expect(screen.queryByText('Jonas Weber')).not.toBeInTheDocument()
    await userEvent.type(screen.getByLabelText('Filter users'), 'x')
    expect(screen.getByText('No users found.')).toBeVisible()
  })

  it('are deactivated after a question and activated at once', async () => {
    server.on(contract.updateMember, ({ params, body }) => {
      members = members.map((member) => (member.id === params.userId ? { ...member, ...body.data } : member))
      return undefined
    })
    open()
    const access = async () => (await rowOf('jonas@lab.example')).getByRole('switch', { name: 'Jonas Weber is active' })
    await userEvent.click(await access())
    const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate user' }))
    expect(dialog.getByText(/^Jonas Weber is logged out everywhere/)).toBeVisible()
    expect(await access()).toBeChecked()
    await userEvent.click(dialog.getByRole('button', { name: 'Deactivate' }))
    await waitFor(async () => expect(await access()).not.toBeChecked())
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await userEvent.click(await access())
    await waitFor(async () => expect(await access()).toBeChecked())
  })

  it('get another role after a question that says what it means', async () => {
    server.on(contract.updateMember, ({ params, body }) => {
      expect([params.userId, body.data]).toEqual([portalUser('member').id, { role: 'GUEST' }])
      members = members.map((member) => (member.id === params.userId ? { ...member, isGuest: true } : member))
      return undefined
    })
    open()
    await userEvent.click((await rowOf('jonas@lab.example')).getByRole('button', { name: 'Role of Jonas Weber' }))
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'Make admin',
      'Make guest',
    ])
    await userEvent.click(screen.getByRole('menuitem', { name: 'Make guest' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Change role' }))
    expect(dialog.getByText(/^Jonas Weber can only view what is shared/)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Make guest' }))
    await waitFor(async () => expect(cells(await rowOf('jonas@lab.example'))[1]).toBe('Guest'))
  })

  it('that the server does not change stay as they are, with its reason', async () => {
    members = [memberOf('admin'), memberOf('member', { active: false })]
    server.on(contract.updateMember, () => new Refusal('ERR_5002'))
    open()
    await userEvent.click((await rowOf('jonas@lab.example')).getByRole('switch'))
    await waitFor(() =>
      expect(toasts).toEqual([
        {
          kind: 'error',
          title: 'Jonas Weber',
          detail: 'Your organization has reached the maximum number of users.',
        },
      ]),
    )
    expect((await rowOf('jonas@lab.example')).getByRole('switch')).not.toBeChecked()
  })

  it('never change themselves or the owner', async () => {
    open()
    const own = await rowOf('mara@lab.example')
    expect(own.getByRole('switch')).toBeDisabled()
    expect(own.queryByRole('button')).not.toBeInTheDocument()
  })

  it('that cannot be read are read again', async () => {
    server.on(contract.listMembers, () => new Refusal('ERR_0500'))
    open()
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.getByText('The users could not be retrieved')).toBeVisible()
    server.on(contract.listMembers, () => page(members))
    await userEvent.click(again)
    expect(await screen.findByText('Jonas Weber')).toBeVisible()
  })
})

describe('a user who is no admin', () => {
  it('sees who there is, and changes nothing', async () => {
    open('/settings/users', 'member')
    await screen.findByText('Samuel Okafor')
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Name', 'Role'])
    expect(screen.queryByRole('tab')).not.toBeInTheDocument()
    expect(screen.queryByRole('switch')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Invite users' })).not.toBeInTheDocument()
    expect(server.calls).not.toContain('GET /api/v1/invitations')
  })

  it('is told at the address of the invitations who invites', async () => {
    open('/settings/users?scope=invitations', 'member')
    expect(await screen.findByText('Only admins of your organization can invite users.')).toBeVisible()
  })
})

describe('the invitations', () => {
  it('D1-2.6-60 are opened by the address, and the tabs change the address', async () => {
    addInvitation('h.moreau@lab.example')
    addInvitation('li.wei@lab.example', { role: 'GUEST', expires: inDays(-1), invitedBy: null })
    const { location } = open('/settings/users?scope=invitations')
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
    const { id } = addInvitation('h.moreau@lab.example')
    server.on(contract.resendInvitation, () => undefined)
    open('/settings/users?scope=invitations')
    await userEvent.click(await screen.findByRole('button', { name: 'Resend to h.moreau@lab.example' }))
    await waitFor(() => expect(toasts).toMatchObject([{ kind: 'success', title: 'Resend' }]))
    expect(server.calls).toContain(`POST /api/v1/invitations/${id}/resend`)
  })

  it('are revoked after a question', async () => {
    addInvitation('h.moreau@lab.example')
    server.on(contract.revokeInvitation, ({ params }) => {
      invitations = invitations.filter(({ id }) => id !== params.invitationId)
      return undefined
    })
    open('/settings/users?scope=invitations')
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke for h.moreau@lab.example' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke invitation' }))
    expect(dialog.getByText('The link that was sent to h.moreau@lab.example stops working.')).toBeVisible()
    expect(server.calls.some((call) => call.startsWith('DELETE'))).toBe(false)
    await userEvent.click(dialog.getByRole('button', { name: 'Revoke' }))
    expect(await screen.findByRole('heading', { name: 'No open invitations' })).toBeVisible()
  })
})

describe('inviting', () => {
  const openDialog = async (limits = {}) => {
    open('/settings/users?scope=invitations', 'admin', limits)
    // Meanwhile the button has moved from the title into the empty list.
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
    server.on(contract.invite, ({ body }) => {
      expect(body.data).toEqual({
        emails: ['h.moreau@lab.example', 'li.wei@lab.example', 'eva@lab.example'],
        role: 'GUEST',
        message: 'Our slides live here now.',
      })
      for (const email of body.data.emails) addInvitation(email)
      return { data: body.data.emails.map((email) => outcome(email)) }
    })
    const dialog = await openDialog({ userLimit: 6 })
    const send = dialog.getByRole('button', { name: 'Send invitations' })
    expect(send).toBeDisabled()
    await userEvent.click(dialog.getByRole('combobox', { name: 'Email addresses' }))
    await userEvent.paste('h.moreau@lab.example; li.wei@lab.example\neva@lab.example')
    expect(dialog.getByText('3 of 6 users left, 3 addresses')).toBeVisible()
    await userEvent.click(dialog.getByRole('radio', { name: 'Guest' }))
    await userEvent.type(dialog.getByLabelText('Message'), 'Our slides live here now.')
    await userEvent.click(send)
    expect(await screen.findByText('eva@lab.example')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(toasts).toEqual([{ kind: 'success', title: 'Invite users', detail: '3 invitations were sent.' }])
  })

  it('lists each address that failed with its reason, and keeps it', async () => {
    const reason = { code: 'ERR_0409', detail: 'This person is already in your organisation.' }
    server.on(contract.invite, () => ({
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
    expect(toasts).toEqual([{ kind: 'success', title: 'Invite users', detail: '1 invitation was sent.' }])
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
    server.on(contract.invite, () => new Refusal('ERR_0429'))
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
    const first = open()
    await userEvent.click(await screen.findByRole('button', { name: 'Invite users' }))
    const dialog = async () => within(await screen.findByRole('dialog', { name: 'Invite users' }))
    await userEvent.type((await dialog()).getByRole('combobox', { name: 'Email addresses' }), 'li.wei@lab.example,eva')
    await userEvent.click((await dialog()).getByRole('radio', { name: 'Guest' }))
    first.unmount()
    open()
    const again = await dialog()
    expect(again.getByText('li.wei@lab.example')).toBeVisible()
    expect(again.getByText('eva')).toBeVisible()
    expect(again.getByRole('radio', { name: 'Guest' })).toBeChecked()
    expect(again.getByText('Your text was restored.')).toBeVisible()
  })
})
