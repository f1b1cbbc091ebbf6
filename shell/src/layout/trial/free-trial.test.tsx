import { listProjects, listSubscriptions, organisationAdmin } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { Refusal } from '@lamella/shared/testing/contract-server.ts'
import { sampleConfig } from '@lamella/shared/testing/sample-config.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  closePortal,
  freePlans,
  openPortal,
  type PortalOptions,
  projectNamed,
  subscriptionTo,
} from '../../../test/open-portal.tsx'

afterEach(closePortal)

const day = 86_400_000
const inDays = (days: number) => freePlans(new Date(Date.now() + days * day + 3_600_000).toISOString())
const dialog = () => screen.findByRole('dialog', { name: 'Free trial of Lamella' })
const header = () => within(screen.getByRole('banner'))
const open = async (path: string, options: PortalOptions = {}) => {
  const portal = await openPortal(path, { subscriptions: inDays(12), ...options })
  await screen.findByRole('button', { name: /^User menu of/ })
  return portal
}

test.each([
  ['no free plan', []],
  ['only the portal plan', [subscriptionTo('LAMELLA_PORTAL_CLOUD_FREE')]],
  ['two portal plans and one AI plan', [...freePlans(), subscriptionTo('LAMELLA_PORTAL_CLOUD_FREE')]],
])('D1-4.4-02 with %s there is no indicator', async (_, subscriptions) => {
  await open('/projects', { subscriptions })
  expect(header().queryByText(/free trial/)).not.toBeInTheDocument()
})

test('D1-4.4-04 the indicator shows the days that are left', async () => {
  await open('/projects')
  expect(header().getByText('12 days in the free trial phase left')).toBeVisible()
})

test('D1-4.4-05 D3-9-27 below 800 px it is short, at 800 px it is not', async () => {
  const { resize } = await open('/projects', { width: 799 })
  expect(header().getByText('free trial')).toBeVisible()
  resize(800)
  expect(header().getByText('12 days in the free trial phase left')).toBeVisible()
})

test('D1-4.4-06 without projects the dialog opens by itself, once in a session', async () => {
  const { router } = await open('/')
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Close dialog' }))
  await userEvent.click(await screen.findByRole('button', { name: /^Skip tour/ }))
  await act(() => router.navigate('/projects'))
  await act(() => router.navigate('/'))
  expect(await screen.findByRole('heading', { name: 'Welcome, Jonas Weber!' })).toBeVisible()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('D1-4.4-06 with a project it opens only from the indicator', async () => {
  const { server } = await open('/', { projects: [projectNamed('One')] })
  await screen.findByText('One')
  expect(server.calls).toContain(`${listProjects.method} ${listProjects.path}`)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await userEvent.click(header().getByRole('button', { name: '12 days in the free trial phase left' }))
  expect(await dialog()).toBeVisible()
})

test('closed, it gives the focus back to the indicator', async () => {
  await open('/projects', { projects: [projectNamed('One')] })
  const indicator = header().getByRole('button', { name: '12 days in the free trial phase left' })
  indicator.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Start exploring' })).toHaveFocus())
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(indicator).toHaveFocus()
})

test('D1-4.4-07 closing it starts the tour', async () => {
  await open('/')
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Start exploring' }))
  expect(await screen.findByRole('dialog', { name: 'Your dashboard' })).toBeVisible()
})

test.each<[string, boolean, PortalOptions]>([
  ['the tour was seen', true, {}],
  ['there is a project', false, { projects: [projectNamed('One')] }],
  ['a guest closes it', false, { as: 'guest' }],
])('D1-4.4-07 closing it starts no tour when %s', async (_, seen, options) => {
  const started: unknown[] = []
  const subscription = bus.on('tour/start').subscribe((start) => started.push(start))
  if (seen) localStorage.setItem('hasSeenDashboardTour', 'true')
  await open('/', options)
  if (options.projects) await userEvent.click(header().getByRole('button', { name: /free trial phase left$/ }))
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Start exploring' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(started).toEqual([])
  subscription.unsubscribe()
})

test('D1-6-24 the owner of the organisation is offered "Contact us"', async () => {
  await open('/', { as: 'admin' })
  const shown = within(await dialog())
  expect(await shown.findByRole('link', { name: 'Contact us' })).toHaveAttribute(
    'href',
    sampleConfig.product.bookDemoUrl,
  )
  expect(shown.getByText('Get in touch with us for unlimited features.')).toBeVisible()
  expect(shown.queryByRole('link', { name: 'Contact your admin' })).not.toBeInTheDocument()
})

test.each(['member', 'guest'] as const)('D1-6-24 a %s is offered "Contact your admin"', async (as) => {
  await open('/', { as })
  const shown = within(await dialog())
  expect(await shown.findByRole('link', { name: 'Contact your admin' })).toHaveAttribute(
    'href',
    'mailto:mara@lab.example',
  )
  expect(shown.getByText('Contact the admin of your organization to get unlimited features.')).toBeVisible()
  expect(shown.queryByRole('link', { name: 'Contact us' })).not.toBeInTheDocument()
})

test('D1-6-19 D1-6-24 an admin who is not the owner is an ordinary user', async () => {
  await open('/', {
    as: 'admin',
    answers: (server) =>
      void server.on(organisationAdmin, () => ({
        data: { id: '019aa000-0000-7000-8000-000000000009', email: 'owner@lab.example' },
      })),
  })
  expect(await within(await dialog()).findByRole('link', { name: 'Contact your admin' })).toHaveAttribute(
    'href',
    'mailto:owner@lab.example',
  )
})

test('the owner is read by the query that all parts of the portal share', async () => {
  const asked: unknown[] = []
  await open('/', {
    as: 'admin',
    answers: (server) =>
      void server.on(organisationAdmin, ({ query }) => {
        asked.push(query)
        return { data: { id: '019aa000-0000-7000-8000-000000000009', email: 'owner@lab.example' } }
      }),
  })
  await within(await dialog()).findByRole('link', { name: 'Contact your admin' })
  expect(asked).toEqual([{ actionId: 'organisation.admin' }])
})

test('while the owner is not known nobody is sent to a wrong address', async () => {
  const { server } = await open('/', {
    answers: (answering) => void answering.on(organisationAdmin, () => new Refusal('ERR_0500')),
  })
  const shown = within(await dialog())
  await waitFor(() => expect(server.calls).toContain(`GET ${organisationAdmin.path}`))
  expect(shown.queryByRole('link')).not.toBeInTheDocument()
  expect(server.calls).toContain(`GET ${listSubscriptions.path}`)
})
