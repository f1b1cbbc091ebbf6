import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { AuditEntry } from '@lamella/shared/contract'
import * as contract from '@lamella/shared/contract'
import { bus, type Toast } from '@lamella/shared/events'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { enterText } from '@lamella/shared/testing/enter-text.ts'
import { portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { formatTimestamp } from '@lamella/shared/ui'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import postcss, { type AtRule, type Rule } from 'postcss'
import { auditColumns } from '../../features/audit/audit-columns.tsx'
import AuditPage from './audit-page.tsx'

const idOf = (index: number) => `019aa000-0000-7000-8000-${String(index).padStart(12, '0')}`
const { id, fullName, email } = portalUser('admin')
const hour = 3_600_000

const entryOf = (index: number, changes: Partial<AuditEntry> = {}): AuditEntry => ({
  id: idOf(index),
  at: new Date(Date.now() - 3 * hour - (60 - index) * 1000).toISOString(),
  user: { id, fullName, email },
  action: 'project.created',
  sentence: contract.auditSentence('project.created', { project: `Project ${index}` }),
  objectType: 'project',
  objectId: idOf(900 + index),
  objectName: `Project ${index}`,
  detail: null,
  ...changes,
})

/** The server's log, newest first; tests change it. */
let log: AuditEntry[]
let server: ContractServer
let toasts: Toast[]
const subscription = bus.on('toast/show').subscribe((toast) => toasts.push(toast))
afterAll(() => subscription.unsubscribe())

beforeEach(() => {
  log = []
  toasts = []
  server = ContractServer.start().on(contract.listAudit, ({ query }) => {
    const { 'filter[text]': words = '', 'filter[action]': only, 'page[after]': after } = query
    const matching = log.filter(
      ({ sentence, action }) => contract.auditText(sentence).includes(words) && (only === undefined || only === action),
    )
    const start = after ? matching.findIndex((entry) => entry.id === after) + 1 : 0
    const data = matching.slice(start, start + query['page[size]'])
    const next = start + data.length < matching.length ? `/api/v1/audit?page[after]=${data.at(-1)?.id}` : null
    return { data, links: { next } }
  })
})
afterEach(() => server.close())

const open = (at = '/settings/audit') => renderPage(<AuditPage />, { at, as: 'admin' })
/** Rows of entries, without those of the columns' and the days' headings. */
const entryRows = () => screen.getAllByRole('row').filter((row) => within(row).queryAllByRole('cell').length > 0)
const rows = () =>
  entryRows().map((row) =>
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  )

test('the log says in sentences who did what to which object, and when', async () => {
  log = [
    entryOf(4, {
      action: 'user.role-changed',
      sentence: contract.auditSentence('user.role-changed', { user: 'Jonas Weber', from: 'user', to: 'guest' }),
      detail: { name: 'Jonas Weber', from: 'USER', to: 'GUEST' },
    }),
    entryOf(3, { user: null, action: 'image.deleted', sentence: contract.auditSentence('image.deleted') }),
    entryOf(2, {
      user: null,
      action: 'user.created',
      sentence: contract.auditSentence('user.created', { user: 'Samuel Okafor' }),
      detail: { by: 'operator' },
    }),
    entryOf(1),
  ]
  open()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Audit log')
  await screen.findByText('Project 1')
  const mara = `${fullName}${email}`
  expect(rows()).toEqual([
    [mara, `Changed the role of Jonas Weber from user to guest${fullName}, 3 hours ago`, '3 hours ago'],
    ['System', 'Deleted an imageSystem, 3 hours ago', '3 hours ago'],
    ['Operator', 'Created the account of Samuel OkaforOperator, 3 hours ago', '3 hours ago'],
    [mara, `Created the project Project 1${fullName}, 3 hours ago`, '3 hours ago'],
  ])
  expect(screen.getByText('Jonas Weber').tagName).toBe('B')
  expect(screen.getByText('4 total')).toBeVisible()
  const [, time] = within(entryRows()[3] as HTMLElement).getAllByText('3 hours ago')
  await userEvent.hover(time as HTMLElement)
  expect(await screen.findByRole('tooltip')).toHaveTextContent(formatTimestamp(new Date(log[3]?.at ?? '')))
})

test('entries are below headings of their days, in the words people use, once per day', async () => {
  const daysAgo = (days: number, at = 12) => {
    const now = new Date()
    return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days, at).toISOString()
  }
  log = [
    entryOf(6, { at: daysAgo(0, 0) }),
    entryOf(5, { at: daysAgo(1, 23) }),
    entryOf(4, { at: daysAgo(1, 0) }),
    entryOf(3, { at: '2025-11-20T12:00:00.000Z' }),
    entryOf(2, { at: '2025-11-20T11:00:00.000Z' }),
  ]
  open()
  await screen.findByText('Project 2')
  const texts = screen
    .getAllByRole('row')
    .map((row) => /Project \d|Today|Yesterday|.*, 20 Nov/.exec(row.textContent)?.[0])
  expect(texts.slice(1)).toEqual([
    'Today',
    'Project 6',
    'Yesterday',
    'Project 5',
    'Project 4',
    'Thursday, 20 Nov',
    'Project 3',
    'Project 2',
  ])
  const days = ['Today', 'Yesterday', 'Thursday, 20 Nov 2025']
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(days)
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(days)
})

