import { bus } from '@lamella/shared/events'
import { sampleConfig } from '@lamella/shared/testing/sample-config.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { closePortal, openPortal, type PortalOptions } from '../../../test/open-portal.tsx'

afterEach(closePortal)

const openMenu = async (options?: PortalOptions) => {
  const portal = await openPortal('/datastorage', options)
  await screen.findByRole('heading', { name: 'Page dashboard' })
  await userEvent.click(within(screen.getByRole('banner')).getByRole('button', { name: /^User menu of/ }))
  await screen.findByRole('menu')
  return portal
}
const item = (name: string | RegExp) => screen.queryByRole('menuitem', { name })

test.each([
  ['D1-2.6-39', 'Projects', '/projects', 'Page projects'],
  ['D1-2.6-40', 'Settings', '/settings', 'Page settings'],
  ['D1-2.6-43', 'Log out', '/auth/logout', 'Page logout'],
  ['D1-2.6-47', /^Jonas Weber/, '/settings', 'Page settings'],
] as const)('%s the entry %s leads to %s', async (_, name, path, heading) => {
  const { location } = await openMenu()
  await userEvent.click(item(name) as HTMLElement)
  expect(await screen.findByRole('heading', { name: heading })).toBeVisible()
  expect(location()).toBe(path)
})

test.each([
  ['D1-2.6-41', 'Knowledge base', sampleConfig.product.knowledgeBaseUrl],
  ['D1-2.6-42', 'Book a Demo', sampleConfig.product.bookDemoUrl],
])('%s the entry "%s" opens the configured address beside the portal', async (_, name, address) => {
  await openMenu()
  expect(item(name)).toHaveAttribute('href', address)
  expect(item(name)).toHaveAttribute('target', '_blank')
})

test('D1-2.6-44 "Guided Tour" starts the tour of the dashboard', async () => {
  const started: unknown[] = []
  const subscription = bus.on('tour/start').subscribe((start) => started.push(start))
  const { location } = await openMenu()
  await userEvent.click(item('Guided Tour') as HTMLElement)
  expect(started).toEqual([{ tour: 'dashboard' }])
  expect(await screen.findByRole('dialog', { name: 'Your dashboard' })).toBeVisible()
  expect(location()).toBe('/')
  subscription.unsubscribe()
})

test('the tour that is skipped gives the focus back to the menu that started it', async () => {
  await openPortal('/')
  await screen.findByRole('heading', { name: /^Welcome, / })
  const menu = within(screen.getByRole('banner')).getByRole('button', { name: /^User menu of/ })
  await userEvent.click(menu)
  await screen.findByRole('menu')
  await userEvent.click(item('Guided Tour') as HTMLElement)
  await screen.findByRole('dialog', { name: 'Your dashboard' })
  await userEvent.click(screen.getByRole('button', { name: 'Skip tour' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(menu).toHaveFocus()
})

test.each([
  ['D1-2.6-45 D1-6-16 for a guest', { as: 'guest' }],
  ['D1-2.6-46 on a phone', { width: 390 }],
  ['D1-2.6-46 at 999 px', { width: 999 }],
] as const)('%s there is no "Guided Tour"', async (_, options) => {
  await openMenu(options)
  expect(item('Log out')).toBeVisible()
  expect(item('Guided Tour')).not.toBeInTheDocument()
})

test('D1-2.6-46 at 1000 px there is one (contradiction 4)', async () => {
  await openMenu({ width: 1000 })
  expect(item('Guided Tour')).toBeVisible()
})

test('the colour scheme is chosen by keyboard, and the menu stays open to show it', async () => {
  await openMenu()
  const choice = (name: string) => screen.getByRole('menuitemradio', { name })
  expect(choice('Light')).toBeChecked()
  choice('Light').focus()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(choice('Dark')).toBeChecked()
  expect(choice('Light')).not.toBeChecked()
  expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark')
})
