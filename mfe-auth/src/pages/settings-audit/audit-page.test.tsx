import type { AuditEntry } from '@lamella/shared/contract'
import * as contract from '@lamella/shared/contract'
import { bus, type Toast } from '@lamella/shared/events'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import AuditPage from './audit-page.tsx'

const idOf = (index: number) => `019aa000-0000-7000-8000-${String(index).padStart(12, '0')}`
const { id, fullName, email } = portalUser('admin')

const entryOf = (index: number, changes: Partial<AuditEntry> = {}): AuditEntry => ({
  id: idOf(index),
  at: new Date(2026, 10, 20, 10, 0, index).toISOString(),
  user: { id, fullName, email },
  action: 'project.created',
  objectType: 'project',
  objectId: idOf(900 + index),
  objectName: `Project ${index}`,
  detail: null,
  ...changes,
})

/** The log, newest first; tests change it. */
let log: AuditEntry[]
let server: ContractServer
let toasts: Toast[]
const subscription = bus.on('toast/show').subscribe((toast) => toasts.push(toast))
afterAll(() => subscription.unsubscribe())

beforeEach(() => {
  log = []
  toasts = []
  server = ContractServer.start().on(contract.listAudit, ({ query }) => {
    const words = query['filter[text]'] ?? ''
    const after = query['page[after]']
    const matching = log.filter(({ objectName, action }) => `${action} ${objectName}`.includes(words))
    const start = after ? matching.findIndex((entry) => entry.id === after) + 1 : 0
    const data = matching.slice(start, start + query['page[size]'])
    const next = start + data.length < matching.length ? `/api/v1/audit?page[after]=${data.at(-1)?.id}` : null
    return { data, links: { next } }
  })
})
afterEach(() => server.close())

const open = () => renderPage(<AuditPage />, { at: '/settings/audit', as: 'admin' })
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )

test('the log says who did what to which object when', async () => {
  log = [
    entryOf(3, {
      action: 'user.role-changed',
      objectType: 'user',
      objectName: 'Jonas Weber',
      detail: { name: 'Jonas Weber', role: 'GUEST', before: ['USER'] },
    }),
    entryOf(2, { user: null, action: 'image.deleted', objectType: 'image', objectName: null, detail: {} }),
    entryOf(1),
  ]
  open()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Audit log')
  await screen.findByText('Project 1')
  expect(rows()).toEqual([
    ['2026-11-20 10:00:03', 'Mara Lindqvist', 'User role changed', 'Jonas Weber', 'role: GUEST, before: ["USER"]'],
    ['2026-11-20 10:00:02', 'System', 'Image deleted', `image ${idOf(902)}`, '–'],
    ['2026-11-20 10:00:01', 'Mara Lindqvist', 'Project created', 'Project 1', '–'],
  ])
  expect(screen.getByText('3 total')).toBeVisible()
})

test('older entries come on demand', async () => {
  log = Array.from({ length: 60 }, (_, index) => entryOf(60 - index))
  open()
  await screen.findByText('Project 60')
  expect(rows()).toHaveLength(50)
  expect(screen.getByText('50 total so far')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Show older entries' }))
  await screen.findByText('Project 1')
  expect(rows()).toHaveLength(60)
  expect(screen.getByText('60 total')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show older entries' })).not.toBeInTheDocument()
})

test('the filter asks the server, so that it finds what is not shown', async () => {
  log = Array.from({ length: 60 }, (_, index) => entryOf(60 - index))
  open()
  await screen.findByText('Project 60')
  await userEvent.type(screen.getByLabelText('Filter entries'), 'Project 7')
  await waitFor(() => expect(rows().map((cells) => cells[3])).toEqual(['Project 7']))
  await userEvent.type(screen.getByLabelText('Filter entries'), '77')
  expect(await screen.findByText('No entry has all of these words.')).toBeVisible()
})

describe('the CSV', () => {
  const saved: string[] = []
  const follow = (event: Event) => {
    if (!(event.target instanceof HTMLAnchorElement)) return
    saved.push(event.target.download)
    event.preventDefault()
  }
  beforeEach(() => {
    saved.length = 0
    // A link that is not in the document: its click reaches nobody but itself.
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      this.addEventListener('click', follow, { once: true })
      this.dispatchEvent(new MouseEvent('click', { cancelable: true }))
    })
  })
  afterEach(() => jest.restoreAllMocks())

  it('has all entries that match the filter', async () => {
    const asked: unknown[] = []
    server.on(contract.exportAudit, ({ query }) => {
      asked.push(query)
      return undefined
    })
    open()
    await userEvent.type(screen.getByLabelText('Filter entries'), 'deleted ')
    await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }))
    await waitFor(() => expect(saved).toEqual([expect.stringMatching(/^audit-log-\d{4}-\d{2}-\d{2}\.csv$/)]))
    expect(asked).toEqual([{ 'filter[text]': 'deleted' }])
  })

  it('that cannot be read is told, and nothing is saved', async () => {
    server.on(contract.exportAudit, () => new Refusal('ERR_0503'))
    open()
    await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }))
    await waitFor(() =>
      expect(toasts).toEqual([{ kind: 'error', title: 'Download CSV', detail: 'Service unavailable' }]),
    )
    expect(saved).toEqual([])
  })
})

test('without entries it says what comes here', async () => {
  open()
  expect(await screen.findByText('What people do in your organization is listed here.')).toBeVisible()
})

test('what cannot be read is read again', async () => {
  log = [entryOf(1)]
  server.on(contract.listAudit, () => new Refusal('ERR_0500'))
  open()
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByText('The audit log could not be retrieved')).toBeVisible()
  server.on(contract.listAudit, () => ({ data: log, links: { next: null } }))
  await userEvent.click(again)
  expect(await screen.findByText('Project 1')).toBeVisible()
})
