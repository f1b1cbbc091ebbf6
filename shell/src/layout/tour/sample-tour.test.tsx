import { bus, type Toast, type TourStepData } from '@lamella/shared/events'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { closePortal, ids, openPortal, projectNamed } from '../../../test/open-portal.tsx'

const project = `/projects/${ids.project}`
const stepOn = (id: string, path: string, changes: Partial<TourStepData> = {}): TourStepData => ({
  id,
  target: id,
  path,
  title: `Title of ${id}`,
  content: `Content of ${id}`,
  ...changes,
})
/** As the projects area describes its tour. */
const steps = [
  stepOn('details', project, { orb: true }),
  stepOn('library', `${project}/library`),
  stepOn('myocardium', `${project}/library`, { optional: true }),
  stepOn('end', project),
]
/** The stand-ins of the pages have no targets of their own; a step must be found on its own page only. */
const targets: Record<string, readonly string[]> = {
  [project]: ['details', 'end'],
  [`${project}/library`]: ['library'],
}
let extra: readonly string[] = []
const showTargets = (): void => {
  const wanted = [...(targets[window.location.pathname] ?? []), ...extra]
  for (const element of document.querySelectorAll('[data-stand-in]')) {
    if (!wanted.includes(element.getAttribute('data-tour') ?? '')) element.remove()
  }
  for (const name of wanted) {
    if (document.querySelector(`[data-tour="${name}"]`)) continue
    const element = document.createElement('div')
    element.dataset.tour = name
    element.dataset.standIn = ''
    document.body.append(element)
  }
}

let toasts: Toast[] = []
const subscription = bus.on('toast/show').subscribe((toast) => toasts.push(toast))
afterAll(() => subscription.unsubscribe())
let painter: ReturnType<typeof setInterval>
beforeEach(() => {
  toasts = []
  extra = []
})
afterEach(async () => {
  clearInterval(painter)
  jest.useRealTimers()
  for (const element of document.querySelectorAll('[data-stand-in]')) element.remove()
  await closePortal()
})

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds))
const user = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime })
const press = async (name: string | RegExp) => user().click(await screen.findByRole('button', { name }))
/** The next page is shown, its target is looked for every 100 ms. */
const titled = (title: string) => screen.findByRole('dialog', { name: title })
const created = () => act(() => bus.emit('tour/sample-created', { steps }))
const orb = () => screen.queryByRole('button', { name: orbName })
const orbName = 'Guided tour: Title of details'
const hoverOrb = async () => {
  await user().hover(await screen.findByRole('button', { name: orbName }))
  await screen.findByRole('dialog', { name: 'Title of details' })
}
const realTimeout = setTimeout
/** A tour that had begun would be loaded and shown by then. @param step - milliseconds that pass in each of ten rounds */
const settle = async (step = 100) => {
  for (let round = 0; round < 10; round += 1) {
    await act(() => new Promise((resolve) => realTimeout(resolve, 10)))
    await pass(step)
  }
}
/** Ten seconds in which nothing begins. */
const passSeconds = async () => {
  await pass(10_000)
  await settle()
}
const box = () => screen.queryByRole('dialog')

/** Ends the dashboard's tour by its last button, which leaves the guided tour active. */
const finishDashboardTour = async () => {
  act(() => bus.emit('tour/start', { tour: 'dashboard' }))
  await screen.findByRole('dialog', { name: 'Your dashboard' })
  for (let number = 1; number < 9; number += 1) {
    await user().click(await screen.findByRole('button', { name: `Next ${number}/9` }))
  }
  await user().click(await screen.findByRole('button', { name: 'Create project' }))
  await screen.findByRole('heading', { name: 'Page new-project' })
}
const open = async (width = 1440) => {
  jest.useFakeTimers({ advanceTimers: true })
  const portal = await openPortal('/', { projects: [projectNamed('One')], width })
  await screen.findByRole('heading', { name: 'Welcome, Jonas Weber!' })
  painter = setInterval(showTargets, 50)
  return portal
}
/** A sample is created after the guided tour of the dashboard. */
const openWithSample = async () => {
  const portal = await open()
  await finishDashboardTour()
  await act(() => portal.router.navigate(project))
  await screen.findByRole('heading', { name: 'Page project' })
  // From here on no time passes by itself.
  jest.useFakeTimers()
  painter = setInterval(showTargets, 50)
  created()
  return portal
}

