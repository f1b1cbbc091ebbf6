import * as contract from '@lamella/shared/contract'
import { bus, type Toast } from '@lamella/shared/events'
import { Refusal } from '@lamella/shared/testing/contract-server.ts'
import type { PersonKind } from '@lamella/shared/testing/render-page.tsx'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { openDashboard, startDashboard, user } from '../../../test/dashboard.tsx'

let dashboard: ReturnType<typeof startDashboard>
beforeEach(() => {
  dashboard = startDashboard()
})
afterEach(() => dashboard.close())

const table = () => screen.findByRole('table', { name: 'Projects' })

describe('quick buttons', () => {
  const labels = ['Create a new project', 'Invite users to your organization', 'Start a new AI training']
  const shown = () =>
    labels.filter((name) => screen.queryByRole('button', { name }) ?? screen.queryByRole('link', { name }))

  test.each<[string, PersonKind, string[]]>([
    ['D1-2.2-05 D1-2.2-06 D1-2.2-07', 'member', ['Create a new project', 'Start a new AI training']],
    ['D1-2.2-06', 'admin', labels],
    ['D1-2.2-05 D1-2.2-07 D1-6-14', 'guest', []],
  ])('%s for a %s', async (_, as, expected) => {
    openDashboard(as)
    await table()
    expect(shown()).toEqual(expected)
  })

  test('unavailable features are marked before the click', async () => {
    openDashboard('member')
    const training = await screen.findByRole('link', { name: 'Start a new AI training' })
    expect(training).toHaveTextContent('Not available yet')
    expect(training).toHaveAccessibleDescription('Not available yet')
  })

  test('D1-2.2-08 D1-2.2-09 without projects there are none, and a message says that there is no data', async () => {
    dashboard.stored.projects = []
    openDashboard('admin')
    expect(await screen.findByRole('heading', { name: 'No projects found' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Create a new project' })).not.toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Invite users to your organization' })).not.toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Start a new AI training' })).not.toBeInTheDocument()
  })

  test.each([
    ['Invite users to your organization', '/settings/users?scope=invitations'],
    ['Start a new AI training', '/ai-trainer/new-training'],
  ])('"%s" leads to %s', async (name, path) => {
    const { location } = openDashboard('admin')
    await user.click(await screen.findByRole('link', { name }))
    expect(location()).toBe(path)
  })
})

