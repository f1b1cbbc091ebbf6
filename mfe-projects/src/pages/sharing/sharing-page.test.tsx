import * as contract from '@lamella/shared/contract'
import { bus, type Toast } from '@lamella/shared/events'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { type PersonKind, portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { candidatesAmong, foundAmong, recognisedAmong } from '@lamella/shared/testing/user-calls.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import SharingPage from './sharing-page.tsx'

const [mara, jonas, samuel] = [portalUser('admin'), portalUser('member'), portalUser('guest')]
const aiko = {
  ...jonas,
  id: '019aa000-0000-7000-8000-000000000004',
  firstName: 'Aiko',
  lastName: 'Tanaka',
  fullName: 'Aiko Tanaka',
  email: 'aiko@lab.example',
}
const projectId = '019aa000-0000-7000-8000-0000000000b1'
const added = '2026-11-13T08:09:10.000Z'

let owner = jonas.id
let contributors: contract.Contributor[] = []
let invitations: contract.ProjectInvitation[] = []
const project = (): contract.Project => ({
  id: projectId,
  name: 'Ki-67',
  description: '',
  owner,
  created: added,
  modified: added,
  imageCount: 3,
  thumbnailUrl: null,
  contributors: contributors.map(({ userId, role }) => ({ userId, role })),
  statistics: { imageCount: 3, annotationCount: 0, jobCount: 2 },
})
const invitation: contract.ProjectInvitation = {
  id: '019aa000-0000-7000-8000-0000000000c1',
  email: 'p.haas@else.example',
  role: 'viewer',
  account: 'GUEST',
  created: new Date().toISOString(),
  expires: new Date(Date.now() + 5 * 86_400_000 - 60_000).toISOString(),
  invitedBy: { id: jonas.id, fullName: jonas.fullName },
}

let toasts: Toast[] = []
bus.on('toast/show').subscribe((toast) => toasts.push(toast))

const everybody = () => [mara, jonas, samuel, aiko]
let server: ContractServer
beforeEach(() => {
  toasts = []
  sessionStorage.clear()
  owner = jonas.id
  invitations = []
  contributors = [
    { userId: aiko.id, role: 'editor', added },
    { userId: samuel.id, role: 'viewer', added },
  ]
  const none = { links: { next: null } }
  server = ContractServer.start()
    .on(contract.getProject, () => ({ data: project() }))
    .on(contract.listContributors, () => ({ data: contributors, ...none }))
    .on(contract.listProjectInvitations, () => ({ data: invitations, ...none }))
    .on(contract.findUsers, foundAmong(everybody))
    .on(contract.recogniseUsers, recognisedAmong(everybody))
    .on(contract.findCandidates, candidatesAmong(everybody))
    .on(contract.organisationUsage, () => ({ data: [{ key: 'userLimit' as const, used: 4 }] }))
    .on(contract.getAvatar, () => new Refusal('ERR_0404'))
})
afterEach(() => server.close())

const open = async (as: PersonKind = 'member', options: { user?: Partial<contract.CurrentUser> } = {}) => {
  const page = renderPage(
    <Routes>
      <Route path="/projects/:projectId/sharing" element={<SharingPage />} />
      <Route path="*" element={<h1>Another page</h1>} />
    </Routes>,
    { at: `/projects/${projectId}/sharing`, as, limits: { userLimit: 5 }, ...options },
  )
  await screen.findByRole('table', { name: 'Contributors' })
  return page
}

const rowOf = (name: string | RegExp) => screen.getByRole('row', { name: new RegExp(name) })
const choose = async (field: HTMLElement, option: string | RegExp) => {
  await userEvent.click(field)
  await userEvent.click(await screen.findByRole('option', { name: option }))
}
const menuOf = async (name: string, item: string) => {
  await userEvent.click(screen.getByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}
const changeRole = (name: string, role: string) =>
  choose(screen.getByRole('combobox', { name: `Role of ${name}` }), role)
const dialog = (name: string) => screen.findByRole('dialog', { name })

test('D2-2-11 D2-3-06 shows the owner and the contributors with their roles', async () => {
  await open()
  expect(screen.getByRole('heading', { level: 1, name: 'Sharing' })).toBeVisible()
  expect(within(rowOf('Jonas Weber')).getByText('Owner')).toBeVisible()
  expect(within(rowOf('Aiko Tanaka')).getByRole('combobox')).toHaveValue('Editor')
  // A guest is never offered more than Viewer.
  expect(within(rowOf('Samuel Okafor')).getByText('Viewer')).toBeVisible()
  expect(within(rowOf('Samuel Okafor')).queryByRole('combobox')).not.toBeInTheDocument()
  await userEvent.click(within(rowOf('Aiko Tanaka')).getByRole('combobox'))
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Editor',
    'Annotator',
    'Viewer',
  ])
})

