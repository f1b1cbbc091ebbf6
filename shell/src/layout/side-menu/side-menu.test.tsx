import type { GlobalRole } from '@lamella/shared/contract'
import { selectedProjectAtom, store } from '@lamella/shared/session'
import { applyStyles } from '@lamella/shared/testing/apply-styles.ts'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { remoteManifests } from '../../../test/manifests.ts'
import {
  closePortal,
  freePlans,
  ids,
  openPortal,
  type PortalOptions,
  subscriptionTo,
} from '../../../test/open-portal.tsx'

afterEach(closePortal)

const menu = () => within(screen.getByRole('navigation', { name: 'Main menu' }))
/** Of the specification; a remote may add its own between them. */
const entries = ['Home', 'Back', 'Projects', 'AI', 'Data Storage', 'Settings', 'Reference panel']
const titles = () =>
  menu()
    .getAllByRole('link')
    .flatMap(({ textContent }) => (entries.includes(textContent ?? '') ? [textContent] : []))
const toggle = (group: string) => menu().queryByRole('button', { name: `Pages of ${group}` })
const open = async (path: string, options?: PortalOptions) => {
  const portal = await openPortal(path, options)
  await screen.findByRole('navigation', { name: 'Main menu' })
  return portal
}
/** Titles and targets of a group's items; opens the group when it is closed. */
const itemsOf = async (group: string) => {
  const button = toggle(group)
  if (!button) throw new Error(`${group} is no group`)
  if (button.getAttribute('aria-expanded') === 'false') await userEvent.click(button)
  const list = document.getElementById(button.getAttribute('aria-controls') ?? '')
  if (!list) throw new Error(`${group} has no list`)
  return within(list)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])
}
/** Titles and targets that the manifests have for a group; each remote tests its own list. */
const described = (group: string, role: GlobalRole) =>
  remoteManifests
    .flatMap(({ menu: items }) => items)
    .filter((item) => item.group === group && item.roles.includes(role))
    .toSorted((one, other) => one.order - other.order)
    .map(({ title, to }) => [title, to.replace(':projectId', ids.project)])
const panel = { id: ids.project, name: 'Reference panel' }
const select = () => act(() => store.set(selectedProjectAtom, panel))

test('D1-2.6-19 D2-2-80 D1-2.6-37 the order for a member: Home, Projects, AI, Data Storage, Settings', async () => {
  await open('/projects')
  expect(titles()).toEqual(['Home', 'Projects', 'AI', 'Data Storage', 'Settings'])
  await userEvent.click(toggle('Data Storage') as HTMLElement)
  expect(toggle('Data Storage')).toHaveAttribute('aria-expanded', 'true')
  await userEvent.click(toggle('Data Storage') as HTMLElement)
  expect(toggle('Data Storage')).toHaveAttribute('aria-expanded', 'false')
})

