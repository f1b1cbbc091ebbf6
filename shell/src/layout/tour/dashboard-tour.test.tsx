import { bus, type Toast } from '@lamella/shared/events'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  closePortal,
  openPortal,
  type PortalOptions,
  projectNamed,
  subscriptionTo,
} from '../../../test/open-portal.tsx'

afterEach(async () => {
  jest.useRealTimers()
  await closePortal()
})

const open = async (options: PortalOptions = {}) => {
  const portal = await openPortal('/', { projects: [projectNamed('One')], ...options })
  await screen.findByRole('heading', { name: 'Welcome, Jonas Weber!' })
  return portal
}
const start = () => act(() => bus.emit('tour/start', { tour: 'dashboard' }))
const box = (name?: string) => screen.findByRole('dialog', name ? { name } : undefined)
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const seen = () => localStorage.getItem('hasSeenDashboardTour')

const titles = [
  'Your dashboard',
  'Projects',
  'AI',
  'Data Storage',
  'Settings',
  'Go anywhere',
  'Uploads',
  'You',
  'Begin with a project',
]

test('D2-2-86 D2-2-89 D2-2-91 each step has its number in "Next", and the last one "Create project"', async () => {
  const { location } = await open()
  start()
  for (const [index, title] of titles.entries()) {
    const shown = await box(title)
    expect(shown).toHaveAccessibleDescription(/./)
    if (index === titles.length - 1) break
    await press(`Next ${index + 1}/9`)
  }
  expect(screen.queryByRole('button', { name: /^Next/ })).not.toBeInTheDocument()
  await press('Create project')
  expect(await screen.findByRole('heading', { name: 'Page new-project' })).toBeVisible()
  expect(location()).toBe('/projects/new')
})