describe('D2-6-06 D2-6-12 what a role may do on this page', () => {
  const everything = ['add', 'role', 'remove', 'invitations', 'transfer', 'leave'] as const
  /** Role → what it is offered. */
  const table: [role: contract.ContributorRole | 'owner' | 'admin' | 'guest', ...(typeof everything)[number][]][] = [
    ['owner', 'add', 'role', 'remove', 'invitations', 'transfer'],
    ['admin', 'add', 'role', 'remove', 'invitations', 'transfer'],
    ['editor', 'add', 'role', 'remove', 'invitations', 'leave'],
    ['annotator', 'leave'],
    ['viewer', 'leave'],
    ['guest', 'leave'],
  ]
  test.each(table)('%s', async (role, ...may) => {
    invitations = [invitation]
    if (role !== 'owner' && role !== 'admin' && role !== 'guest') {
      owner = mara.id
      contributors = [...contributors, { userId: jonas.id, role, added }]
    }
    await open(role === 'admin' ? 'admin' : role === 'guest' ? 'guest' : 'member')
    if (may.includes('invitations')) await screen.findByRole('table', { name: 'Invitations' })
    const isLeft = role === 'guest' ? 'Samuel Okafor' : 'Jonas Weber'
    const offered = {
      add: screen.queryByRole('combobox', { name: 'People to add' }),
      role: screen.queryByRole('combobox', { name: 'Role of Aiko Tanaka' }),
      remove: screen.queryByRole('button', { name: 'Actions for Aiko Tanaka' }),
      invitations: screen.queryByRole('table', { name: 'Invitations' }),
      transfer: screen.queryByRole('button', { name: 'Transfer ownership' }),
      leave: role === 'admin' ? null : screen.queryByRole('button', { name: `Actions for ${isLeft}` }),
    }
    expect(everything.filter((each) => offered[each] !== null)).toEqual(may)
    expect(server.calls.some((call) => call.endsWith('/invitations'))).toBe(may.includes('invitations'))
  })
})

