import * as contract from '@lamella/shared/contract'
import { type RestrictionKey, restrictionKeys, type Subscription } from '@lamella/shared/contract'
import { bus, type Toast } from '@lamella/shared/events'
import { restrictionsAtom, store, subscriptionsAtom } from '@lamella/shared/session'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { enterText } from '@lamella/shared/testing/enter-text.ts'
import { type PersonKind, portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
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
    type: 'portal',
    netPrice: 0,
    subscriptionPeriod: 'P1M',
    restrictions: [],
  },
  ...changes,
})

let plans: Subscription[]
let used: Record<RestrictionKey, number>
let server: ContractServer
let toasts: Toast[]
const subscription = bus.on('toast/show').subscribe((toast) => toasts.push(toast))
afterAll(() => subscription.unsubscribe())

beforeEach(() => {
  sessionStorage.clear()
  toasts = []
  plans = [planOf(1, 'Portal free trial'), planOf(2, 'AI free trial')]
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
    .on(contract.listSubscriptions, () => page(plans))
    .on(contract.listPastSubscriptions, () => page([]))
    .on(contract.organisationUsageDays, () => ({ data: { today: '2026-11-23', recordedSince: null, days: [] } }))
    .on(contract.organisationUsage, () => ({ data: restrictionKeys.map((key) => ({ key, used: used[key] })) }))
    .on(contract.organisationAdmin, () => ({ data: { id: portalUser('admin').id, email: 'mara@lab.example' } }))
})
afterEach(() => server.close())

const open = (as: PersonKind = 'admin', limits = {}) => {
  // As the session has read them at its start.
  store.set(subscriptionsAtom, plans)
  return renderPage(<SubscriptionsPage />, { at: '/settings/subscriptions', as, limits })
}

test('D1-2.6-61 shows the plans with their validity', async () => {
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString()
  plans = [
    planOf(1, 'Portal free trial', { validUntil: soon }),
    planOf(2, 'AI Trainer', { automaticRenewal: true }),
    planOf(3, 'Portal on premise', { validUntil: '2126-11-01T10:00:00.000Z' }),
  ]
  open()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Subscriptions')
  const list = within(screen.getByRole('region', { name: 'Plans' }))
  const [trial, ai, onPremise] = await list.findAllByRole('listitem')
  expect(trial).toHaveTextContent(
    /^Portal free trialPortalEnds in 2 daysValid from1 Nov 2026Valid until.*, 2 days leftRenewalnone/,
  )
  expect(ai).toHaveTextContent('AI TrainerPortalActiveValid from1 Nov 2026Valid until1 Dec 2056Renewalautomatic')
  expect(onPremise).toHaveTextContent(/ActiveValid.*Valid untilno endRenewalnone$/)
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
  plans = []
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
    .on(contract.listSubscriptions, () => page(plans))
    .on(contract.organisationUsage, () => ({ data: [{ key: 'userLimit' as const, used: 2 }] }))
  for (const button of screen.getAllByRole('button', { name: 'Try again' })) await userEvent.click(button)
  expect(await screen.findByText('Portal free trial')).toBeVisible()
  expect(await screen.findByRole('figure', { name: 'Users' })).toBeVisible()
})

const withLimits = (plan: Subscription, limits: Record<string, string>): Subscription => ({
  ...plan,
  subscriptionPlan: {
    ...plan.subscriptionPlan,
    restrictions: Object.entries(limits).map(([key, value]) => ({ key, value })),
  },
})

test('each plan says what it includes, in numbers and words; what this build does not know is left out', async () => {
  plans = [
    withLimits(planOf(1, 'Portal'), { storageLimit: '1000', userLimit: '5', mediumLimit: '-1', slideLimit: '3' }),
    withLimits(planOf(2, 'AI Trainer'), { trainingLimit: '2026-11-01T10:00:00.000Z;2056-12-01T10:00:00.000Z;3' }),
  ]
  open()
  const included = async (name: string) =>
    within(await screen.findByLabelText(`Included in ${name}`))
      .getAllByRole('term')
      .map((term) => `${term.textContent} ${term.nextSibling?.textContent}`)
  expect(await included('Portal')).toEqual(['Users 5', 'Storage 1,000 GB', 'Images unlimited'])
  expect(await included('AI Trainer')).toEqual(['Trainings 3'])
})

test('plans that have ended are the history, and have no renewal', async () => {
  const ended = planOf(5, 'Portal free trial', { validUntil: '2026-10-01T10:00:00.000Z' })
  server.on(contract.listPastSubscriptions, () => page([withLimits(ended, { projectLimit: '10' })]))
  open()
  const history = within(await screen.findByRole('region', { name: 'Earlier plans' }))
  expect(history.getByRole('listitem')).toHaveTextContent(
    'Portal free trialPortalValid from1 Nov 2026Ended1 Oct 2026Projects10',
  )
})

