import * as contract from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { type ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { closePortal, ids, openPortal } from '../../../test/open-portal.tsx'

const member = '019aa000-0000-7000-8000-0000000000a2'
const idOf = (index: number) => `019aa000-0000-7000-8000-${String(index).padStart(12, '0')}`
const told = (index: number, more: Partial<contract.Notification> = {}): contract.Notification => ({
  id: idOf(index),
  kind: 'analysis-finished',
  tone: 'success',
  title: `DAB scoring 2.0.0 finished on ${index} images`,
  text: 'Liver study, 4,906 objects',
  link: `/projects/${ids.project}/jobs`,
  created: '2026-11-20T10:00:00.000Z',
  read: false,
  ...more,
})

/** Those of the user on the server, newest first. */
let stored: contract.Notification[]
beforeEach(() => {
  stored = []
})
afterEach(closePortal)

const answers = (server: ContractServer) =>
  void server
    .on(contract.countUnread, () => ({
      data: { count: Math.min(stored.filter(({ read }) => !read).length, contract.mostUnread) },
    }))
    .on(contract.listNotifications, ({ query }) => {
      const { 'page[after]': after, 'page[size]': size, 'filter[unread]': unread } = query
      const from = after ? stored.findIndex(({ id }) => id === after) + 1 : 0
      const rest = stored.slice(from).filter(({ read }) => !unread || !read)
      return { data: rest.slice(0, size), links: { next: rest.length > size ? 'next' : null } }
    })
    .on(contract.markNotification, ({ params, body }) => {
      stored = stored.map((one) => (one.id === params.notificationId ? { ...one, read: body.data.read } : one))
      return undefined
    })
    .on(contract.markAllRead, ({ body }) => {
      stored = stored.map((one) => (one.id <= body.data.upTo ? { ...one, read: true } : one))
      return undefined
    })

const open = async (as: 'member' | 'guest' = 'member') => {
  const portal = await openPortal('/projects', { answers, as })
  await screen.findByRole('heading', { name: 'Page projects' })
  return portal
}
const bell = (name: string) => within(screen.getByRole('banner')).findByRole('button', { name })
const panel = async () => within(await screen.findByRole('dialog', { name: 'Notifications' }))
const happens = () => act(() => bus.emit('server/changed', { type: 'notification', user: member }))

test('The bell says how many are unread, and says it anew when something happens', async () => {
  stored = [told(1)]
  await open()
  expect(await bell('Notifications, 1 unread')).toBeVisible()
  expect(screen.getByText('1 unread notification')).toHaveAttribute('role', 'status')
  stored = [told(2), ...stored]
  happens()
  expect(await bell('Notifications, 2 unread')).toBeVisible()
  expect(screen.getByText('2 unread notifications')).toHaveAttribute('role', 'status')
})

test('The list is not read before the bell is opened; guests have a bell, too', async () => {
  const { server } = await open('guest')
  expect(await bell('Notifications')).toBeVisible()
  expect(server.calls).not.toContain('GET /api/v1/notifications')
  await userEvent.click(await bell('Notifications'))
  expect(await (await panel()).findByText(/^Nothing yet\./)).toBeVisible()
})

test('A notification leads to what it is about, and is read then', async () => {
  stored = [told(3), told(2, { read: true, title: 'Ada shared Liver study', link: `/projects/${ids.project}` })]
  const { location } = await open()
  await userEvent.click(await bell('Notifications, 1 unread'))
  const list = await panel()
  await userEvent.click(await list.findByRole('link', { name: 'Unread: DAB scoring 2.0.0 finished on 3 images' }))
  await waitFor(() => expect(location()).toBe(`/projects/${ids.project}/jobs`))
  expect(await bell('Notifications')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Notifications' })).not.toBeInTheDocument())
  expect(stored.every(({ read }) => read)).toBe(true)
})

test('One is marked as read and as unread again, all only up to the newest that is shown', async () => {
  stored = [told(3), told(2)]
  await open()
  await userEvent.click(await bell('Notifications, 2 unread'))
  const list = await panel()
  const title = 'DAB scoring 2.0.0 finished on 2 images'
  await userEvent.click(await list.findByRole('button', { name: `Mark as read: ${title}` }))
  await userEvent.click(await list.findByRole('button', { name: `Mark as unread: ${title}` }))
  expect(await list.findByRole('button', { name: `Mark as read: ${title}` })).toBeVisible()
  // It has come while nobody told this page.
  stored = [told(4), ...stored]
  await userEvent.click(list.getByRole('button', { name: 'Mark all as read' }))
  expect(await bell('Notifications, 1 unread')).toBeVisible()
  expect(stored.map(({ read }) => read)).toEqual([false, true, true])
})

test('The unread ones have a tab of their own, which says so when there are none', async () => {
  stored = [told(3), told(2, { read: true })]
  await open()
  await userEvent.click(await bell('Notifications, 1 unread'))
  const list = await panel()
  expect(await list.findAllByRole('listitem')).toHaveLength(2)
  await userEvent.click(list.getByRole('tab', { name: /^Unread/ }))
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1))
  await userEvent.click(list.getByRole('button', { name: 'Mark all as read' }))
  expect(await list.findByText('You have read everything.')).toBeVisible()
})

test('An open list shows what happens meanwhile, and more pages on demand', async () => {
  stored = Array.from({ length: 25 }, (_, index) => told(25 - index, { title: `Number ${25 - index}` }))
  await open()
  await userEvent.click(await bell('Notifications, 25 unread'))
  const list = await panel()
  expect(await list.findAllByRole('listitem')).toHaveLength(20)
  await userEvent.click(list.getByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(25))
  expect(list.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
  stored = [told(26, { title: 'Number 26' }), ...stored]
  happens()
  expect(await list.findByRole('link', { name: 'Unread: Number 26' })).toBeVisible()
  expect(list.getAllByRole('listitem')).toHaveLength(26)
})

test('A kind and a tone of a newer server are shown by their words', async () => {
  stored = [told(1, { kind: 'mention', tone: 'love', title: 'Ada mentioned you', text: '' })]
  await open()
  await userEvent.click(await bell('Notifications, 1 unread'))
  expect(await (await panel()).findByRole('link', { name: 'Unread: Ada mentioned you' })).toBeVisible()
})

test('Escape closes it, and the bell has the focus again', async () => {
  await open()
  await userEvent.click(await bell('Notifications'))
  await (await panel()).findByText(/^Nothing yet\./)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Notifications' })).not.toBeInTheDocument())
  expect(await bell('Notifications')).toHaveFocus()
})

test('What could not be read can be tried again; many are "99+"', async () => {
  stored = Array.from({ length: 120 }, (_, index) => told(120 - index))
  const { server } = await open()
  server.on(contract.listNotifications, () => new Refusal('ERR_0404'))
  await userEvent.click(await bell('Notifications, 99+ unread'))
  const list = await panel()
  expect(await list.findByText('Your notifications could not be retrieved')).toBeVisible()
  answers(server)
  await userEvent.click(list.getByRole('button', { name: 'Try again' }))
  expect(await list.findAllByRole('listitem')).toHaveLength(20)
})
