import { type FailureRecord, onFailure } from '@lamella/shared/api'
import { createTicket, type ErrorCode, getBundle, type JobResultBundle } from '@lamella/shared/contract'
import { bus, type Toast } from '@lamella/shared/events'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { renderPage } from '@lamella/shared/testing/render-page.tsx'
import { formatTimestamp } from '@lamella/shared/ui'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { JobResultDownloadPage } from './job-result-download-page.tsx'

const id = '019aa000-0000-7000-8000-0000000000b1'
const at = `/downloads/jobresultbundles/${id}`
const bundleOf = (changes: Partial<JobResultBundle> = {}): JobResultBundle => ({
  id,
  project: id,
  appName: 'nuclei',
  format: 'xlsx',
  status: 'successful',
  statusErrors: [],
  downloadUrl: `/api/v1/jobResultBundles/${id}/download`,
  expires: null,
  ...changes,
})

let server: ContractServer
let toasts: Toast[]
const subscription = bus.on('toast/show').subscribe((toast) => toasts.push(toast))
afterAll(() => subscription.unsubscribe())
beforeEach(() => {
  toasts = []
  localStorage.clear()
  server = ContractServer.start().on(getBundle, () => ({ data: bundleOf() }))
})
afterEach(() => server.close())

const open = () =>
  renderPage(
    <Routes>
      <Route path="/downloads/jobresultbundles/:id" element={<JobResultDownloadPage />} />
      <Route path="*" element={<h1>Another page</h1>} />
    </Routes>,
    { at },
  )
const button = () => screen.getByRole('button', { name: 'Download results' })
const settle = () => waitFor(() => expect(button()).not.toHaveAttribute('data-loading'))

test('D1-2.3-06 D1-2.3-07 D1-2.3-08 heading, text and button', async () => {
  open()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Job Result Download$/)
  expect(screen.getByText('The results you requested have been processed and are ready for download.')).toBeVisible()
  expect(button()).toHaveTextContent(/^Download results$/)
  await settle()
})

test('it has a way back, to the jobs of the project', async () => {
  open()
  expect(await screen.findByRole('link', { name: 'Back to Analysis Jobs' })).toHaveAttribute(
    'href',
    `/projects/${bundleOf().project}/jobs`,
  )
})

test('D1-2.3-09 D1-4.7-01 it is loading, and ready once there is a download location', async () => {
  let answer = (_: { data: JobResultBundle }): void => undefined
  server.on(getBundle, () => new Promise((resolve) => (answer = resolve)))
  open()
  expect(button()).toBeDisabled()
  expect(button()).toHaveAttribute('data-loading')
  await waitFor(() => expect(server.calls).toHaveLength(1))
  answer({ data: bundleOf() })
  await waitFor(() => expect(button()).toBeEnabled())
  expect(button()).not.toHaveAttribute('data-loading')
  expect(toasts).toEqual([])
})

test('D1-2.3-09 a bundle that is still being made is followed until it is ready', async () => {
  let bundle = bundleOf({ status: 'pending', downloadUrl: null })
  server.on(getBundle, () => ({ data: bundle }))
  open()
  expect(await screen.findByText(/^Your results are being prepared/)).toBeVisible()
  expect(button()).toBeDisabled()
  expect(toasts).toEqual([])
  bundle = bundleOf()
  bus.emit('server/changed', { type: 'bundle', id, project: id, status: 'successful' })
  await waitFor(() => expect(button()).toBeEnabled())
})

test('says until when the file is kept', async () => {
  server.on(getBundle, () => ({ data: bundleOf({ expires: '2026-11-29T10:00:00.000Z' }) }))
  open()
  const until = formatTimestamp(new Date('2026-11-29T10:00:00.000Z'))
  expect(await screen.findByText(`The file is kept until ${until}.`)).toBeVisible()
})

test('says why there is no file', async () => {
  const statusErrors = ['The file was removed after 7 days. Order it again: the results are still there.']
  server.on(getBundle, () => ({ data: bundleOf({ status: 'failed', downloadUrl: null, statusErrors }) }))
  open()
  expect(await screen.findByText(statusErrors[0] ?? '')).toBeVisible()
  expect(screen.queryByText(/ready for download/)).not.toBeInTheDocument()
})

test('D1-4.7-02 D1-8-36 without a download location the button stays disabled, and a toast that stays says so', async () => {
  server.on(getBundle, () => ({ data: bundleOf({ downloadUrl: null }) }))
  open()
  await waitFor(() => expect(toasts).toHaveLength(1))
  expect(toasts[0]).toEqual({
    kind: 'error',
    title: 'Job result bundle download',
    detail: 'No download location found for this result bundle. Please try again later.',
    sticky: true,
  })
  expect(button()).toBeDisabled()
})

test('D1-7-26 the link carries a ticket for this bundle; the access token does not leave the page', async () => {
  const tickets: string[] = []
  server.on(createTicket, ({ body }) => {
    tickets.push(body.data.address)
    // Success would make the browser leave the page; e2e/steps/analysis.ts tests it.
    return new Refusal('ERR_0503')
  })
  open()
  await settle()
  await userEvent.click(button())
  await waitFor(() => expect(tickets).toEqual([`/api/v1/jobResultBundles/${id}/download`]))
})

describe('failures', () => {
  const records: FailureRecord[] = []
  const stop = onFailure((record) => records.push(record))
  beforeEach(() => {
    records.length = 0
  })
  afterAll(stop)

  test('D1-8-32 an unknown bundle leads to /error/404', async () => {
    server.on(getBundle, () => new Refusal('ERR_0404'))
    const { location } = open()
    await waitFor(() => expect(location()).toBe('/error/404'))
  })

  test.each<ErrorCode>(['ERR_0409', 'ERR_0400', 'ERR_0413'])(
    'D1-8-33 %s, which is not fatal, leads to /error and back',
    async (code) => {
      server.on(getBundle, () => new Refusal(code))
      const { location } = open()
      await waitFor(() => expect(location()).toBe('/error'))
      expect(localStorage.getItem('errorReturnUrl')).toBe(at)
    },
  )

  test.each<[ErrorCode, string]>([
    ['ERR_0503', '/error/503'],
    ['ERR_0403', '/error/403'],
    ['ERR_0500', '/error'],
  ])('D1-8-34 %s is fatal: only central handling leaves the page, for %s', async (code, redirect) => {
    server.on(getBundle, () => new Refusal(code))
    const { location } = open()
    await waitFor(() => expect(location()).toBe(redirect))
    expect(records.filter(({ fatal }) => fatal)).toMatchObject([{ actionId: 'bundle.get', redirect }])
  })

  test('D1-8-35 without an answer central handling goes to /error', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('network'))
    const { location } = open()
    await waitFor(() => expect(location()).toBe('/error'))
    expect(records.filter(({ fatal }) => fatal)).toMatchObject([{ httpErrorCode: null, redirect: '/error' }])
  })
})
