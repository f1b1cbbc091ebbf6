import * as contract from '@lamella/shared/contract'
import { Refusal } from '@lamella/shared/testing/contract-server.ts'
import { enterText } from '@lamella/shared/testing/enter-text.ts'
import { outlineOfList, pageOfList } from '@lamella/shared/testing/long-list.ts'
import { portalUser } from '@lamella/shared/testing/render-page.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { inDays, memberOf, openUsers, TestOrganisation } from '../../../test/organisation.tsx'

let lab: TestOrganisation
const asked: object[] = []
beforeEach(() => {
  asked.length = 0
  window.innerHeight = 1080
  lab = new TestOrganisation()
})
afterEach(() => lab.close())

const idAt = (index: number) => `019aa000-0000-7000-8000-${String(index).padStart(12, '0')}`
// Not by roles, which cost seconds in long tables.
const names = () => [...document.querySelectorAll('tbody td:first-child')].map(({ textContent }) => textContent ?? '')
const calls = (path: string) => lab.server.calls.filter((call) => call.startsWith(`GET ${path}`))

describe('of 1,000 members', () => {
  const nameOf = (index: number) => ({ firstName: `Person ${1000 + index}`, lastName: 'Test' })
  beforeEach(() => {
    lab.members = Array.from({ length: 1000 }, (_, index) =>
      memberOf('member', {
        ...nameOf(index),
        id: idAt(index),
        fullName: `Person ${1000 + index} Test`,
        email: `p${1000 + index}@lab.example`,
        active: index % 10 > 0,
      }),
    )
    const found = ({
      sort,
      'filter[text]': text = '',
    }: {
      sort?: string | undefined
      'filter[text]'?: string | undefined
    }) => {
      const matching = lab.members.filter(({ email }) => email.includes(text))
      return sort?.startsWith('-') ? matching.toReversed() : matching
    }
    lab.server
      .on(contract.listMembers, ({ query }) => {
        asked.push(query)
        return pageOfList(found(query), query)
      })
      .on(contract.getMemberOutline, ({ query }) => ({
        data: { ...outlineOfList(found(query), 1000, query), active: 900 },
      }))
  })

  it('D3-7-21 one answer of 250 is read, and numbers of all are those of the server', async () => {
    openUsers('/settings/users', 'admin', { userLimit: 1200 })
    await waitFor(() => expect(names()[0]).toContain('Person 1000 Test'))
    expect(await screen.findByText('1,000 total')).toBeVisible()
    expect(screen.getByRole('tab', { name: /^Members/ })).toHaveTextContent('Members1,000')
    expect(screen.getByText(/active users$/)).toHaveTextContent('900 of 1,200 active users')
    expect(names().length).toBeLessThan(40)
    expect(asked).toHaveLength(1)
    await userEvent.click(screen.getByLabelText('Next page'))
    await waitFor(() => expect(names()[0]).not.toContain('Person 1000 Test'))
    expect(asked).toHaveLength(1)
  })

  it('the server sorts and finds them, from the first page on', async () => {
    openUsers()
    await userEvent.click(await screen.findByLabelText('Next page'))
    await userEvent.click(screen.getByRole('button', { name: /^Name/ }))
    await waitFor(() => expect(names()[0]).toContain('Person 1999 Test'))
    await enterText(screen.getByLabelText('Filter users'), 'p177')
    await waitFor(() => expect(names()).toHaveLength(10))
    expect(names()[0]).toContain('Person 1779 Test')
    expect(asked.slice(1)).toMatchObject([{ sort: '-name' }, { sort: '-name', 'filter[text]': 'p177' }])
    await enterText(screen.getByLabelText('Filter users'), 'nobody')
    expect(await screen.findByText('No users found.')).toBeVisible()
  })

  it('a change is seen on the page that is shown', async () => {
    lab.server.on(contract.updateMember, ({ params, body }) => {
      lab.members = lab.members.map((member) => (member.id === params.userId ? { ...member, ...body.data } : member))
      return undefined
    })
    openUsers()
    await screen.findByText('1,000 total')
    await userEvent.click(screen.getByRole('button', { name: /^Name/ }))
    await waitFor(() => expect(names()[0]).toContain('Person 1999 Test'))
    const row = within(screen.getByText('p1990@lab.example').closest('tr') as HTMLElement)
    await userEvent.click(row.getByRole('switch'))
    await waitFor(() => expect(row.getByRole('switch')).toBeChecked())
    expect(names()[0]).toContain('Person 1999 Test')
  })

  it('a page that cannot be read can be asked for again', async () => {
    openUsers()
    await screen.findByText('1,000 total')
    lab.server.on(contract.listMembers, () => new Refusal('ERR_0409'))
    await userEvent.click(screen.getByRole('button', { name: /^Name/ }))
    expect(await screen.findByRole('alert')).toHaveTextContent('The users could not be retrieved')
    lab.server.on(contract.listMembers, ({ query }) => pageOfList(lab.members.toReversed(), query))
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(names()[0]).toContain('Person 1999 Test'))
  })
})

it('who is no admin reads users by pages too', async () => {
  const users = Array.from({ length: 600 }, (_, index) => ({
    ...portalUser('member'),
    id: idAt(index),
    fullName: `Person ${1000 + index} Test`,
  }))
  lab.server
    .on(contract.listUsers, ({ query }) => {
      asked.push(query)
      return pageOfList(query.sort === '-name' ? users.toReversed() : users, query)
    })
    .on(contract.getUserOutline, ({ query }) => ({ data: outlineOfList(users, 600, query) }))
  openUsers('/settings/users', 'member')
  expect(await screen.findByText('600 total')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: /^Name/ }))
  await waitFor(() => expect(names()[0]).toContain('Person 1599 Test'))
  expect(asked).toMatchObject([{ sort: 'name' }, { sort: '-name' }])
  expect(calls('/api/v1/organisation/members')).toEqual([])
})

it('D3-7-21 of 600 invitations one answer of 250 is read, and those that hold a seat are counted by the server', async () => {
  const invitations = Array.from({ length: 600 }, (_, index) => ({
    ...lab.addInvitation(`i${1000 + index}@lab.example`, { expires: inDays(3) }),
    id: idAt(index),
  }))
  lab.server
    .on(contract.listInvitations, ({ query }) => {
      asked.push(query)
      return pageOfList(query.sort === '-email' ? invitations.toReversed() : invitations, query)
    })
    .on(contract.getInvitationOutline, ({ query }) => ({
      data: { ...outlineOfList(invitations, 600, query), pending: 597 },
    }))
  openUsers('/settings/users?scope=invitations', 'admin', { userLimit: 1000 })
  expect(await screen.findByText('600 total')).toBeVisible()
  expect(screen.getByRole('tab', { name: /^Invitations/ })).toHaveTextContent('Invitations600')
  expect(names().length).toBeLessThan(40)
  await userEvent.click(screen.getByRole('button', { name: /^Email/ }))
  await userEvent.click(screen.getByRole('button', { name: /^Email/ }))
  await waitFor(() => expect(names()[0]).toContain('i1599@lab.example'))
  expect(asked.map((query) => ('sort' in query ? query.sort : null))).toEqual([null, 'email', '-email'])
  await userEvent.click(screen.getByRole('button', { name: 'Invite users' }))
  const dialog = await screen.findByRole('dialog')
  // 1,000 seats, less three active members and those who are invited.
  expect(await within(dialog).findByText(/400 of 1,000 users left/)).toBeVisible()
})
