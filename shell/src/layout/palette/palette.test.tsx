import { getImage, listMedia, type MediumItem } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  closePortal,
  ids,
  imageNamed,
  openPortal,
  type PortalOptions,
  projectNamed,
} from '../../../test/open-portal.tsx'

afterEach(closePortal)

const second = '019aa000-0000-7000-8000-0000000000b2'
const projects = [projectNamed('Reference panel'), projectNamed('Myocardial fibrosis', second)]
const palette = () => screen.findByRole('dialog', { name: 'Go to' })
const labels = () =>
  within(screen.getByRole('dialog', { name: 'Go to' }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

const field = () => screen.getByRole('combobox', { name: 'Go to a project, an image or a page' })

const open = async (options: PortalOptions = {}, path = '/datastorage') => {
  const portal = await openPortal(path, {
    projects,
    ...options,
    answers: (server) => {
      server.on(listMedia, () => ({ data: [], links: { next: null } }))
      options.answers?.(server)
    },
  })
  await screen.findByRole('button', { name: /^User menu of/ })
  return portal
}
const openPalette = async (options?: PortalOptions) => {
  const portal = await open(options)
  await userEvent.keyboard('{Control>}k{/Control}')
  await palette()
  await screen.findByText('Myocardial fibrosis')
  await waitFor(() => expect(field()).toHaveFocus())
  return portal
}

test('it opens by Ctrl K and by the button of the header, and closes by Escape', async () => {
  await openPalette()
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Go to a project, an image or a page' })).toHaveFocus(),
  )
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await userEvent.click(screen.getByRole('button', { name: /^Go to…/ }))
  expect(await palette()).toBeVisible()
})

test('what is typed before it is there is the beginning of the query', async () => {
  await open()
  await userEvent.keyboard('{Control>}k{/Control}myo')
  await waitFor(() => expect(field()).toHaveFocus())
  await userEvent.keyboard('c')
  expect(field()).toHaveValue('myoc')
  await screen.findByRole('option', { name: /^Myocardial fibrosis/ })
  await userEvent.keyboard('{Escape}{Control>}k{/Control}')
  await waitFor(() => expect(field()).toHaveFocus())
  expect(field()).toHaveValue('')
})

test('of what was typed before it is there the first one found is selected, and Enter leads to it', async () => {
  await open()
  fireEvent.keyDown(document.body, { key: 'k', code: 'KeyK', ctrlKey: true })
  // At once: none of them waits for the field.
  for (const key of 'upload monitor') fireEvent.keyDown(document.body, { key })
  await waitFor(() => expect(field()).toHaveFocus())
  expect(field()).toHaveValue('upload monitor')
  expect(await screen.findByRole('option', { selected: true })).toHaveTextContent(/^Upload Monitor/)
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('Page monitor')).toBeVisible()
})

test('without a query it offers projects, pages and actions', async () => {
  await openPalette()
  expect(labels()).toEqual(
    expect.arrayContaining(['Reference panel', 'Myocardial fibrosis', 'Home', 'Create a new project', 'Log out']),
  )
})

