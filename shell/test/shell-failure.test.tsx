import { endpoint, type Registry } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { manifest } from '../manifest.ts'
import { partKey } from '../src/layout/lazy-part.tsx'
import { hasStarted } from '../src/start-signal.tsx'
import { shellVersion } from '../src/telemetry/version-in-use.ts'
import { closePortal, openPortal, registryFile, registryWith } from './open-portal.tsx'

const readyFile = endpoint({
  method: 'GET',
  path: '/readyz',
  summary: '',
  tag: 'file',
  success: { status: 200, body: null },
})

/** What the dashboard throws. */
let broken: Error | null = null
jest.mock('../src/pages/dashboard/dashboard-page.tsx', () => ({
  DashboardPage: () => {
    if (broken) throw broken
    return <h1>Dashboard</h1>
  },
}))
let brokenFrame: Error | null = null
jest.mock('../src/layout/palette/palette-button.tsx', () => ({
  PaletteButton: () => {
    if (brokenFrame) throw brokenFrame
    return null
  },
}))

const missing = () => Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError' })
const { version } = shellVersion
const cookie = 'lamella_failed_shells'
const failures = () =>
  (globalThis.__LAMELLA_TELEMETRY__ ?? [])
    .filter(({ event, app }) => event === 'remote-failed' && app === 'shell')
    .map(({ detail }) => detail)

/** @param before - versions of the shell before the running one */
const registryOf = (before: readonly string[]): Registry => {
  const { schema, microFrontends } = registryWith()
  const shell = {
    url: '/',
    metadata: { version, integrity: 'sha256-x' },
    deployment: { traffic: 100, default: true },
    extras: {
      manifest: { ...manifest, contract: '^1.0.0' },
      fallbacks: before.map((each) => ({ version: each, url: '/' })),
    },
  }
  return { schema, microFrontends: { ...microFrontends, shell: [shell] } } as Registry
}
const reload = jest.fn()
const open = (path: string, before: readonly string[]) =>
  openPortal(path, {
    reload,
    answers: (server) => server.on(registryFile, () => registryOf(before)).on(readyFile, () => undefined),
  })

const told = jest.fn()
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
  globalThis.reportError = told
  reload.mockClear()
  told.mockClear()
})
afterEach(async () => {
  await closePortal()
  broken = null
  brokenFrame = null
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = `${cookie}=; Max-Age=0; Path=/`
  jest.restoreAllMocks()
})

const offer = () => screen.queryByRole('button', { name: /^Use version/ })

// One page, in this order: whether it has started, and what it has told, holds for the rest of it.
test('while nothing else was shown, a page that cannot be shown leaves the shell to the watchdog', async () => {
  const watchdog = document.createElement('template')
  watchdog.id = 'lamella-no-start'
  document.head.append(watchdog)
  broken = missing()
  await open('/', ['0.9.0'])
  await waitFor(() => expect(told).toHaveBeenCalledWith(broken))
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect([hasStarted(), failures()]).toEqual([false, []])
  watchdog.remove()
})

test('without a version before, the rest of the portal stays, and the failure is told', async () => {
  broken = new Error('broken')
  await open('/', [])
  expect(await screen.findByRole('alert')).toHaveTextContent('This page cannot be shown')
  expect(screen.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  expect(offer()).not.toBeInTheDocument()
  expect([hasStarted(), failures()]).toEqual([true, [expect.stringContaining(`shell ${version}, render /: Error`)]])
})

test('later, a page that throws offers the version before, and is told once per page', async () => {
  broken = new Error('broken')
  const { router } = await open('/projects', ['0.9.0'])
  expect(offer()).not.toBeInTheDocument()
  for (let time = 0; time < 2; time += 1) {
    await act(() => router.navigate('/'))
    await screen.findByRole('alert')
    await act(() => router.navigate('/projects'))
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
  }
  await act(() => router.navigate('/'))
  await userEvent.click(await screen.findByRole('button', { name: 'Use version 0.9.0' }))
  expect(document.cookie).toContain(`${cookie}=${version}`)
  expect(reload).toHaveBeenCalledTimes(1)
  expect(failures().slice(1)).toEqual([expect.stringContaining(`shell ${version}, late /: Error`)])
})

test('a version that failed in this browser is not offered', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = `${cookie}=0.9.0_1.0.0; Path=/`
  broken = new Error('broken')
  await open('/', ['0.9.0', '0.8.0'])
  await userEvent.click(await screen.findByRole('button', { name: 'Use version 0.8.0' }))
  expect(document.cookie).toContain(`${cookie}=0.9.0_1.0.0_${version}`)
})

test('beside a part of the page that is missing, too', async () => {
  await open('/projects', ['0.9.0'])
  await screen.findByRole('navigation', { name: 'Main menu' })
  act(() => bus.emit('toast/show', { kind: 'error', title: 'A part is missing', detail: 'Try again.', key: partKey }))
  await userEvent.click(await screen.findByRole('button', { name: 'Use version 0.9.0' }))
  expect(reload).toHaveBeenCalledTimes(1)
})

test('what fails around every page is said in words, with the version before', async () => {
  brokenFrame = missing()
  await open('/', ['0.9.0'])
  expect(await screen.findByRole('alert')).toHaveTextContent('The portal cannot be shown')
  expect(screen.getByRole('button', { name: 'Use version 0.9.0' })).toBeVisible()
  expect(failures().at(-1)).toContain(`shell ${version}, chunk /`)
})