test('D1-3-29 D2-2-87 D2-2-88 it is left by "Skip tour" or "Cancel tour", and then it was seen', async () => {
  await open()
  start()
  await box('Your dashboard')
  expect(seen()).toBeNull()
  expect(screen.queryByRole('button', { name: 'Back' })).not.toBeInTheDocument()
  await press('Skip tour')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(seen()).toBe('true')

  start()
  await box('Your dashboard')
  await press('Next 1/9')
  await box('Projects')
  await press('Back')
  await box('Your dashboard')
  await press('Next 1/9')
  await box('Projects')
  await press('Cancel tour')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('D1-3-29 D2-2-107 completing it closes it, and counts as seen too', async () => {
  await open()
  start()
  for (const [index, title] of titles.entries()) {
    await box(title)
    expect(seen()).toBeNull()
    await press(index === titles.length - 1 ? 'Create project' : `Next ${index + 1}/9`)
  }
  expect(screen.queryByTestId('tour-spotlight')).not.toBeInTheDocument()
  expect(seen()).toBe('true')
})

test('the keyboard is enough: Enter and arrows go on and back, Escape leaves', async () => {
  await open()
  start()
  await box('Your dashboard')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Next 1/9' })).toHaveFocus())
  await userEvent.keyboard('{Enter}')
  await box('Projects')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Next 2/9' })).toHaveFocus())
  await userEvent.keyboard('{ArrowRight}')
  await box('AI')
  await userEvent.keyboard('{ArrowLeft}')
  await box('Projects')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(seen()).toBe('true')
})

test('D2-2-84 D2-2-97 the spotlight is the box of the target and 4 px at each side', async () => {
  await open()
  const target = document.querySelector('[data-tour="menu-home"]')
  jest.spyOn(target as Element, 'getBoundingClientRect').mockReturnValue(new DOMRect(12, 68, 208, 34))
  start()
  await box('Your dashboard')
  expect(screen.getByTestId('tour-spotlight')).toHaveStyle({ left: '8px', top: '64px', width: '216px', height: '42px' })
})

test('D2-2-103 without an AI entry there is no step about it', async () => {
  await open({ user: { fullName: 'Anna Free' } })
  start()
  await box('Your dashboard')
  await press('Next 1/8')
  await box('Projects')
  await press('Next 2/8')
  expect(await box('Data Storage')).toBeVisible()
})

test('D2-2-83 below 1000 px a dialog says why there is no tour', async () => {
  await open({ width: 999 })
  start()
  expect(await box('Guided Tour')).toHaveTextContent('Guided tour not available, only available on larger screens')
  await press('Close')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(seen()).toBeNull()
})

test('D2-2-82 at 1000 px it runs, with the side menu opened for its steps', async () => {
  await open({ width: 1000 })
  start()
  await box('Your dashboard')
  expect(document.querySelector('[data-tour="menu-home"]')).toBeInTheDocument()
  for (const number of [1, 2, 3, 4, 5]) {
    await waitFor(() => expect(screen.getByRole('button', { name: `Next ${number}/9` })).toBeVisible())
    await press(`Next ${number}/9`)
  }
  await box('Go anywhere')
  await waitFor(() => expect(document.querySelector('[data-tour="menu-home"]')).not.toBeInTheDocument())
})

test('D2-2-93 D2-2-94 D2-2-98 in a window made smaller it waits for a larger one, noticed after 200 ms', async () => {
  const { resize } = await open()
  start()
  await box('Your dashboard')
  jest.useFakeTimers()
  resize(999)
  act(() => jest.advanceTimersByTime(199))
  expect(screen.queryByText(/You have resized/)).not.toBeInTheDocument()
  act(() => jest.advanceTimersByTime(1))
  expect(screen.getByRole('dialog', { name: 'Please resize' })).toHaveTextContent(
    'You have resized the tour to a size that is too small to continue. Please resize the browser to a larger size to ' +
      'continue the tour or close the tour.',
  )
  resize(1440)
  act(() => jest.advanceTimersByTime(200))
  expect(screen.getByRole('dialog', { name: 'Your dashboard' })).toBeVisible()
})

describe('a target that is missing', () => {
  const toasts: Toast[] = []
  const subscription = bus.on('toast/show').subscribe((toast) => toasts.push(toast))
  beforeEach(() => toasts.splice(0))
  afterAll(() => subscription.unsubscribe())

  test.each([
    ['D2-4-28', 'false', 'Unkown Tour Error', 'Something went wrong with the tour.'],
    ['D2-4-27', 'true', 'Project Limit Reached', 'Please upgrade subscription to continue the Guided Tour.'],
  ])('D2-2-104 %s on the way forward ends the tour with a message', async (_, limit, title, detail) => {
    await open()
    // Written by the dashboard after it has counted the projects.
    await waitFor(() => expect(localStorage.getItem('projectsLimitReached')).toBe('false'))
    localStorage.setItem('projectsLimitReached', limit)
    start()
    await box('Your dashboard')
    document.querySelector('[data-tour="menu-projects"]')?.remove()
    await press('Next 1/9')
    await waitFor(() => expect(toasts).toEqual([{ kind: 'error', title, detail }]))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(seen()).toBeNull()
  })

  test('D2-2-106 at the start skips the tour', async () => {
    await open()
    document.querySelector('[data-tour="menu-home"]')?.remove()
    start()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(toasts).toEqual([])
    expect(seen()).toBeNull()
  })
})

describe('by itself', () => {
  const starts: string[] = []
  const subscription = bus.on('tour/start').subscribe(({ tour }) => starts.push(tour))
  beforeEach(() => starts.splice(0))
  afterAll(() => subscription.unsubscribe())

  const after = async (milliseconds: number, options: PortalOptions) => {
    jest.useFakeTimers({ advanceTimers: true })
    await open({ projects: [], ...options })
    await screen.findByText(options.projects ? 'One' : 'No projects found')
    const before = [...starts]
    act(() => jest.advanceTimersByTime(milliseconds))
    return [before, [...starts]]
  }

  test('D2-4-23 D2-9-10 it starts 3 s after a member without projects came to the dashboard', async () => {
    expect(await after(3000, {})).toEqual([[], ['dashboard']])
  })

  test.each([
    ['D2-4-24 with the free portal plan', { subscriptions: [subscriptionTo('LAMELLA_PORTAL_CLOUD_FREE')] }],
    ['D2-4-24 with the free AI plan', { subscriptions: [subscriptionTo('LAMELLA_AI_CLOUD_FREE')] }],
    ['D2-4-25 with a project', { projects: [projectNamed('One')] }],
    ['in a window that is too small for it', { width: 999 }],
  ])('%s it does not', async (_, options) => {
    expect(await after(60_000, options)).toEqual([[], []])
  })

  test('over an open dialog it waits until that is closed', async () => {
    jest.useFakeTimers({ advanceTimers: true })
    await open({ projects: [] })
    await screen.findByText('No projects found')
    const dialog = document.createElement('div')
    dialog.setAttribute('role', 'dialog')
    dialog.setAttribute('aria-modal', 'true')
    document.body.append(dialog)
    act(() => jest.advanceTimersByTime(30_000))
    expect(starts).toEqual([])
    dialog.remove()
    act(() => jest.advanceTimersByTime(30_000))
    expect(starts).toEqual(['dashboard'])
  })

  test('D2-4-26 D1-3-29 once seen it does not', async () => {
    localStorage.setItem('hasSeenDashboardTour', 'true')
    expect(await after(60_000, {})).toEqual([[], []])
  })

  test('D2-4-23 for a guest it does not', async () => {
    jest.useFakeTimers({ advanceTimers: true })
    await openPortal('/', { as: 'guest' })
    await screen.findByRole('heading', { name: 'Welcome, Samuel Okafor!' })
    act(() => jest.advanceTimersByTime(60_000))
    expect(starts).toEqual([])
  })
})