describe('Adding people', () => {
  const field = () => screen.getByRole('combobox', { name: 'People to add' })

  test('D2-7-13 adds a user found by name, and says so', async () => {
    const calls: unknown[] = []
    server.on(contract.addContributor, ({ body }) => {
      calls.push(body.data)
      contributors = [...contributors, { userId: mara.id, role: 'editor', added }]
      return undefined
    })
    await open()
    await userEvent.type(field(), 'mara')
    await userEvent.click(await screen.findByRole('option', { name: /Mara Lindqvist/ }))
    await choose(screen.getByRole('combobox', { name: 'Role' }), 'Editor')
    await userEvent.click(screen.getByRole('button', { name: 'Add person' }))
    await waitFor(() => expect(rowOf('Mara Lindqvist')).toBeVisible())
    expect(calls).toEqual([{ user: mara.id, role: 'editor' }])
    expect(toasts).toMatchObject([{ kind: 'success', detail: '1 person was added.' }])
    expect(screen.queryByRole('button', { name: 'Do not add Mara Lindqvist' })).not.toBeInTheDocument()
  })

  test('says before that an unknown address becomes an invitation, and sends it', async () => {
    const sent: unknown[] = []
    server.on(contract.inviteToProject, ({ body }) => {
      sent.push(body.data)
      invitations = [invitation]
      return { data: [{ email: invitation.email, invitationId: invitation.id, error: null }] }
    })
    await open()
    await choose(screen.getByRole('combobox', { name: 'Role' }), 'Annotator')
    await userEvent.type(field(), `${invitation.email},`)
    expect(
      await screen.findByText(
        `${invitation.email} is not in Nordlund Lab: an invitation as guest is sent by mail. Guests can only be Viewers.`,
      ),
    ).toBeVisible()
    expect(await screen.findByText('1 of 5 user places is left.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Add person' }))
    expect(within(await screen.findByRole('table', { name: 'Invitations' })).getByText(invitation.email)).toBeVisible()
    expect(within(rowOf('p.haas')).getByText('Waiting, 5 days left')).toBeVisible()
    expect(sent).toEqual([{ emails: [invitation.email], role: 'viewer' }])
  })

  test.each([
    ['D2-8-12', 'ERR_5011', 'ERROR(User is already contributor)'],
    ['D2-8-14', 'ERR_0429', 'ERROR'],
  ] as const)('%s %s gives "%s", and the person stays in the field', async (_, code, text) => {
    server.on(contract.addContributor, () => new Refusal(code))
    await open()
    await userEvent.type(field(), 'Mara Lindqvist,')
    await userEvent.click(screen.getByRole('button', { name: 'Add person' }))
    expect(within(await screen.findByRole('alert')).getByText(text)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Do not add Mara Lindqvist' })).toBeVisible()
  })

  test('asks before the page is left by choice while somebody is chosen, and forgets them then', async () => {
    await open()
    const field = await screen.findByRole('combobox', { name: 'People to add' })
    const form = field.closest('form') as HTMLFormElement
    expect(form).not.toHaveAttribute('data-unsaved')
    await userEvent.type(field, 'eva@partner.test,')
    expect(form).toHaveAttribute('data-unsaved')
    // As the shell does when leaving is confirmed.
    fireEvent.reset(form)
    await waitFor(() => expect(screen.queryByText('eva@partner.test')).not.toBeInTheDocument())
    expect(form).not.toHaveAttribute('data-unsaved')
  })

  test('by Enter nobody is taken who does not fit what is typed, while those who do are still being looked for', async () => {
    await open()
    await userEvent.click(field())
    expect(await screen.findByRole('option', { name: /Mara Lindqvist/ })).toBeVisible()
    // Only the candidates without a text are answered.
    server.on(contract.findCandidates, () => new Promise<never>(() => undefined))
    await userEvent.type(field(), 'okafor{Enter}')
    expect(await screen.findByRole('button', { name: 'Do not add okafor' })).toBeVisible()
  })

  test('sends the form with who was typed last, once the server has said who it is', async () => {
    const calls: unknown[] = []
    server.on(contract.addContributor, ({ body }) => void calls.push(body.data))
    await open()
    await userEvent.type(field(), 'MARA@lab.example, Mara Lindqvist,')
    await userEvent.click(screen.getByRole('button', { name: 'Add 2 people' }))
    // Both are one person.
    await waitFor(() => expect(calls).toEqual([{ user: mara.id, role: 'viewer' }]))
    await waitFor(() => expect(toasts).toMatchObject([{ detail: '1 person was added.' }]))
  })

  test('says so when the server cannot say who it is, and adds nobody', async () => {
    server.on(contract.recogniseUsers, () => new Refusal('ERR_0409', 'Not now.'))
    await open()
    await userEvent.type(field(), 'Mara Lindqvist,')
    await userEvent.click(screen.getByRole('button', { name: 'Add person' }))
    expect(await screen.findByText('People could not be looked up (Not now.). Please try again.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Do not add Mara Lindqvist' })).toBeVisible()
  })

  test('refuses what is neither a user nor an address', async () => {
    await open()
    await userEvent.type(field(), 'nobody,')
    expect(await screen.findByText('nobody: Please provide a valid email address!')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Add person' })).toBeDisabled()
  })
})

