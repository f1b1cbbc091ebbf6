import { remoteRoute } from '@lamella/shared/contract'
import {
  currentUserAtom,
  restrictionsAtom,
  runtimeConfigAtom,
  selectedProjectAtom,
  store,
} from '@lamella/shared/session'
import { applyStyles } from '@lamella/shared/testing/apply-styles.ts'
import { portalUser } from '@lamella/shared/testing/render-page.tsx'
import { sampleConfig } from '@lamella/shared/testing/sample-config.ts'
import { resizeWindow } from '@lamella/shared/testing/window-size.ts'
import { theme } from '@lamella/shared/ui/theme/theme.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Provider } from 'jotai'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { manifests } from '../../test/manifests.ts'
import { parseConfig } from '../config/load-config.ts'
import { PortalLayout } from './portal-layout.tsx'

const allowed = {
  organisationId: portalUser('member').organisationId,
  organisationName: 'Nordlund Lab',
  portalWebAccess: true,
  canAccessAITrainer: true,
  limits: {
    userLimit: -1,
    storageLimit: -1,
    projectLimit: -1,
    mediumLimit: -1,
    annotationLimit: -1,
    trainingLimit: -1,
    jobLimit: -1,
  },
}

const routeWith = (layout: 'portal' | 'viewer' | 'bare') =>
  remoteRoute.parse({ id: 'page', path: '/page', title: 'Page', crumb: 'Page', roles: [], guards: [], layout })

/** The layout around an unguarded page, for the user in the store. */
const show = (layout: 'portal' | 'viewer' | 'bare' = 'portal', width = 1440, height = 1080) => {
  resizeWindow(width, height)
  const element = (
    <PortalLayout manifests={[]} checkVersion={async () => false} reload={() => undefined}>
      <h1>The page</h1>
    </PortalLayout>
  )
  const router = createMemoryRouter([{ path: '/page', handle: routeWith(layout), element }], {
    initialEntries: ['/page'],
  })
  return render(
    <Provider store={store}>
      <QueryClientProvider client={new QueryClient()}>
        <MantineProvider theme={theme} env="test">
          <RouterProvider router={router} />
        </MantineProvider>
      </QueryClientProvider>
    </Provider>,
  )
}

beforeEach(() => {
  store.set(runtimeConfigAtom, parseConfig(sampleConfig))
  store.set(currentUserAtom, portalUser('member'))
  store.set(restrictionsAtom, allowed)
})

const menu = () => screen.queryByRole('navigation', { name: 'Main menu' })
const breadcrumb = () => screen.queryByRole('navigation', { name: 'Breadcrumb' })

test('D1-2.6-11 side menu and breadcrumb are there with log-in, portal access and both agreements', async () => {
  show()
  expect(await screen.findByRole('navigation', { name: 'Main menu' })).toBeVisible()
  expect(breadcrumb()).toBeVisible()
})

test.each([
  ['log-in', () => store.set(currentUserAtom, null)],
  ['portal access', () => store.set(restrictionsAtom, { ...allowed, portalWebAccess: false })],
  ['the privacy agreement', () => store.set(currentUserAtom, { ...portalUser('member'), agreementPrivacy: false })],
  ['the terms agreement', () => store.set(currentUserAtom, { ...portalUser('member'), agreementTerms: false })],
])('D1-2.6-11 without %s there is neither side menu nor breadcrumb', async (_, takeAway) => {
  show()
  await screen.findByRole('navigation', { name: 'Main menu' })
  act(takeAway)
  expect(screen.getByRole('heading', { name: 'The page' })).toBeVisible()
  expect([menu(), breadcrumb()]).toEqual([null, null])
})

test('"Skip to content" moves the focus and adds nothing to the history', async () => {
  show()
  await screen.findByRole('navigation', { name: 'Main menu' })
  const pages = window.history.length
  await userEvent.click(screen.getByRole('link', { name: 'Skip to content' }))
  expect(screen.getByRole('main')).toHaveFocus()
  expect([window.location.hash, window.history.length]).toEqual(['', pages])
})

test('D1-2.6-21 a project has no group while no remote has items for it', async () => {
  store.set(selectedProjectAtom, { id: 'p1', name: 'Reference panel' })
  show()
  await screen.findByRole('navigation', { name: 'Main menu' })
  expect(screen.queryByRole('region', { name: 'Reference panel' })).not.toBeInTheDocument()
  act(() => store.set(selectedProjectAtom, null))
})

test.each([
  [1001, 'normal'],
  [1000, 'small'],
  [801, 'small'],
  [800, 'very-small'],
])('D1-9-07 D1-9-08 a window of %d px height is %s', async (height, expected) => {
  const { container } = show('portal', 1440, height)
  await screen.findByRole('navigation', { name: 'Main menu' })
  expect(container.querySelector('[data-height]')).toHaveAttribute('data-height', expected)
})

describe('widths, as the style sheet has them', () => {
  applyStyles(`${import.meta.dirname}/portal-layout.module.css`)
  const widthOfContent = async () => getComputedStyle(await screen.findByRole('main')).maxWidth

  test.each([
    ['D1-9-07', 1001, undefined],
    ['D1-9-07', 1000, '20px'],
    ['D1-9-08', 801, '20px'],
    ['D1-9-08', 800, '16px'],
  ])('%s in a window of %d px height the room above the content is %s', async (_, height, room) => {
    const { container } = show('portal', 1440, height)
    await screen.findByRole('navigation', { name: 'Main menu' })
    const portal = getComputedStyle(container.querySelector('[data-height]') as Element)
    expect(portal.getPropertyValue('--content-top')).toBe(room ?? '')
    expect(getComputedStyle(screen.getByRole('main')).padding).toBe('var(--content-top, 24px) 32px 32px')
  })

  test('D1-9-12 the content is at most 1200 px wide, inside a padding of 32 px at both sides', async () => {
    show('portal', 2000)
    await screen.findByRole('navigation', { name: 'Main menu' })
    expect(await widthOfContent()).toBe('calc(1200px + 64px)')
    expect(getComputedStyle(screen.getByRole('main')).padding).toMatch(/ 32px 32px$/)
  })

  test('D1-9-12 also on a page without the side menu', async () => {
    show('bare', 2000)
    await screen.findByRole('button', { name: 'User menu of Jonas Weber' })
    expect(await widthOfContent()).toBe('calc(1200px + 64px)')
  })

  test('D1-9-13 the viewer is such a page', () => {
    const wide = manifests.flatMap(({ routes }) => routes).filter(({ layout }) => layout === 'viewer')
    expect(wide.map(({ path }) => path)).toContain('/projects/:projectId/viewer')
  })

  test('D1-9-13 pages of the viewer, where one annotates too, have the whole width', async () => {
    show('viewer', 2000, 700)
    await screen.findByRole('navigation', { name: 'Breadcrumb' })
    expect(await widthOfContent()).toBe('none')
    expect(getComputedStyle(screen.getByRole('main')).padding).toBe('0px')
  })
})
