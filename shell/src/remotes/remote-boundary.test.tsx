import { bus, type Toast } from '@lamella/shared/events'
import { safeSessionStorage } from '@lamella/shared/session'
import { theme } from '@lamella/shared/ui/theme/theme.ts'
import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentType, lazy, useEffect, useState } from 'react'
import { Link, MemoryRouter, useLocation } from 'react-router-dom'
import { AvoidedVersions } from './avoided-versions.ts'
import { hangWatch } from './hang-watch.ts'
import { RemoteLoader } from './load-remote.ts'
import { RemotePage } from './remote-boundary.tsx'
import type { RemoteFailure } from './remote-failure.ts'
import type { Remote } from './remotes.ts'

/** React logs errors that a boundary caught; these tests throw them on purpose. */
beforeEach(() => {
  sessionStorage.clear()
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => jest.restoreAllMocks())

let remotesMade = 0

/** A remote with one page per version, newest first. */
function show(...pages: ComponentType[]) {
  remotesMade += 1
  const versions = pages.map((_, index) => `1.${pages.length - index}.0`)
  const failures: RemoteFailure[] = []
  const candidates = versions.map((version) => ({ version, url: `/remotes/projects/${version}/mf-manifest.json` }))
  const loader = new RemoteLoader({
    app: 'projects',
    candidates,
    refresh: async () => candidates,
    avoided: new AvoidedVersions(safeSessionStorage),
    runtime: {
      registerRemotes: () => undefined,
      loadRemote: async (id) => {
        const Page = pages[versions.findIndex((version) => id.includes(version.replaceAll('.', '_')))]
        return { default: { routes: { list: async () => ({ default: Page }) } } }
      },
    },
    report: (failure) => failures.push(failure),
  })
  const manifest: Remote['manifest'] = { id: 'projects', contract: '^1.0.0', routes: [], menu: [] }
  const remote: Remote = { manifest, loader, area: `Projects ${remotesMade}`, assign: () => true }
  const toasts: Toast[] = []
  const subscription = bus.on('toast/show').subscribe((toast) => toasts.push(toast))
  const { unmount } = render(
    <MantineProvider theme={theme} env="test">
      <MemoryRouter>
        <RemotePage remote={remote} routeId="list" />
        <Link to="/elsewhere">elsewhere</Link>
      </MemoryRouter>
    </MantineProvider>,
  )
  const end = () => {
    subscription.unsubscribe()
    unmount()
  }
  return { failures, toasts, area: remote.area, end }
}

const page = (text: string) => () => <p>{text}</p>

const BrokenOnFirstRender = () => {
  throw new Error('broken')
}

const BrokenLater = () => {
  const [broken, setBroken] = useState(false)
  if (broken) throw new Error('broken later')
  return (
    <button type="button" onClick={() => setBroken(true)}>
      Break
    </button>
  )
}

test('a page that throws on its first render gives way to the version before, with one short notice', async () => {
  const { failures, toasts, area, end } = show(BrokenOnFirstRender, page('older'))
  expect(await screen.findByText('older')).toBeVisible()
  expect(failures).toMatchObject([{ version: '1.2.0', routeId: 'list', stage: 'render' }])
  expect(toasts).toMatchObject([{ kind: 'info', title: `An earlier version of ${area} is shown` }])
  end()
})

test('a page that throws later shows an error, stays in its version and can be tried again', async () => {
  const { failures, toasts, area, end } = show(BrokenLater, page('older'))
  await userEvent.click(await screen.findByRole('button', { name: 'Break' }))
  expect(screen.getByRole('alert')).toHaveTextContent(`${area} cannot be shown`)
  expect(toasts).toEqual([])
  expect(failures).toMatchObject([{ version: '1.2.0', routeId: 'list', stage: 'late' }])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  // It is reported when it happens, and once.
  await userEvent.click(screen.getByRole('button', { name: 'Break' }))
  expect(failures).toHaveLength(1)
  end()
})

const BrokenByEffect = () => {
  useEffect(() => {
    throw new Error('broken by an effect')
  }, [])
  return <p>newer</p>
}

test.each([
  ['throws later', BrokenLater],
  ['throws in an effect', BrokenByEffect],
])('a page that %s offers the version before on the spot, and is reported', async (_how, Broken) => {
  const { failures, end } = show(Broken, page('older'))
  if (Broken === BrokenLater) await userEvent.click(await screen.findByRole('button', { name: 'Break' }))
  const use = await screen.findByRole('button', { name: 'Use version 1.1.0' })
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  await userEvent.click(use)
  expect(await screen.findByText('older')).toBeVisible()
  expect(failures).toMatchObject([{ version: '1.2.0', routeId: 'list', stage: 'late' }])
  end()
})

test('without an earlier version only "Try again" is offered', async () => {
  const { failures, end } = show(BrokenLater)
  await userEvent.click(await screen.findByRole('button', { name: 'Break' }))
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Use version/ })).not.toBeInTheDocument()
  expect(failures).toMatchObject([{ version: '1.1.0', stage: 'late' }])
  end()
})

