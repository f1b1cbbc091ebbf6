import * as contract from '@lamella/shared/contract'
import { type RestrictionKey, restrictionKeys, type Subscription } from '@lamella/shared/contract'
import { bus, type Toast } from '@lamella/shared/events'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { enterText } from '@lamella/shared/testing/enter-text.ts'
import { type PersonKind, portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import SubscriptionsPage from './subscriptions-page.tsx'

const page = <T,>(data: T[]) => ({ data, links: { next: null } })
const idOf = (index: number) => `019aa000-0000-7000-8000-0000000000d${index}`

const planOf = (index: number, displayName: string, changes: Partial<Subscription> = {}): Subscription => ({
  id: idOf(index),
  validFrom: '2026-11-01T10:00:00.000Z',
  validUntil: '2056-12-01T10:00:00.000Z',
  organization: portalUser('admin').organisationId,
  automaticRenewal: false,
  purchaser: portalUser('admin').id,
  subscriptionPlan: {
    id: idOf(index),
    name: 'LAMELLA_PORTAL_CLOUD_FREE',
    displayName,
    version: 1,
    netPrice: 0,
    subscriptionPeriod: 'P1M',
    restrictions: [],
  },
  ...changes,
})

let used: Record<RestrictionKey, number>
let server: ContractServer
let toasts: Toast[]
const subscription = bus.on('toast/show').subscribe((toast) => toasts.push(toast))
afterAll(() => subscription.unsubscribe())

beforeEach(() => {
  sessionStorage.clear()
  toasts = []
  used = {
    userLimit: 4,
    storageLimit: 6 * 1024 ** 3,
    projectLimit: 9,
    mediumLimit: 100,
    annotationLimit: 0,
    trainingLimit: 0,
    jobLimit: 7,
  }
  server = ContractServer.start()
    .on(contract.listSubscriptions, () => page([planOf(1, 'Portal free trial'), planOf(2, 'AI free trial')]))
    .on(contract.organisationUsage, () => ({ data: restrictionKeys.map((key) => ({ key, used: used[key] })) }))
    .on(contract.organisationAdmin, () => ({ data: { id: portalUser('admin').id, email: 'mara@lab.example' } }))
})
afterEach(() => server.close())

const open = (as: PersonKind = 'admin', limits = {}) =>
  renderPage(<SubscriptionsPage />, { at: '/settings/subscriptions', as, limits })

test('D1-2.6-61 shows the plans with their validity', async () => {
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString()
  server.on(contract.listSubscriptions, () =>
    page([
      planOf(1, 'Portal free trial', { validUntil: soon }),
      planOf(2, 'AI Trainer', { automaticRenewal: true }),
      planOf(3, 'Portal on premise', { validUntil: '2126-11-01T10:00:00.000Z' }),
    ]),
  )
  open()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Subscriptions')
  const plans = within(screen.getByRole('region', { name: 'Plans' }))
  const [trial, ai, onPremise] = await plans.findAllByRole('listitem')
  expect(trial).toHaveTextContent(/^Portal free trialValid from1 Nov 2026Valid until.*Renewalnone$/)
  expect(ai).toHaveTextContent('AI TrainerValid from1 Nov 2026Valid until1 Dec 2056Renewalautomatic')
  expect(onPremise).toHaveTextContent(/Valid untilno endRenewalnone$/)
  expect(trial?.querySelector('[data-soon]')).not.toBeNull()
  expect(ai?.querySelector('[data-soon]')).toBeNull()
})

test('D1-9-31 shows the use of each limit, red at the limit', async () => {
  open('admin', {
    userLimit: 5,
    storageLimit: 10,
    projectLimit: 10,
    mediumLimit: 100,
    annotationLimit: 500,
    trainingLimit: 0,
    jobLimit: -1,
  })
  const usage = within(screen.getByRole('region', { name: 'Usage' }))
  await usage.findByRole('figure', { name: 'Users' })
  expect(usage.getAllByRole('figure').map((figure) => figure.textContent)).toEqual([
    '4of 5Users',
    '6.0 GBof 10.0 GBStorage',
    '9of 10Projects',
    '100of 100Images',
    '0of 500Annotations',
    '7unlimitedAnalysis jobs',
  ])
  expect(usage.getByText('100')).toHaveAttribute('data-state', 'reached')
  expect(usage.getByText('9')).toHaveAttribute('data-state', 'warn')
})

test('D1-9-26 the limit -1 is unlimited, each of them', async () => {
  open('admin', Object.fromEntries(restrictionKeys.map((key) => [key, -1])))
  await screen.findByRole('figure', { name: 'Users' })
  expect(screen.getAllByRole('figure')).toHaveLength(restrictionKeys.length)
  for (const figure of screen.getAllByRole('figure')) {
    expect(figure).toHaveTextContent('unlimited')
    expect(figure.querySelector('[data-state]')).toHaveAttribute('data-state', 'unlimited')
  }
})

describe('an upgrade', () => {
  const openDialog = async () => {
    open()
    await userEvent.click(screen.getByRole('button', { name: 'Request an upgrade' }))
    return within(await screen.findByRole('dialog', { name: 'Request an upgrade' }))
  }

  it('D3-2-16 is asked for with the chosen plan', async () => {
    const asked: unknown[] = []
    server.on(contract.requestUpgrade, ({ body }) => {
      asked.push(body.data)
      return undefined
    })
    const dialog = await openDialog()
    expect(dialog.getByRole('button', { name: 'Send request' })).toBeDisabled()
    await userEvent.click(dialog.getByRole('radio', { name: 'Portal and AI Trainer' }))
    await enterText(dialog.getByLabelText('Message'), '20 users')
    await userEvent.click(dialog.getByRole('button', { name: 'Send request' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(asked).toEqual([{ plan: 'LAMELLA_PORTAL_AI_CLOUD', message: '20 users' }])
    expect(toasts).toMatchObject([
      {
        kind: 'success',
        detail: 'Your request for Portal and AI Trainer was sent. You will receive an answer by email.',
      },
    ])
  })

  it('that could not be sent keeps what was typed', async () => {
    server.on(contract.requestUpgrade, () => new Refusal('ERR_0429'))
    const dialog = await openDialog()
    await userEvent.click(dialog.getByRole('radio', { name: 'On premise' }))
    await userEvent.type(dialog.getByLabelText('Message'), 'soon')
    await userEvent.click(dialog.getByRole('button', { name: 'Send request' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('Too many requests. Try again in a moment.')
    expect(dialog.getByLabelText('Message')).toHaveValue('soon')
  })

  it('is for admins: other members see whom to ask', async () => {
    const asked: unknown[] = []
    server.on(contract.organisationAdmin, ({ query }) => {
      asked.push(query)
      return { data: { id: portalUser('admin').id, email: 'mara@lab.example' } }
    })
    open('member')
    expect(await screen.findByText(/^Only admins of your organization can request an upgrade\./)).toBeVisible()
    const contact = screen.getByRole('link', { name: 'Contact your admin' })
    await waitFor(() => expect(contact).toHaveAttribute('href', 'mailto:mara@lab.example'))
    expect(asked).toEqual([{ actionId: 'organisation.admin' }])
    expect(screen.queryByRole('button', { name: 'Request an upgrade' })).not.toBeInTheDocument()
    expect(await screen.findByText('Portal free trial')).toBeVisible()
  })
})

test('without a plan it says so', async () => {
  server.on(contract.listSubscriptions, () => page([]))
  open()
  expect(await screen.findByRole('heading', { name: 'No active plan' })).toBeVisible()
})

test('a failed request is reported and can be repeated', async () => {
  server
    .on(contract.listSubscriptions, () => new Refusal('ERR_0500'))
    .on(contract.organisationUsage, () => new Refusal('ERR_0500'))
  open()
  expect(await screen.findByText('The subscriptions could not be retrieved')).toBeVisible()
  expect(await screen.findByText('The usage could not be loaded')).toBeVisible()
  server
    .on(contract.listSubscriptions, () => page([planOf(1, 'Portal free trial')]))
    .on(contract.organisationUsage, () => ({ data: [{ key: 'userLimit' as const, used: 2 }] }))
  for (const button of screen.getAllByRole('button', { name: 'Try again' })) await userEvent.click(button)
  expect(await screen.findByText('Portal free trial')).toBeVisible()
  expect(await screen.findByRole('figure', { name: 'Users' })).toBeVisible()
})