test('D1-2.6-18 outside a project the first entry is Home, inside it leads back', async () => {
  const { location } = await open('/projects')
  expect(menu().getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
  select()
  expect(titles()[0]).toBe('Home')
  await userEvent.click(menu().getByRole('link', { name: 'Image Library' }))
  await screen.findByRole('heading', { name: 'Page library' })
  expect(titles()[0]).toBe('Back')
  await userEvent.click(menu().getByRole('link', { name: 'Details' }))
  await screen.findByRole('heading', { name: 'Page project' })
  expect(titles()[0]).toBe('Back')
  await userEvent.hover(menu().getByRole('link', { name: 'Back' }))
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Back to projects')
  await userEvent.click(menu().getByRole('link', { name: 'Back' }))
  await screen.findByRole('heading', { name: 'Page projects' })
  expect(location()).toBe('/projects')
  expect(titles()[0]).toBe('Home')
})

test('D1-2.6-21 D1-2.6-19 the group of the selected project is the last one, and absent without a project', async () => {
  await open('/projects')
  expect(screen.queryByRole('region', { name: 'Reference panel' })).not.toBeInTheDocument()
  select()
  const group = within(screen.getByRole('region', { name: 'Reference panel' }))
  const [head, ...items] = group.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(head).toEqual(['Reference panel', `/projects/${ids.project}`])
  expect(items).toEqual(described('project', 'USER'))
  expect(titles().slice(0, 5)).toEqual(['Home', 'Projects', 'AI', 'Data Storage', 'Settings'])
  expect(titles()[5]).toBe('Reference panel')
})

test('D1-2.6-22 the head of the project group stays on other pages of the session', async () => {
  await open('/projects')
  select()
  await userEvent.click(menu().getByRole('link', { name: 'Data Storage' }))
  await screen.findByRole('heading', { name: 'Page dashboard' })
  expect(screen.getByRole('region', { name: 'Reference panel' })).toBeVisible()
  expect(sessionStorage.getItem('selectedProjectId')).toBe(ids.project)
})

test('D1-4.2-07 after a log-out no project is selected', async () => {
  const { router } = await open('/projects')
  select()
  await act(async () => {
    await (await import('@lamella/shared/session')).logout()
    await router.navigate('/auth/login')
  })
  expect(store.get(selectedProjectAtom)).toBeNull()
  expect(sessionStorage.getItem('selectedProjectId')).toBeNull()
})

test('D1-2.6-20 "Minimize Menu" is there on a desktop, not in the drawer of a narrow layout', async () => {
  const { resize } = await open('/projects')
  expect(menu().getByRole('button', { name: 'Minimize Menu' })).toBeVisible()
  resize(790)
  await userEvent.click(screen.getByRole('button', { name: 'Open menu' }))
  expect(menu().queryByRole('button', { name: 'Minimize Menu' })).not.toBeInTheDocument()
})

describe('widths, as the style sheet has them', () => {
  applyStyles(`${import.meta.dirname}/../portal-layout.module.css`)

  test('D1-4.8-01 "Minimize Menu" makes the menu narrow and wide again', async () => {
    const { container, resize } = await open('/projects')
    const columns = () => {
      const portal = container.querySelector('.portal')
      return portal && getComputedStyle(portal).gridTemplateColumns
    }
    const template = () => {
      const portal = container.querySelector('.portal')
      return portal && getComputedStyle(portal).gridTemplate
    }
    expect(template()).toMatch(/232px 1fr$/)
    await userEvent.click(menu().getByRole('button', { name: 'Minimize Menu' }))
    expect(columns()).toBe('56px 1fr')
    expect(menu().getByRole('link', { name: 'Projects' })).toHaveTextContent(/^$/)
    // No column is reserved where the menu is a drawer.
    resize(390)
    expect(container.querySelector('.portal')).not.toHaveAttribute('data-minimized')
    resize(1440)
    await userEvent.click(menu().getByRole('button', { name: 'Expand Menu' }))
    expect(container.querySelector('.portal')).not.toHaveAttribute('data-minimized')
    expect(titles()).toContain('Projects')
  })
})

test.each([
  ['/datastorage/monitor', 'Data Storage', 'Upload Monitor'],
  ['/settings/users', 'Settings', 'Users'],
  ['/ai-trainer/training-overview', 'AI', 'Training Overview'],
  ['/ai-trainer/algorithm-robustness', 'AI', null],
])('D1-2.6-24 at %s the group %s is open and stays so', async (path, group, current) => {
  await open(path)
  expect(toggle(group)).toHaveAttribute('aria-expanded', 'true')
  expect(toggle(group)).toBeDisabled()
  expect(menu().queryByRole('link', { current: 'page' })?.textContent ?? null).toBe(current)
  const others = ['AI', 'Data Storage', 'Settings'].filter((other) => other !== group)
  for (const other of others) expect(toggle(other)).toHaveAttribute('aria-expanded', 'false')
})

test.each([
  ['D1-2.6-25', 'AI', 'ai', 'member', 'USER'],
  ['D1-2.6-27', 'Data Storage', 'storage', 'member', 'USER'],
  ['D1-2.6-28 D1-2.6-38', 'Settings', 'settings', 'member', 'USER'],
  ['D1-2.6-29', 'Settings', 'settings', 'admin', 'ORG_ADMIN'],
] as const)('%s the group %s has the items of its remote in their order', async (_ids, title, group, as, role) => {
  await open('/projects', { as })
  const items = await itemsOf(title)
  expect(items.length).toBeGreaterThan(1)
  // An administrator is a user, too.
  const both = [...described(group, 'USER'), ...(role === 'USER' ? [] : described(group, role))]
  expect(items).toEqual(both)
})

test('of an area that is not built it is said before the click, beside the titles of the specification', async () => {
  await open('/ai-trainer/training-overview')
  const group = within(document.getElementById(toggle('AI')?.getAttribute('aria-controls') ?? '') as HTMLElement)
  const [dashboard, ...others] = group.getAllByRole('link')
  expect(dashboard).not.toHaveAttribute('aria-description')
  expect(others.length).toBeGreaterThan(0)
  for (const link of others) {
    expect(link).toHaveAttribute('aria-description', 'Not available yet')
    expect(link).toHaveAttribute('data-note', 'Not available yet')
  }
  expect(menu().getByRole('link', { name: 'Projects' })).not.toHaveAttribute('data-note')
})

test('D1-2.6-26 D1-6-15 D1-2.6-31 a guest of a free organisation has one AI link, to the page of guests', async () => {
  const { location } = await open('/projects', { as: 'guest', subscriptions: freePlans() })
  expect(titles()).toEqual(['Home', 'Projects', 'AI', 'Data Storage'])
  expect(toggle('AI')).not.toBeInTheDocument()
  // The guard redirects other addresses there too.
  expect(menu().getByRole('link', { name: 'AI' })).toHaveAttribute('href', '/ai-trainer/guest')
  await userEvent.click(menu().getByRole('link', { name: 'AI' }))
  await screen.findByRole('heading', { name: 'Page guest' })
  expect(location()).toBe('/ai-trainer/guest')
})

test('D1-2.6-34 the AI link of a guest opens no group', async () => {
  await open('/projects', { as: 'guest', subscriptions: freePlans() })
  expect(menu().getByRole('link', { name: 'AI' })).toBeVisible()
  expect(menu().queryByRole('button', { name: 'Pages of AI' })).not.toBeInTheDocument()
})

test('D1-6-29 a guest of another organisation has no AI link', async () => {
  await open('/projects', { as: 'guest', subscriptions: [subscriptionTo('LAMELLA_PORTAL_CLOUD_PRO')] })
  expect(titles()).toEqual(['Home', 'Projects', 'Data Storage'])
})

test('D1-2.6-30 D1-2.6-36 a guest has no settings, and Data Storage as a plain link', async () => {
  const { location } = await open('/projects', { as: 'guest' })
  expect(titles()).not.toContain('Settings')
  expect(menu().queryByRole('button', { name: /^Pages of/ })).not.toBeInTheDocument()
  await userEvent.click(menu().getByRole('link', { name: 'Data Storage' }))
  await screen.findByRole('heading', { name: 'Page dashboard' })
  expect(location()).toBe('/datastorage')
})

test('D1-2.6-32 D1-2.6-35 with access AI is a group whose link leads to the AI dashboard', async () => {
  const { location } = await open('/projects')
  expect(toggle('AI')).toHaveAttribute('aria-expanded', 'false')
  await userEvent.click(menu().getByRole('link', { name: 'AI' }))
  expect(await screen.findByRole('heading', { name: 'Page dashboard' })).toBeVisible()
  expect(location()).toBe('/ai-trainer/dashboard')
})

test('D1-2.6-33 D1-2.6-35 without access AI is a plain link to the subscription page', async () => {
  const { location } = await open('/projects', { canAccessAITrainer: false })
  expect(toggle('AI')).not.toBeInTheDocument()
  // The guard redirects other addresses there too.
  expect(menu().getByRole('link', { name: 'AI' })).toHaveAttribute('href', '/ai-trainer/subscription')
  await userEvent.click(menu().getByRole('link', { name: 'AI' }))
  await screen.findByRole('heading', { name: 'Page subscription' })
  expect(location()).toBe('/ai-trainer/subscription')
})

test('D1-6-28 there is no AI entry for a user with the word "free" in the full name', async () => {
  await open('/projects', { user: { fullName: 'Anna Free' } })
  expect(titles()).toEqual(['Home', 'Projects', 'Data Storage', 'Settings'])
})