describe('Changing a role', () => {
  test('D2-7-15 sends the role that was seen, and shows the new one', async () => {
    server.on(contract.changeContributor, ({ params, body }) => {
      expect(params.userId).toBe(aiko.id)
      expect(body.data).toEqual({ role: 'viewer', was: 'editor' })
      contributors = [{ userId: aiko.id, role: 'viewer', added }]
      return undefined
    })
    await open()
    await changeRole('Aiko Tanaka', 'Viewer')
    await waitFor(() => expect(within(rowOf('Aiko Tanaka')).getByRole('combobox')).toHaveValue('Viewer'))
    expect(toasts).toMatchObject([{ kind: 'success', detail: 'Aiko Tanaka is Viewer now.' }])
  })

  test.each([
    ['D2-8-13', 'ERR_5012', 'ERROR(User is not a contributor)'],
    ['D2-8-14', 'ERR_0403', 'ERROR'],
  ] as const)('%s %s gives "%s"', async (_, code, title) => {
    server.on(contract.changeContributor, () => new Refusal(code))
    await open()
    await changeRole('Aiko Tanaka', 'Viewer')
    await waitFor(() => expect(toasts).toMatchObject([{ kind: 'error', title, sticky: true }]))
  })

  test('who comes second is told what somebody else has made of it, and sees that', async () => {
    server.on(contract.changeContributor, () => {
      contributors = [{ userId: aiko.id, role: 'annotator', added }]
      return new Refusal('ERR_5013')
    })
    await open()
    await changeRole('Aiko Tanaka', 'Viewer')
    await waitFor(() => expect(within(rowOf('Aiko Tanaka')).getByRole('combobox')).toHaveValue('Annotator'))
    await waitFor(() =>
      expect(toasts).toMatchObject([
        { detail: 'Aiko Tanaka is Annotator now: somebody else was faster. Your change was not saved.' },
      ]),
    )
  })

  test('an editor is asked before they give away their own rights', async () => {
    owner = mara.id
    contributors = [{ userId: jonas.id, role: 'editor', added }]
    await open()
    await changeRole('Jonas Weber', 'Viewer')
    expect(await dialog('Change your own role')).toHaveTextContent(/you can no longer edit or share it/)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(within(rowOf('Jonas Weber')).getByRole('combobox')).toHaveValue('Editor')
  })
})

test('D2-7-16 a contributor is removed after a question that names what they lose', async () => {
  server.on(contract.removeContributor, ({ params, query }) => {
    expect([params.userId, query.was]).toEqual([aiko.id, 'editor'])
    contributors = []
    return undefined
  })
  await open()
  await menuOf('Aiko Tanaka', 'Remove from project')
  const asked = await dialog('Remove from project')
  expect(asked).toHaveTextContent('Aiko Tanaka, Editor, loses access to Ki-67 with its 3 images and 2 jobs.')
  await userEvent.click(within(asked).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByRole('row', { name: /Aiko Tanaka/ })).not.toBeInTheDocument())
})

test('a guest leaves after a question, and is led to the projects', async () => {
  server.on(contract.leaveProject, () => undefined)
  const { location } = await open('guest')
  await menuOf('Samuel Okafor', 'Leave project')
  const asked = await dialog('Leave project')
  expect(asked).toHaveTextContent('You lose access to Ki-67 with its 3 images and 2 jobs.')
  await userEvent.click(within(asked).getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(location()).toBe('/projects'))
})