describe('the limit of projects', () => {
  const limitText = 'Your organization has reached the maximum number of projects.'
  const create = async () => user.click(await screen.findByRole('button', { name: 'Create a new project' }))

  test.each([
    [10, 9, '/projects/new'],
    [10, 10, '/'],
    [10, 11, '/'],
    [-1, 1000, '/projects/new'],
  ])('D1-4.5-01 D1-4.5-02 D1-4.5-04 of %d with %d projects leads to %s', async (projectLimit, total, path) => {
    dashboard.stored.counts = [1, total - 1]
    const { location } = openDashboard('member', { projectLimit })
    await table()
    await waitFor(() => expect(localStorage.getItem('projectsLimitReached')).toBe(String(path === '/')))
    await create()
    expect(location()).toBe(path)
    if (path === '/') expect(await screen.findByRole('dialog')).toHaveTextContent(limitText)
    else expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('D1-2.2-28 D1-4.5-03 D1-8-37 its dialog leads to the subscriptions', async () => {
    const { location } = openDashboard('admin', { projectLimit: 2 })
    await table()
    await waitFor(() => expect(localStorage.getItem('projectsLimitReached')).toBe('true'))
    await create()
    const dialog = within(await screen.findByRole('dialog', { name: 'Limit reached' }))
    expect(dialog.getByText(limitText)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Upgrade subscription' }))
    expect(location()).toBe('/settings/subscriptions')
  })

  test('D1-3-31 projectsLimitReached stores the last result, which applies until the projects are counted again', async () => {
    localStorage.setItem('projectsLimitReached', 'true')
    dashboard.server.on(contract.userProjectCounts, () => new Promise(() => undefined))
    const { location } = openDashboard('member', { projectLimit: 2 })
    await create()
    expect(await screen.findByRole('dialog')).toHaveTextContent(limitText)
    expect(location()).toBe('/')
  })

  test('D1-3-31 the stored result is corrected by the count, and also applies to the first project', async () => {
    localStorage.setItem('projectsLimitReached', 'true')
    openDashboard('member', { projectLimit: 3 })
    await waitFor(() => expect(localStorage.getItem('projectsLimitReached')).toBe('false'))
    cleanup()
    dashboard.stored.projects = []
    const { location } = openDashboard('member', { projectLimit: 2 })
    await waitFor(() => expect(localStorage.getItem('projectsLimitReached')).toBe('true'))
    await user.click(await screen.findByRole('link', { name: 'Create a new project' }))
    expect(await screen.findByRole('dialog')).toHaveTextContent(limitText)
    expect(location()).toBe('/')
  })
})

describe('without projects', () => {
  test.each<[string, PersonKind, string]>([
    ['D1-2.2-26', 'guest', "You haven't been added to any projects yet."],
    ['D1-2.2-27', 'member', "You haven't created or been added to any projects yet."],
  ])('%s a %s reads why', async (_, as, text) => {
    dashboard.stored.projects = []
    openDashboard(as)
    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Create a new project' }) !== null).toBe(as === 'member')
  })
})

describe('big buttons', () => {
  const card = (name: RegExp) => screen.findByRole('link', { name })

  test.each<[string, PersonKind, RegExp, string]>([
    ['D1-2.2-22', 'guest', /^AI/, '/ai-trainer/guest'],
    ['D1-2.2-23', 'member', /^AI/, '/ai-trainer/dashboard'],
    ['D1-2.2-24', 'member', /^Data Storage/, '/datastorage'],
    ['D1-2.2-25', 'member', /^Settings/, '/settings'],
    ['D1-2.2-25', 'guest', /^Settings/, '/settings'],
  ])('%s a %s comes from %s to %s', async (_, as, name, path) => {
    const { location } = openDashboard(as)
    const button = await card(name)
    expect(within(button).getByText(name.source.slice(1))).toBeVisible()
    await user.click(button)
    expect(location()).toBe(path)
  })

  test('D1-2.2-24 a guest has no Data Storage', async () => {
    openDashboard('guest')
    await card(/^Settings/)
    expect(screen.queryByRole('link', { name: /^Data Storage/ })).not.toBeInTheDocument()
  })

  test('D1-9-26 without limits they show the amounts alone', async () => {
    openDashboard('member', { trainingLimit: -1, storageLimit: -1, mediumLimit: -1, userLimit: -1 })
    expect(await screen.findByRole('link', { name: /^AI ?2 trainings used$/ })).toBeVisible()
    const storage = within(await card(/^Data Storage/))
    expect(await storage.findByRole('figure', { name: 'Storage' })).toHaveTextContent('8.9 GBstorage, unlimited')
    expect(storage.getByRole('figure', { name: 'Images' })).toHaveTextContent('79images, unlimited')
    expect(await screen.findByRole('link', { name: /^Settings.*\b2 users ?Nordlund Lab$/ })).toBeVisible()
  })

  test('they show how much of the limits is used, and who is in the organisation', async () => {
    openDashboard('member', { trainingLimit: 3, storageLimit: 10, mediumLimit: 100, userLimit: 5 })
    expect(await screen.findByRole('link', { name: /^AI.*2 of 3 trainings used$/ })).toBeVisible()
    const storage = within(await card(/^Data Storage/))
    expect(await storage.findByRole('figure', { name: 'Storage' })).toHaveTextContent('8.9 GBof 10 GB')
    expect(storage.getByRole('figure', { name: 'Images' })).toHaveTextContent('79of 100 images')
    const settings = await card(/^Settings/)
    await waitFor(() => expect(settings).toHaveTextContent('2 of 5 usersNordlund Lab'))
    expect(settings).toHaveTextContent('ML')
    expect(settings).toHaveTextContent('JW')
  })
})

describe('failures', () => {
  let toasts: Toast[] = []
  const subscription = bus.on('toast/show').subscribe((toast) => toasts.push(toast))
  beforeEach(() => {
    toasts = []
  })
  afterAll(() => subscription.unsubscribe())

  test('D1-8-30 when the projects cannot be loaded, the error page is shown and leads back here', async () => {
    dashboard.server.on(contract.listProjects, () => new Refusal('ERR_0409'))
    const { location } = openDashboard()
    await waitFor(() => expect(location()).toBe('/error'))
    expect(localStorage.getItem('errorReturnUrl')).toBe('/')
  })

  test('D1-8-31 when the users cannot be loaded, a toast that stays says so', async () => {
    dashboard.server.on(contract.findUsers, () => new Refusal('ERR_0500', 'The disk is full.'))
    const { location } = openDashboard()
    await waitFor(() => expect(toasts).toHaveLength(1))
    expect(toasts[0]).toEqual({
      kind: 'error',
      title: 'Projects list',
      detail: 'Userdata could not be retrieved (The disk is full.). Please try again.',
      sticky: true,
    })
    expect(await screen.findByRole('link', { name: 'Project 1' })).toBeVisible()
    expect(location()).toBe('/')
  })
})
