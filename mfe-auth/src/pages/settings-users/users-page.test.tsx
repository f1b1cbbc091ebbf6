import * as contract from '@lamella/shared/contract'
import { Refusal } from '@lamella/shared/testing/contract-server.ts'
import { enterText } from '@lamella/shared/testing/enter-text.ts'
import { portalUser } from '@lamella/shared/testing/render-page.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { cells, memberOf, openUsers, page, rowOf, TestOrganisation } from '../../../test/organisation.tsx'

let lab: TestOrganisation
beforeEach(() => {
  lab = new TestOrganisation()
})
afterEach(() => lab.close())

describe('the members', () => {
  it('D1-2.6-59 are listed with mail, role, projects, storage and age of their last visit', async () => {
    openUsers('/settings/users', 'admin', { userLimit: 5 })
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Users')
    expect(await screen.findByRole('tab', { name: /^Members/ })).toHaveAttribute('aria-selected', 'true')
    const table = await screen.findByRole('table', { name: 'Members' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Name', 'Role', 'Projects', 'Storage used', 'Last active', 'Two-step', 'Active', 'Actions'])
    await waitFor(async () =>
      expect(cells(await rowOf('mara@lab.example')).slice(0, 5)).toEqual([
        // The role appears twice: also below the name, for tables without room for its column.
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

  it('D1-9-26 are only counted where their number has no limit', async () => {
    openUsers('/settings/users', 'admin', { userLimit: -1 })
    expect(await screen.findByText(/active users$/)).toHaveTextContent(/^3 active users$/)
  })

  it('D1-7-19 have an owner, read by the query that all parts of the portal share', async () => {
    const asked: unknown[] = []
    lab.server.on(contract.organisationAdmin, ({ query }) => {
      asked.push(query)
      return { data: { id: portalUser('member').id, email: 'jonas@lab.example' } }
    })
    openUsers()
    await waitFor(async () => expect(cells(await rowOf('jonas@lab.example'))[1]).toBe('User, owner'))
    expect(asked).toEqual([{ actionId: 'organisation.admin' }])
  })

  it('are found by name or mail', async () => {
    openUsers()
    await screen.findByText('jonas@lab.example')
    await enterText(screen.getByLabelText('Filter users'), 'SAMUEL@')
    expect(screen.getByText('Samuel Okafor')).toBeVisible()
    expect(screen.queryByText('Jonas Weber')).not.toBeInTheDocument()
    await userEvent.type(screen.getByLabelText('Filter users'), 'x')
    expect(screen.getByText('No users found.')).toBeVisible()
  })

  it('are deactivated after a question and activated at once', async () => {
    lab.server.on(contract.updateMember, ({ params, body }) => {
      lab.members = lab.members.map((member) => (member.id === params.userId ? { ...member, ...body.data } : member))
      return undefined
    })
    openUsers()
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
    lab.server.on(contract.updateMember, ({ params, body }) => {
      expect([params.userId, body.data]).toEqual([portalUser('member').id, { role: 'GUEST' }])
      lab.members = lab.members.map((member) => (member.id === params.userId ? { ...member, isGuest: true } : member))
      return undefined
    })
    openUsers()
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

  it('keep their role with Escape, and the focus is back at the menu', async () => {
    openUsers()
    const menu = (await rowOf('jonas@lab.example')).getByRole('button', { name: 'Role of Jonas Weber' })
    await userEvent.click(menu)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Make guest' }))
    await screen.findByRole('dialog', { name: 'Change role' })
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(menu).toHaveFocus()
  })

  it('who have lost their authenticator app get it reset after a question', async () => {
    lab.members = [
      memberOf('admin', { secondFactor: true }),
      memberOf('member', { secondFactor: true }),
      memberOf('guest'),
    ]
    lab.server.on(contract.resetSecondFactor, ({ params }) => {
      expect(params.userId).toBe(portalUser('member').id)
      lab.members = [memberOf('admin', { secondFactor: true }), memberOf('member'), memberOf('guest')]
      return undefined
    })
    openUsers()
    await waitFor(async () => expect(cells(await rowOf('jonas@lab.example'))[5]).toBe('On'))
    expect(cells(await rowOf('samuel@lab.example'))[5]).toBe('–')
    await userEvent.click((await rowOf('samuel@lab.example')).getByRole('button', { name: 'Role of Samuel Okafor' }))
    expect(screen.queryByRole('menuitem', { name: 'Reset two-step verification' })).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await userEvent.click((await rowOf('jonas@lab.example')).getByRole('button', { name: 'Role of Jonas Weber' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Reset two-step verification' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reset two-step verification' }))
    expect(dialog.getByText(/Make sure that it is Jonas Weber who asks/)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Reset' }))
    await waitFor(async () => expect(cells(await rowOf('jonas@lab.example'))[5]).toBe('–'))
  })

  it('that the lab.server does not change stay as they are, with its reason', async () => {
    lab.members = [memberOf('admin'), memberOf('member', { active: false })]
    lab.server.on(contract.updateMember, () => new Refusal('ERR_5002'))
    openUsers()
    await userEvent.click((await rowOf('jonas@lab.example')).getByRole('switch'))
    await waitFor(() =>
      expect(lab.toasts).toEqual([
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
    openUsers()
    const own = await rowOf('mara@lab.example')
    expect(own.getByRole('switch')).toBeDisabled()
    expect(own.queryByRole('button')).not.toBeInTheDocument()
  })

  it('that cannot be read are read again', async () => {
    lab.server.on(contract.listMembers, () => new Refusal('ERR_0500'))
    openUsers()
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.getByText('The users could not be retrieved')).toBeVisible()
    lab.server.on(contract.listMembers, () => page(lab.members))
    await userEvent.click(again)
    expect(await screen.findByText('Jonas Weber')).toBeVisible()
  })
})

describe('a user who is no admin', () => {
  it('sees who there is, and changes nothing', async () => {
    openUsers('/settings/users', 'member')
    await screen.findByText('Samuel Okafor')
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Name', 'Role'])
    expect(screen.queryByRole('tab')).not.toBeInTheDocument()
    expect(screen.queryByRole('switch')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Invite users' })).not.toBeInTheDocument()
    expect(lab.server.calls).not.toContain('GET /api/v1/invitations')
  })

  it('sees at the address of the invitations who can invite', async () => {
    openUsers('/settings/users?scope=invitations', 'member')
    expect(await screen.findByText('Only admins of your organization can invite users.')).toBeVisible()
  })
})