describe('while the page is open', () => {
  const answerProfile = ({ portalWebAccess = true, projectLimit = 10 }) => {
    const admin = portalUser('admin')
    server
      .on(contract.whoAmI, () => ({ data: admin }))
      .on(contract.aboutOrganisation, () => ({
        data: {
          id: admin.organisationId,
          name: 'Nordlund Lab',
          portalWebAccess,
          canAccessAITrainer: true,
          restrictions: [{ key: 'projectLimit' as const, value: projectLimit }],
        },
      }))
  }
  afterEach(() => jest.useRealTimers())

  test('a plan that an operator grants is there within a minute, with its limits', async () => {
    jest.useFakeTimers({ advanceTimers: true })
    open('admin', { projectLimit: 10 })
    expect(await screen.findByText('9')).toHaveAttribute('data-state', 'warn')
    plans = [...plans, planOf(3, 'Portal of Nordlund')]
    answerProfile({ projectLimit: 50 })
    await act(() => jest.advanceTimersByTimeAsync(60_000))
    expect(await screen.findByText('Portal of Nordlund')).toBeVisible()
    await waitFor(() => expect(store.get(restrictionsAtom)?.limits.projectLimit).toBe(50))
    expect(screen.getByText('9')).not.toHaveAttribute('data-state', 'warn')
  })

  test('a plan that ends is known within a minute, and what was typed for an upgrade is kept for the next log-in', async () => {
    jest.useFakeTimers({ advanceTimers: true })
    open()
    await screen.findByText('Portal free trial')
    fireEvent.click(screen.getByRole('button', { name: 'Request an upgrade' }))
    fireEvent.change(await screen.findByLabelText('Message'), { target: { value: 'Before it ends' } })
    plans = []
    answerProfile({ portalWebAccess: false })
    await act(() => jest.advanceTimersByTimeAsync(60_000))
    // The shell logs out as soon as the access is gone.
    await waitFor(() => expect(store.get(restrictionsAtom)?.portalWebAccess).toBe(false))
    expect(JSON.stringify({ ...sessionStorage })).toContain('Before it ends')
  })
})

describe('usage over time', () => {
  const today = '2026-11-23'
  const gigabyte = 1024 ** 3
  const answer = (days: contract.UsageDay[]) => ({ data: { today, recordedSince: days[0]?.day ?? null, days } })
  const days = [
    { day: '2026-11-10', uses: [{ key: 'storageLimit' as const, used: 2 * gigabyte, limit: 10 * gigabyte }] },
    { day: '2026-11-12', uses: [{ key: 'storageLimit' as const, used: 3 * gigabyte, limit: -1 }] },
  ]
  const card = () => within(screen.getByRole('region', { name: 'Usage over time' }))

  it('is said in words: the present use and how much more it is than at the first record', async () => {
    server.on(contract.organisationUsageDays, () => answer(days))
    open('admin', { storageLimit: 10 })
    expect(await card().findByText(/^6\.0 GB of 10\.0 GB, 4\.0 GB more than on 10 Nov 2026$/)).toBeVisible()
    expect(card().getByText(/^Recorded since 10 Nov 2026/)).toBeVisible()
    await userEvent.click(card().getByText('Images'))
    expect(await card().findByText(/^100$/)).toBeVisible()
  })

  it('is a table too, with the limits of that time and "–" where nothing was recorded', async () => {
    server.on(contract.organisationUsageDays, () => answer(days))
    open('admin', { storageLimit: 10, mediumLimit: 200 })
    await userEvent.click(await card().findByRole('button', { name: 'Show as a table' }))
    const rowOf = (day: string) => card().getByRole('row', { name: new RegExp(`^${day}`) }).textContent
    expect(card().getAllByRole('row')).toHaveLength(31)
    expect(rowOf('23 Nov')).toBe('23 Nov 20266.0 GB of 10.0 GB100 of 200749')
    expect(rowOf('12 Nov')).toBe('12 Nov 20263.0 GB––––')
    expect(rowOf('11 Nov')).toBe('11 Nov 2026–––––')
    expect(rowOf('10 Nov')).toBe('10 Nov 20262.0 GB of 10.0 GB––––')
  })

  it('can be looked at over twelve months', async () => {
    const asked: unknown[] = []
    server.on(contract.organisationUsageDays, ({ query }) => {
      asked.push(query['filter[days]'])
      return answer(days)
    })
    open()
    await userEvent.click(await card().findByText('12 months'))
    await userEvent.click(await card().findByRole('button', { name: 'Show as a table' }))
    await waitFor(() => expect(card().getAllByRole('row')).toHaveLength(13))
    expect(asked.map(Number)).toEqual([30, 366])
  })

  it('says so before the first look, and when it cannot be read', async () => {
    open()
    expect(await card().findByText(/^Nothing is recorded yet/)).toBeVisible()
    server.on(contract.organisationUsageDays, () => new Refusal('ERR_0500'))
    await userEvent.click(card().getByText('90 days'))
    expect(await card().findByText('The usage over time could not be loaded')).toBeVisible()
  })
})

test('D3-9-44 limits that are reached, or used to more than 80 %, are named above', async () => {
  open('admin', { userLimit: 5, projectLimit: 10, mediumLimit: 100, storageLimit: 7, jobLimit: 60 })
  const warning = (await screen.findByText('Limit reached:')).closest('[role="note"]')
  expect(warning).toHaveTextContent(
    'Limit reached: Images. Nothing can be added there until something is deleted or the limit is raised.More than 80 % used: Storage (6.0 GB of 7.0 GB), Projects (9 of 10).',
  )
})