test('the owner makes another user the owner, guests are not offered, and the card goes', async () => {
  server.on(contract.transferProject, ({ body }) => {
    expect(body.data).toEqual({ user: aiko.id, was: jonas.id })
    owner = aiko.id
    contributors = [{ userId: jonas.id, role: 'editor', added }]
    return undefined
  })
  await open()
  await userEvent.click(screen.getByRole('combobox', { name: 'New owner' }))
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent?.includes('Samuel'))).not.toContain(true)
  await userEvent.click(screen.getByRole('option', { name: /Aiko Tanaka/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Transfer ownership' }))
  const asked = await dialog('Transfer ownership')
  expect(asked).toHaveTextContent('Aiko Tanaka becomes the owner of Ki-67 with its 3 images and 2 jobs')
  await userEvent.click(within(asked).getByRole('button', { name: 'Transfer' }))
  await waitFor(() => expect(within(rowOf('Aiko Tanaka')).getByText('Owner')).toBeVisible())
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Transfer ownership' })).not.toBeInTheDocument())
})

test('D2-7-32 an invitation is sent again, or revoked after a question', async () => {
  invitations = [invitation]
  server
    .on(contract.resendProjectInvitation, () => undefined)
    .on(contract.revokeProjectInvitation, () => {
      invitations = []
      return undefined
    })
  await open()
  const menu = async (item: string) => {
    await userEvent.click(await screen.findByRole('button', { name: `Invitation of ${invitation.email}` }))
    await userEvent.click(await screen.findByRole('menuitem', { name: item }))
  }
  await menu('Send again')
  await waitFor(() => expect(toasts).toMatchObject([{ detail: /^A new link was sent to p\.haas@else\.example/ }]))
  await menu('Revoke')
  await userEvent.click(within(await dialog('Revoke invitation')).getByRole('button', { name: 'Revoke' }))
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Invitations' })).not.toBeInTheDocument())
})

test('what somebody else changes appears by itself', async () => {
  await open('guest')
  contributors = [{ userId: samuel.id, role: 'viewer', added }]
  bus.emit('server/changed', { type: 'contributor', id: aiko.id, project: projectId })
  await waitFor(() => expect(screen.queryByRole('row', { name: /Aiko Tanaka/ })).not.toBeInTheDocument())
})

test('who has just joined the organisation appears by name', async () => {
  await open('admin')
  const ida = { ...samuel, id: '019aa000-0000-7000-8000-000000000005', fullName: 'Ida Berg' }
  server.on(
    contract.findUsers,
    foundAmong(() => [mara, jonas, samuel, aiko, ida]),
  )
  contributors = [...contributors, { userId: ida.id, role: 'viewer', added }]
  bus.emit('server/changed', { type: 'contributor', id: ida.id, project: projectId })
  expect(await screen.findByRole('row', { name: /Ida Berg/ })).toBeVisible()
})

test('a list that cannot be read says so and is read again', async () => {
  server.on(contract.listContributors, () => new Refusal('ERR_0409', 'Not now.'))
  renderPage(
    <Routes>
      <Route path="/projects/:projectId/sharing" element={<SharingPage />} />
    </Routes>,
    { at: `/projects/${projectId}/sharing` },
  )
  expect(await screen.findByText('The contributors could not be retrieved')).toBeVisible()
  server.on(contract.listContributors, () => ({ data: contributors, links: { next: null } }))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('row', { name: /Aiko Tanaka/ })).toBeVisible()
})

test.each([
  ['copied', async () => undefined, { kind: 'success', title: 'Sharing', detail: 'Project link copied to clipboard' }],
  ['refused', async () => Promise.reject(new DOMException('denied', 'NotAllowedError')), { kind: 'error' }],
])('that the link was %s is said', async (_, writeText, toast) => {
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Copy link' }))
  await waitFor(() => expect(toasts).toMatchObject([toast]))
})