describe('D2-4-17 the tour of a sample', () => {
  test('begins 3 s after its creation, if the guided tour was active', async () => {
    await openWithSample()
    await pass(2989)
    await settle(1)
    expect(orb()).not.toBeInTheDocument()
    await pass(1)
    expect(await screen.findByRole('button', { name: orbName })).toBeVisible()
  })

  test('does not begin without the guided tour', async () => {
    const { router } = await open()
    await act(() => router.navigate(project))
    created()
    await passSeconds()
    expect(orb()).not.toBeInTheDocument()
    expect(box()).not.toBeInTheDocument()
  })

  test('does not begin after a guided tour that was left', async () => {
    const { router } = await open()
    act(() => bus.emit('tour/start', { tour: 'dashboard' }))
    await screen.findByRole('dialog', { name: 'Your dashboard' })
    await user().click(screen.getByRole('button', { name: 'Skip tour' }))
    await act(() => router.navigate(project))
    created()
    await passSeconds()
    expect(orb()).not.toBeInTheDocument()
  })

  test('begins once only: a second sample has none', async () => {
    await openWithSample()
    await pass(3200)
    await hoverOrb()
    await press('Cancel tour')
    created()
    await passSeconds()
    expect(orb()).not.toBeInTheDocument()
  })

  test('does not begin for somebody who has gone to another page meanwhile, and says nothing', async () => {
    const { router } = await openWithSample()
    await act(() => router.navigate('/projects'))
    await passSeconds()
    expect(orb()).not.toBeInTheDocument()
    expect(toasts).toEqual([])
  })
})

test('D2-2-81 D2-2-88 D2-2-90 it leads over the pages of the project; each step has "Cancel tour", the last one "Done"', async () => {
  const { location } = await openWithSample()
  await pass(3200)
  await hoverOrb()
  expect(screen.getByRole('button', { name: 'Cancel tour' })).toBeVisible()
  await press('Next 1/4')
  await titled('Title of library')
  expect(location()).toBe(`${project}/library`)
  expect(screen.getByRole('button', { name: 'Cancel tour' })).toBeVisible()
  await press('Next 2/4')
  await titled('Title of end')
  expect(location()).toBe(project)
  expect(screen.queryByRole('button', { name: /^(Next|Create)/ })).not.toBeInTheDocument()
  await press('Done')
  await settle()
  expect(box()).not.toBeInTheDocument()
  expect(location()).toBe(project)
  expect(toasts).toEqual([])
})

test('D2-2-105 the step of the myocardium application is shown where there is one', async () => {
  extra = ['myocardium']
  await openWithSample()
  await pass(3200)
  await hoverOrb()
  await press('Next 1/4')
  await press('Next 2/4')
  expect(await titled('Title of myocardium')).toBeVisible()
})

test('D2-2-104 another step without its target ends it with a message, after the page had time to be loaded', async () => {
  await openWithSample()
  await pass(3200)
  await hoverOrb()
  targets[`${project}/library`] = []
  await user().click(screen.getByRole('button', { name: 'Next 1/4' }))
  await pass(9000)
  expect(toasts).toEqual([])
  await pass(2000)
  targets[`${project}/library`] = ['library']
  expect(toasts).toEqual([{ kind: 'error', title: 'Unkown Tour Error', detail: 'Something went wrong with the tour.' }])
  expect(box()).not.toBeInTheDocument()
})

test("the browser's Back, or another page, ends it without a message", async () => {
  const { router } = await openWithSample()
  await pass(3200)
  await hoverOrb()
  await act(() => router.navigate('/projects'))
  await waitFor(() => expect(box()).not.toBeInTheDocument())
  await pass(10_000)
  expect(box()).not.toBeInTheDocument()
  expect(toasts).toEqual([])
})

test('D2-2-83 in a window that was made smaller than 1000 px a dialog says why there is no tour', async () => {
  const { resize } = await openWithSample()
  resize(999)
  await pass(3200)
  expect(await screen.findByRole('dialog')).toHaveTextContent(
    'Guided tour not available, only available on larger screens',
  )
  await press('Close')
  expect(box()).not.toBeInTheDocument()
})