test('no action shows an id, a key or JSON, whatever the entry has', async () => {
  log = contract.auditActions.map(({ action }, index) =>
    entryOf(index, {
      action,
      sentence: contract.auditSentence(action),
      detail: { image: idOf(1), plans: ['LAMELLA_PORTAL_CLOUD_FREE'], role: 'ORG_ADMIN' },
    }),
  )
  open()
  while (!screen.queryByText(`${log.length} total`)) {
    await userEvent.click(await screen.findByRole('button', { name: 'Show older entries' }))
  }
  const texts = rows().map(([, what = '']) => what.replace(`${fullName}, 3 hours ago`, ''))
  expect(texts).toEqual(contract.auditActions.map(({ title }) => title))
  const page = screen.getByRole('table').textContent
  expect(page).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|[{}[\]"]|[A-Z]+_[A-Z]+/)
  for (const { action } of contract.auditActions) expect(page).not.toContain(action)
})

test('below 1001 px, where the table has one column, the row has a second line with who and when', () => {
  const sheet = readFileSync(path.join(import.meta.dirname, '../../features/audit/audit.module.css'), 'utf8')
  const hidden: string[] = []
  postcss.parse(sheet).walkDecls('display', (declaration) => {
    const rule = declaration.parent as Rule
    if (declaration.value === 'none') hidden.push(`${(rule.parent as AtRule).params} ${rule.selector}`)
  })
  expect(hidden).toEqual(['(width >= 1001px) .under'])
  expect(auditColumns.filter(({ wideOnly }) => !wideOnly).map(({ id: column }) => column)).toEqual(['action'])
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
  await enterText(screen.getByLabelText('Filter entries'), 'Project 7')
  await waitFor(() =>
    expect(rows()).toEqual([[expect.anything(), expect.stringContaining('Project 7'), '3 hours ago']]),
  )
  await userEvent.type(screen.getByLabelText('Filter entries'), '77')
  expect(await screen.findByText('No entry matches the filter.')).toBeVisible()
})

test('the filter lists all actions in the words of the log', async () => {
  log = [entryOf(2, { action: 'image.deleted', sentence: contract.auditSentence('image.deleted') }), entryOf(1)]
  open()
  await screen.findByText('Project 1')
  await userEvent.click(screen.getByRole('combobox', { name: 'Action' }))
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'All actions',
    ...contract.auditActions.map(({ title }) => title),
  ])
  await userEvent.click(screen.getByRole('option', { name: 'Created a project' }))
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(screen.getByText('Project 1')).toBeVisible()
  await userEvent.click(screen.getByRole('combobox', { name: 'Action' }))
  await userEvent.click(screen.getByRole('option', { name: 'All actions' }))
  await waitFor(() => expect(rows()).toHaveLength(2))
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
    // The link is not attached to the document: only its own click handler receives the click.
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
    await enterText(screen.getByLabelText('Filter entries'), 'deleted ')
    await userEvent.click(screen.getByRole('combobox', { name: 'Action' }))
    await userEvent.click(screen.getByRole('option', { name: 'Deleted an image' }))
    await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }))
    await waitFor(() => expect(saved).toEqual([expect.stringMatching(/^audit-log-\d{4}-\d{2}-\d{2}\.csv$/)]))
    expect(asked).toEqual([{ 'filter[text]': 'deleted', 'filter[action]': 'image.deleted' }])
  })

  it('that cannot be read is reported, and nothing is saved', async () => {
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

test('a failed request can be repeated', async () => {
  log = [entryOf(1)]
  server.on(contract.listAudit, () => new Refusal('ERR_0500'))
  open()
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByText('The audit log could not be retrieved')).toBeVisible()
  server.on(contract.listAudit, () => ({ data: log, links: { next: null } }))
  await userEvent.click(again)
  expect(await screen.findByText('Project 1')).toBeVisible()
})

test('the filter is in the address: a link and a reload keep it, and unknown actions are left out', async () => {
  log = [entryOf(2), entryOf(1, { action: 'image.deleted', sentence: contract.auditSentence('image.deleted') })]
  const first = open('/settings/audit?text=Project')
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(screen.getByLabelText('Filter entries')).toHaveValue('Project')
  await userEvent.clear(screen.getByLabelText('Filter entries'))
  await enterText(screen.getByLabelText('Filter entries'), 'Deleted')
  await waitFor(() => expect(first.location()).toBe('/settings/audit?text=Deleted'))
  await waitFor(() => expect(rows()).toHaveLength(1))
  first.unmount()
  open('/settings/audit?action=of-a-newer-page')
  await waitFor(() => expect(rows()).toHaveLength(2))
})
