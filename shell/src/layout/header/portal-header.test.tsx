import { getBundle, type RemoteRoute } from '@lamella/shared/contract'
import { type ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { remoteManifests } from '../../../test/manifests.ts'
import { closePortal, freePlans, ids, openPortal, projectNamed } from '../../../test/open-portal.tsx'

afterEach(closePortal)

const header = () => within(screen.getByRole('banner'))
const personFor = ({ layout, roles }: RemoteRoute) => {
  if (layout === 'auth') return null
  if (roles.includes('USER')) return 'member'
  return roles.includes('ORG_ADMIN') ? 'admin' : 'guest'
}
const shown = (page: string) => screen.findByRole('heading', { name: `Page ${page}` })

// The shell's own pages are rendered for real here: they have their own headings.
test.each(remoteManifests.flatMap(({ routes }) => routes))('D1-2.6-01 the header is on $path', async (route) => {
  const barred = route.guards.includes('ai-subscription')
  const path = route.path.replace(/:\w+/g, ids.project)
  const user = route.guards.includes('operator') ? { operator: true as const } : {}
  await openPortal(path, { as: personFor(route), user, canAccessAITrainer: !barred })
  await shown(route.id)
  expect(screen.getAllByRole('banner')).toHaveLength(1)
})

test.each(['/', '/home', '/error', '/error/404', `/downloads/jobresultbundles/${ids.project}`, '/dev/kit'])(
  'D1-2.6-01 the header is on %s of the shell',
  async (path) => {
    const answers = (server: ContractServer) => void server.on(getBundle, () => new Refusal('ERR_0404'))
    await openPortal(path, { answers })
    await screen.findAllByRole('heading', { level: 1 })
    expect(screen.getAllByRole('banner')).toHaveLength(1)
  },
)

test.each(['/error', '/error/404'])(
  'D1-2.6-01 D1-2.6-09 at %s a visitor without a session has the logo only',
  async (path) => {
    await openPortal(path, { as: null })
    await screen.findByRole('heading', { level: 1 })
    expect(header().getAllByRole('link')).toEqual([header().getByRole('link', { name: 'Lamella, start page' })])
    expect(header().queryByRole('button')).not.toBeInTheDocument()
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
  },
)

test('D1-2.6-02 the logo leads to the dashboard', async () => {
  const { location } = await openPortal('/projects')
  await shown('projects')
  await userEvent.click(header().getByRole('link', { name: 'Lamella, dashboard' }))
  expect(await screen.findByRole('heading', { name: 'Welcome, Jonas Weber!' })).toBeVisible()
  expect(location()).toBe('/')
})

test('D1-2.6-03 in the wide layout the header has the breadcrumb, in the narrow one it has not', async () => {
  const { resize } = await openPortal('/projects', { width: 1200 })
  await shown('projects')
  expect(header().getByRole('navigation', { name: 'Breadcrumb' })).toHaveTextContent('Projects')
  resize(1000)
  expect(screen.queryByRole('navigation', { name: 'Breadcrumb' })).not.toBeInTheDocument()
})

test('D1-2.6-04 D1-2.6-05 D1-2.6-06 the header has the trial indicator, the upload and the add menu', async () => {
  const { location } = await openPortal('/projects', { subscriptions: freePlans(), projects: [projectNamed('One')] })
  await shown('projects')
  expect(header().getByText(/^\d+ days in the free trial phase left$/)).toBeVisible()
  expect(header().getByRole('link', { name: 'Upload images' })).toHaveAttribute('href', '/datastorage/upload')
  await userEvent.click(header().getByRole('button', { name: 'Add' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Create a new project',
    'Upload images',
    'Start a new AI trainingNot available yet',
  ])
  expect(screen.getByRole('menuitem', { name: 'Start a new AI training' })).toHaveAccessibleDescription(
    'Not available yet',
  )
  await userEvent.click(screen.getByRole('menuitem', { name: 'Create a new project' }))
  await shown('new-project')
  expect(location()).toBe('/projects/new')
})

test('D1-2.6-07 the header has the user menu', async () => {
  await openPortal('/projects')
  await shown('projects')
  expect(header().getByRole('button', { name: 'User menu of Jonas Weber' })).toBeVisible()
})

test('guests, who cannot create or upload, have neither the add nor the upload menu', async () => {
  await openPortal('/projects', { as: 'guest' })
  await shown('projects')
  expect(header().queryByRole('button', { name: 'Add' })).not.toBeInTheDocument()
  expect(header().queryByRole('link', { name: 'Upload images' })).not.toBeInTheDocument()
  expect(header().getByRole('button', { name: 'User menu of Samuel Okafor' })).toBeVisible()
})

test('D1-2.6-08 D1-2.6-23 the hamburger shows and hides the side menu, which closes on navigation', async () => {
  const { location } = await openPortal('/projects', { width: 800 })
  await shown('projects')
  const menu = () => screen.queryByRole('navigation', { name: 'Main menu' })
  expect(menu()).not.toBeInTheDocument()
  await userEvent.click(header().getByRole('button', { name: 'Open menu' }))
  expect(menu()).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Close menu', hidden: true }))
  expect(menu()).not.toBeInTheDocument()

  await userEvent.click(header().getByRole('button', { name: 'Open menu' }))
  await userEvent.click(screen.getByRole('link', { name: 'Data Storage' }))
  await shown('dashboard')
  expect(location()).toBe('/datastorage')
  expect(menu()).not.toBeInTheDocument()

  await userEvent.click(header().getByRole('button', { name: 'Open menu' }))
  await userEvent.click(screen.getByRole('link', { name: 'Data Storage' }))
  await waitFor(() => expect(menu()).not.toBeInTheDocument())
})

test.each([
  ['nobody is logged in', null],
  ['somebody is logged in', 'member'],
] as const)('D1-2.6-09 on an auth page, %s: the logo only', async (_, as) => {
  await openPortal('/auth/password/reset', { as })
  await shown('password-reset')
  expect(header().getAllByRole('link')).toEqual([header().getByRole('link', { name: 'Lamella, start page' })])
  expect(header().queryByRole('button')).not.toBeInTheDocument()
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
})

test('D1-2.6-10 narrow is 1000 px, wide is 1001 px', async () => {
  const { resize } = await openPortal('/projects', { width: 1000 })
  await shown('projects')
  const hamburger = () => header().queryByRole('button', { name: 'Open menu' })
  expect(hamburger()).toBeVisible()
  resize(1001)
  expect(hamburger()).not.toBeInTheDocument()
  expect(screen.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
})
