import * as contract from '@lamella/shared/contract'
import { bus, type Toast } from '@lamella/shared/events'
import { ContractServer, Refusal, WithHeaders } from '@lamella/shared/testing/contract-server.ts'
import { enterText } from '@lamella/shared/testing/enter-text.ts'
import { type PersonKind, portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import NewProjectPage from './new-project-page.tsx'

const location = '/api/v1/projects/019aa000-0000-7000-8000-0000000000b1'

let toasts: Toast[] = []
bus.on('toast/show').subscribe((toast) => toasts.push(toast))

let server: ContractServer
beforeEach(() => {
  toasts = []
  sessionStorage.clear()
  server = ContractServer.start()
    .on(contract.organisationAdmin, () => ({ data: { id: portalUser('admin').id, email: 'mara@lab.example' } }))
    .on(contract.createProject, () => new WithHeaders(undefined, { location }))
})
afterEach(() => server.close())

const open = (as: PersonKind = 'member') => renderPage(<NewProjectPage />, { at: '/projects/new', as })
const name = () => screen.getByRole('textbox', { name: 'Name' })
const description = () => screen.getByRole('textbox', { name: /^Description/ })
const save = () => screen.getByRole('button', { name: 'Save' })

test('D1-6-25 D2-2-78 a guest is told to write to the admin, and gets no form', async () => {
  open('guest')
  expect(screen.getByText('As a guest of this organization you cannot create projects.')).toBeVisible()
  await waitFor(() =>
    expect(screen.getByText('Contact Admin').closest('a')).toHaveAttribute('href', 'mailto:mara@lab.example'),
  )
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
})

test('D1-5-25 D1-5-26 D2-5-04 a message waits until the field is changed', async () => {
  open()
  const message = 'Name is a required field'
  expect(save()).toBeDisabled()
  expect(screen.queryByText(message)).not.toBeInTheDocument()
  await userEvent.click(name())
  await userEvent.tab()
  expect(screen.queryByText(message)).not.toBeInTheDocument()
  await enterText(description(), 'Only the description is changed')
  expect(screen.queryByText(message)).not.toBeInTheDocument()
  await userEvent.type(name(), 'K')
  expect(screen.queryByText(message)).not.toBeInTheDocument()
  await userEvent.clear(name())
  expect(screen.getByText(message)).toBeVisible()
})

test.each([
  ['D1-5-27 D2-5-04 D2-5-06', name, 'n'.repeat(129), 'Name can only contain 128 characters'],
  ['D1-5-28 D2-5-04 D2-5-06', name, '   ', 'Name contains invalid characters'],
  ['D1-5-30', description, 'd'.repeat(257), 'Description can only contain 256 characters'],
])('%s texts that are too long or empty are reported, and cannot be saved', async (_, field, text, message) => {
  open()
  if (field !== name) await enterText(name(), 'Ki-67')
  await userEvent.click(field())
  await userEvent.paste(text)
  expect(screen.getByText(message)).toBeVisible()
  expect(save()).toBeDisabled()
})

test('D2-2-02 D2-2-54 D2-4-01 the form is that of a new project', () => {
  open()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^\[NEW PROJECT\]$/)
  expect(name()).toHaveValue('')
  expect(description()).toHaveValue('')
})

test('D2-2-70 Cancel leads back to the projects', async () => {
  const { location: here } = open()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(here()).toBe('/projects')
})

test('D2-4-03 what is right is saved and opened', async () => {
  const { location: here } = open()
  await enterText(name(), ' Ki-67 ')
  await userEvent.click(save())
  await waitFor(() => expect(here()).toBe('/projects/019aa000-0000-7000-8000-0000000000b1'))
})

test('while the new project is opened, a second click creates no second one', async () => {
  let created = 0
  server.on(contract.createProject, () => {
    created += 1
    return new WithHeaders(undefined, { location })
  })
  const { location: here } = open()
  await enterText(name(), 'Ki-67')
  await userEvent.click(save())
  await waitFor(() => expect(here()).toBe('/projects/019aa000-0000-7000-8000-0000000000b1'))
  // The page is still mounted here, as while the code of the next one is loaded.
  await userEvent.click(save())
  expect(save()).toHaveAttribute('data-loading', 'true')
  expect(created).toBe(1)
})

test.each([
  ['admin', 'Upgrade subscription', '/settings/subscriptions'],
  ['member', 'Contact Admin', 'mailto:mara@lab.example'],
] as const)('D2-4-06 at the limit the %s reads "%s"', async (who, way, address) => {
  server.on(contract.createProject, () => new Refusal('ERR_5001'))
  open(who)
  await enterText(name(), 'Ki-67')
  await userEvent.click(save())
  const ways = within(await screen.findByRole('note'))
  expect(await ways.findByText(way)).toHaveAttribute('href', address)
  expect(ways.getAllByRole('link')).toHaveLength(1)
})

