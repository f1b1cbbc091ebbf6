import { getImage, getProject } from '@lamella/shared/contract'
import { applyStyles } from '@lamella/shared/testing/apply-styles.ts'
import { type ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { closePortal, ids, imageNamed, openPortal, projectNamed } from '../../../test/open-portal.tsx'

afterEach(closePortal)

const trail = () => within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
const items = () =>
  trail()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
    .slice(1)
const viewer = `/projects/${ids.project}/viewer?image=${ids.image}`

const withImage = (name: string) => (server: ContractServer) =>
  void server.on(getImage, () => ({ data: imageNamed(name) }))

test('D1-2.6-12 it begins with a home icon, whose tooltip is "Dashboard"', async () => {
  await openPortal('/projects')
  await screen.findByRole('heading', { name: 'Page projects' })
  const [home] = trail().getAllByRole('link')
  expect(home).toHaveAttribute('href', '/')
  expect(home).toHaveAccessibleName('Dashboard')
  await userEvent.hover(home as HTMLElement)
  expect(await screen.findByRole('tooltip')).toHaveTextContent(/^Dashboard$/)
})

test('D1-2.6-13 D2-2-03 after it come the labels of the routes', async () => {
  await openPortal('/projects/new')
  await screen.findByRole('heading', { name: 'Page new-project' })
  expect(items()).toEqual(['Projects', 'Create new Project'])
})

test('D1-2.6-14 the segments of project and image have their names', async () => {
  await openPortal(viewer, { answers: withImage('slide 7.svs') })
  await waitFor(() => expect(items()).toEqual(['Projects', 'Reference panel', 'Image Library', 'slide 7.svs']))
})

test('D1-2.6-15 D2-2-05 a name that cannot be looked up is the label and the id', async () => {
  await openPortal(viewer, {
    answers: (server) =>
      void server.on(getProject, () => new Refusal('ERR_0500')).on(getImage, () => new Refusal('ERR_0500')),
  })
  await waitFor(() =>
    expect(items()).toEqual(['Projects', `Project ${ids.project}`, 'Image Library', `Image ${ids.image}`]),
  )
})

describe('long names', () => {
  applyStyles(`${import.meta.dirname}/breadcrumb.module.css`)

  test('D1-2.6-16 are cut at 200 px', async () => {
    const name = 'A project with a very long name that does not fit into the header of any screen'
    await openPortal(`/projects/${ids.project}/library`, {
      answers: (server) => void server.on(getProject, () => ({ data: projectNamed(name) })),
    })
    const text = await screen.findByText(name)
    const { maxWidth, overflow, textOverflow, whiteSpace } = getComputedStyle(text)
    expect({ maxWidth, overflow, textOverflow, whiteSpace }).toEqual({
      maxWidth: '200px',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    })
  })
})

test.each([
  ['an image', 19, false],
  ['an image', 20, true],
  ['a project', 20, false],
])('D1-2.6-17 the name of %s with %d characters has a tooltip: %s', async (kind, length, has) => {
  const name = 'n'.repeat(length)
  const [project, image] = kind === 'an image' ? ['Panel', name] : [name, 'a.svs']
  await openPortal(viewer, {
    answers: (server) => {
      withImage(image)(server)
      server.on(getProject, () => ({ data: projectNamed(project) }))
    },
  })
  const text = await screen.findByText(name)
  jest.useFakeTimers()
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime })
  await user.hover(text)
  act(() => jest.advanceTimersByTime(10_000))
  expect(screen.queryByRole('tooltip')?.textContent ?? null).toBe(has ? name : null)
  jest.useRealTimers()
})

test('a cut project name has a tooltip, however short it is (contradiction 36)', async () => {
  jest.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(220)
  jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(200)
  await openPortal(`/projects/${ids.project}/library`)
  await userEvent.hover(await screen.findByText('Reference panel'))
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Reference panel')
  jest.restoreAllMocks()
})
