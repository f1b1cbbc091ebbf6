import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { closePortal, openPortal, registryFile, registryWith } from '../../../test/open-portal.tsx'

afterEach(async () => {
  jest.useRealTimers()
  await closePortal()
})

const second = 1000
const minute = 60 * second
/** Passes time, and what happens in it. */
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds))
const prompt = () => screen.queryByRole('dialog', { name: 'There is a new version available' })
const looks = ({ calls }: { calls: readonly string[] }) => calls.filter((call) => call === 'GET /registry.json').length
const clickLater = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime })

/** A portal in which `activate` makes another version of a remote the active one. */
const open = async (path = '/auth/login') => {
  jest.useFakeTimers()
  let registry = registryWith()
  const reload = jest.fn()
  const portal = await openPortal(path, {
    as: null,
    reload,
    answers: (server) => void server.on(registryFile, () => registry),
  })
  await pass(0)
  return {
    ...portal,
    reload,
    activate: (app: string, version: string) => {
      registry = registryWith({ [app]: version })
    },
  }
}

test('D1-4.6-04 no update is looked for in the first 30 s, and then one is', async () => {
  const { server } = await open()
  const atStart = looks(server)
  await pass(30 * second - 1)
  expect(looks(server)).toBe(atStart)
  await pass(1)
  expect(looks(server)).toBe(atStart + 1)
})

test('D1-4.6-01 D1-2.6-53 D1-2.6-54 once another version of a remote is active, the prompt says so', async () => {
  const { activate } = await open()
  await pass(31 * second)
  expect(prompt()).not.toBeInTheDocument()
  activate('projects', '1.1.0')
  await pass(minute)
  const dialog = prompt() as HTMLElement
  expect(within(dialog).getByText('Reload the page now to use the new version')).toBeVisible()
  expect(within(dialog).getByRole('button', { name: 'Reload' })).toBeVisible()
})

test('a version that is active no more is another version too', async () => {
  const { activate } = await open()
  activate('auth', '0.9.0')
  await pass(31 * second)
  expect(prompt()).toBeInTheDocument()
})

test('D1-4.6-02 "Reload" reloads the page', async () => {
  const { activate, reload } = await open()
  activate('auth', '1.1.0')
  await pass(31 * second)
  await clickLater().click(screen.getByRole('button', { name: 'Reload' }))
  expect(reload).toHaveBeenCalledTimes(1)
})

test('D1-4.6-03 a dismissed prompt comes back every five minutes', async () => {
  const { activate } = await open()
  activate('auth', '1.1.0')
  await pass(31 * second)
  for (const _ of ['first', 'second']) {
    await clickLater().click(screen.getByRole('button', { name: 'Close dialog' }))
    await pass(5 * minute - second)
    expect(prompt()).not.toBeInTheDocument()
    await pass(second)
    expect(prompt()).toBeInTheDocument()
  }
})

test('a check that fails is repeated', async () => {
  const { server, activate } = await open()
  let fails = true
  server.on(registryFile, () => (fails ? Response.error() : registryWith({ auth: '1.1.0' })))
  activate('auth', '1.1.0')
  await pass(31 * second)
  expect(prompt()).not.toBeInTheDocument()
  fails = false
  await pass(minute)
  expect(prompt()).toBeInTheDocument()
})

test('a hidden tab does not check', async () => {
  const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const { server } = await open()
  const atStart = looks(server)
  await pass(10 * minute)
  expect(looks(server)).toBe(atStart)
  visibility.mockReturnValue('visible')
  await pass(minute)
  expect(looks(server)).toBe(atStart + 1)
  jest.restoreAllMocks()
})