test('D2-8-01 D2-4-05 D2-4-07 at the limit the form stays with what was typed, and can be saved after the next change', async () => {
  server.on(contract.createProject, () => new Refusal('ERR_5001'))
  const { location: here } = open()
  await enterText(name(), 'Ki-67')
  await userEvent.click(save())
  expect(await screen.findByText('Your organization has reached the maximum number of projects.')).toBeVisible()
  expect(here()).toBe('/projects/new')
  expect(name()).toHaveValue('Ki-67')
  expect(toasts).toEqual([])
  expect(save()).toBeDisabled()
  await userEvent.type(name(), 'x')
  expect(save()).toBeEnabled()
})

test.each([
  ['D2-8-02', () => new Refusal('ERR_0409', 'Not now.'), 'Not now.'],
  ['D2-8-03 D2-4-04', () => undefined, 'no Identifier received'],
])('%s a creation that fails is told in a toast that stays, at the projects', async (_, answer, reason) => {
  server.on(contract.createProject, answer)
  const { location: here } = open()
  await userEvent.type(name(), 'Ki-67')
  await userEvent.click(save())
  await waitFor(() => expect(here()).toBe('/projects'))
  expect(toasts).toEqual([
    {
      kind: 'error',
      title: 'New Project',
      detail: `Something went wrong creating the new project (${reason}).`,
      sticky: true,
    },
  ])
})

test('without an answer the form stays as it is: the user decides whether it is sent again', async () => {
  let sent = 0
  server.on(contract.createProject, () => {
    sent += 1
    return Response.error()
  })
  const { location: here } = open()
  await enterText(name(), 'Ki-67')
  await userEvent.click(save())
  expect(await screen.findByText(/it is not known whether the project was created/)).toBeVisible()
  expect(here()).toBe('/projects/new')
  expect(name()).toHaveValue('Ki-67')
  expect(save()).toBeEnabled()
  expect(sent).toBe(1)
  await userEvent.click(save())
  await waitFor(() => expect(sent).toBe(2))
})

describe('what was typed', () => {
  const restored = () => screen.getByRole('status')
  const typeBoth = async () => {
    await enterText(name(), 'Ki-67')
    await enterText(description(), 'Breast cancer')
  }

  test('D2-4-08 is there again after the failure that led away', async () => {
    server.on(contract.createProject, () => new Refusal('ERR_0409'))
    const page = open()
    await typeBoth()
    await userEvent.click(save())
    await waitFor(() => expect(page.location()).toBe('/projects'))
    page.unmount()
    open()
    expect(name()).toHaveValue('Ki-67')
    expect(description()).toHaveValue('Breast cancer')
    expect(restored()).toHaveTextContent('Your text was restored.')
    expect(save()).toBeEnabled()
  })

  test.each([
    ['saved', () => userEvent.click(save()), '/projects/019aa000-0000-7000-8000-0000000000b1'],
    ['cancelled', () => userEvent.click(screen.getByRole('button', { name: 'Cancel' })), '/projects'],
  ] as const)('is gone when it is %s', async (_, end, destination) => {
    const page = open()
    await typeBoth()
    await end()
    await waitFor(() => expect(page.location()).toBe(destination))
    page.unmount()
    open()
    expect(name()).toHaveValue('')
    expect(restored()).toBeEmptyDOMElement()
  })
})

describe('a sample instead', () => {
  const sample = (text: RegExp) => screen.findByRole('button', { name: text })

  test('can be added from the form, to which the guided tour leads', async () => {
    server.on(contract.createSampleProject, () => new WithHeaders(undefined, { location }))
    const { location: here } = open()
    await userEvent.click(screen.getByRole('button', { name: 'Add a sample project' }))
    await userEvent.click(await sample(/^Myocardial fibrosis/))
    await waitFor(() => expect(here()).toBe('/projects/019aa000-0000-7000-8000-0000000000b1'))
  })

  test('that the limit refuses is told on the form', async () => {
    server.on(contract.createSampleProject, () => new Refusal('ERR_5001'))
    open()
    await userEvent.click(screen.getByRole('button', { name: 'Add a sample project' }))
    await userEvent.click(await sample(/^Myocardial fibrosis/))
    expect(await screen.findByText('Your organization has reached the maximum number of projects.')).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})