test.each([
  ['a project', 'myo', 'Myocardial fibrosis', `/projects/${second}`, 'Page project'],
  ['a page', 'upload monitor', 'Upload MonitorData Storage', '/datastorage/monitor', 'Page monitor'],
  [
    'a page that is not built',
    'training evaluation',
    'Training EvaluationAI, not available yet',
    '/ai-trainer/training-evaluation',
    'Page training-evaluation',
  ],
  ['an action', 'new project', 'Create a new project', '/projects/new', 'Page new-project'],
])('Enter goes to %s that is found by its name', async (_, query, label, path, heading) => {
  const { location } = await openPalette()
  await userEvent.keyboard(query)
  expect(labels()).toEqual([label])
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('heading', { name: heading })).toBeVisible()
  expect(location()).toBe(path)
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

const found = (name: string): MediumItem => ({
  id: '019aa000-0000-7000-8000-0000000000d1',
  imageId: ids.image,
  name,
  size: 1,
  status: 'available',
  statusErrors: [],
  owner: ids.owner,
  project: { id: second, name: 'Myocardial fibrosis', role: 'viewer' },
  created: '2026-11-20T09:00:00.000Z',
})

test('an image of any project is found by its name and opened in the viewer', async () => {
  const asked: unknown[] = []
  const { location } = await openPalette({
    answers: (server) =>
      void server
        .on(listMedia, ({ query }) => {
          asked.push(query)
          return { data: [found('slide 7.svs')], links: { next: null } }
        })
        .on(getImage, () => ({ data: imageNamed('slide 7.svs') })),
  })
  await userEvent.keyboard('SLIDE svs')
  await waitFor(() => expect(labels()).toEqual(['slide 7.svsMyocardial fibrosis']))
  // On a busy machine the pause between two keys may be long enough for an intermediate search.
  const whole = { 'filter[name]': 'SLIDE svs', 'filter[scope]': 'available' }
  await waitFor(() => expect(asked.at(-1)).toMatchObject(whole))
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('heading', { name: 'Page viewer' })
  expect(location()).toBe(`/projects/${second}/viewer?image=${ids.image}`)
})

test.each([
  ['a member', {}, 'robustness', ['Algorithm robustnessNot available yet'], '/ai-trainer/algorithm-robustness'],
  ['a guest', { as: 'guest' }, 'settings', ['Settings'], '/settings'],
] as const)('%s finds a page that no menu leads to', async (_, options, query, expected, path) => {
  const { location } = await openPalette(options)
  await userEvent.keyboard(query)
  expect(labels()).toEqual(expected)
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(location()).toBe(path))
})

test('a query without matches is announced', async () => {
  await openPalette()
  await userEvent.keyboard('zebrafish')
  expect(await screen.findByText('No matches.')).toBeVisible()
  expect(within(await palette()).getByRole('status')).toHaveTextContent('No matches.')
  expect(field()).toHaveAttribute('aria-expanded', 'false')
  expect(field()).not.toHaveAttribute('aria-activedescendant')
})

test('the live region exists before, and the entries are in named groups of a list', async () => {
  await openPalette()
  const shown = within(await palette())
  expect(shown.getByRole('status')).toBeEmptyDOMElement()
  expect(field()).toHaveAttribute('aria-expanded', 'true')
  expect(field()).toHaveAttribute('aria-controls', shown.getByRole('listbox').id)
  const projectsGroup = within(shown.getByRole('listbox')).getByRole('group', { name: 'Projects' })
  expect(within(projectsGroup).getAllByRole('option')).toHaveLength(2)
  expect(shown.getAllByRole('option', { selected: false })).toHaveLength(labels().length)
})

test('the entry chosen by the arrow keys is announced, and Enter opens it', async () => {
  const { location } = await openPalette()
  const told = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')
  const chosen = () => screen.getAllByRole('option', { selected: true })
  await userEvent.keyboard('{ArrowDown}')
  expect(chosen()).toEqual([told()])
  expect(told()).toHaveTextContent('Reference panel')
  await userEvent.keyboard('{ArrowDown}')
  expect(chosen()).toEqual([told()])
  expect(told()).toHaveTextContent('Myocardial fibrosis')
  await userEvent.keyboard('{ArrowDown}{ArrowUp}')
  expect(told()).toHaveTextContent('Myocardial fibrosis')
  await userEvent.keyboard('upload monitor')
  await waitFor(() => expect(told()).toHaveTextContent('Upload Monitor'))
  expect(chosen()).toEqual([told()])
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('heading', { name: 'Page monitor' })).toBeVisible()
  expect(location()).toBe('/datastorage/monitor')
})

test('the guided tour can be started from it', async () => {
  const started: string[] = []
  const subscription = bus.on('tour/start').subscribe(({ tour }) => started.push(tour))
  await openPalette()
  await userEvent.keyboard('guided{Enter}')
  expect(started).toEqual(['dashboard'])
  subscription.unsubscribe()
})

test('guests are offered nothing that they may not do', async () => {
  await openPalette({ as: 'guest' })
  expect(labels()).not.toEqual(expect.arrayContaining(['Create a new project']))
  expect(labels().join()).not.toMatch(/Upload images|training|Guided Tour|Users/)
  expect(labels()).toContain('Log out')
})