test('a part that an event handler could not load is reported while the page goes on, also without an earlier version', async () => {
  const { failures, area, end } = show(page('newer'))
  await screen.findByText('newer')
  const reason = Object.assign(new Error('Loading chunk 7 failed'), {
    name: 'ChunkLoadError',
    request: 'https://portal.test/remotes/projects/1.1.0/7.js',
  })
  for (let time = 0; time < 2; time += 1) {
    act(() => void dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason })))
  }
  expect(screen.getByRole('status')).toHaveTextContent(`A part of ${area} did not load.`)
  expect(failures).toMatchObject([{ version: '1.1.0', routeId: 'list', stage: 'chunk' }])
  expect(failures).toHaveLength(1)
  end()
})

test('a page that did not respond until it was closed is reported by the next one, also without an earlier version', async () => {
  jest.spyOn(hangWatch, 'takeHang').mockResolvedValueOnce(true)
  const { failures, end } = show(page('newer'))
  expect(await screen.findByText('newer')).toBeVisible()
  expect(failures).toMatchObject([{ version: '1.1.0', routeId: 'list', stage: 'hang' }])
  end()
})

test('navigation ends the error of a page', async () => {
  const Place = () => {
    const { pathname } = useLocation()
    const [broken, setBroken] = useState(false)
    if (broken && pathname === '/') throw new Error('broken at /')
    return (
      <button type="button" onClick={() => setBroken(true)}>
        Break at {pathname}
      </button>
    )
  }
  const { end } = show(Place)
  await userEvent.click(await screen.findByRole('button', { name: 'Break at /' }))
  expect(screen.getByRole('alert')).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: 'elsewhere' }))
  expect(screen.getByRole('button', { name: 'Break at /elsewhere' })).toBeVisible()
  end()
})

test.each([
  ['script', Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError' })],
  ['style', Object.assign(new Error('Loading CSS chunk 7 failed'), { code: 'CSS_CHUNK_LOAD_FAILED' })],
])('a late %s that is missing gives way to the version before', async (_kind, missing) => {
  const Late = lazy(() => Promise.reject(missing))
  const WithLatePart = () => {
    const [open, setOpen] = useState(false)
    return open ? (
      <Late />
    ) : (
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
    )
  }
  const { failures, end } = show(WithLatePart, page('older'))
  await userEvent.click(await screen.findByRole('button', { name: 'Open' }))
  expect(await screen.findByText('older')).toBeVisible()
  expect(failures).toMatchObject([{ version: '1.2.0', stage: 'chunk' }])
  end()
})

test('no version works: an error in this place', async () => {
  const { failures, toasts, area, end } = show(BrokenOnFirstRender, BrokenOnFirstRender)
  expect(await screen.findByRole('alert')).toHaveTextContent(`${area} cannot be shown`)
  expect(screen.getByRole('link', { name: 'elsewhere' })).toBeVisible()
  expect(failures).toHaveLength(2)
  expect(toasts).toEqual([])
  end()
})
