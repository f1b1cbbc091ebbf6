import { resolveObjectURL } from 'node:buffer'
import * as contract from '@lamella/shared/contract'
import { bus, type Toast } from '@lamella/shared/events'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { foundAmong } from '@lamella/shared/testing/user-calls.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import ProjectsPage from './projects-page.tsx'

const idOf = (index: number): string => `019aa000-0000-7000-8000-${String(index).padStart(12, '0')}`
const page = <T,>(data: T[]) => ({ data, links: { next: null } })

const projectOf = (index: number, thumbnailUrl: string | null): contract.Project => ({
  id: idOf(index),
  name: `Project ${index}`,
  description: '',
  owner: portalUser('member').id,
  created: '2026-11-13T08:09:10.000Z',
  modified: '2026-11-20T09:00:00.000Z',
  imageCount: 1,
  thumbnailUrl,
  contributors: [],
  statistics: { imageCount: 1, annotationCount: 0, jobCount: 0 },
})

let toasts: Toast[] = []
bus.on('toast/show').subscribe((toast) => toasts.push(toast))

let server: ContractServer
beforeEach(() => {
  toasts = []
  server = ContractServer.start()
    .on(contract.listProjects, () =>
      page([projectOf(1, `/api/v1/thumbnail?type=Image&id=${idOf(71)}`), projectOf(2, null)]),
    )
    .on(
      contract.findUsers,
      foundAmong(() => [portalUser('member')]),
    )
    .on(contract.userProjectCounts, () => page([]))
    .on(contract.organisationStorage, () => ({ data: { objectTypes: [], total: { fileCount: 0, size: 0 } } }))
    .on(contract.getThumbnail, ({ query }) => new Response(`picture of ${query.id}`))
})
afterEach(() => server.close())

test('shows the picture of a project before its name, and a plate where it has none', async () => {
  renderPage(<ProjectsPage />, { at: '/projects' })
  const table = await screen.findByRole('table', { name: 'Projects' })
  const picture = await within(table).findByRole<HTMLImageElement>('presentation')
  expect(await resolveObjectURL(picture.src)?.text()).toBe(`picture of ${idOf(71)}`)
  const [withPicture, without] = [...table.querySelectorAll('tbody td:first-child')]
  expect(withPicture).toContainElement(picture)
  expect(withPicture).toHaveTextContent(/^Project 1$/)
  expect(without?.querySelector('svg')).toHaveAttribute('aria-hidden', 'true')
  expect(without).toHaveTextContent(/^Project 2$/)
})

const told = (detail: string) => [{ kind: 'error', title: 'Projects list', detail }]

test('D2-8-09 users that cannot be read are told of in a toast, and the projects are listed', async () => {
  server.on(contract.findUsers, () => new Refusal('ERR_0409', 'Not now.'))
  renderPage(<ProjectsPage />, { at: '/projects' })
  expect(await screen.findByRole('link', { name: 'Project 1' })).toBeVisible()
  await waitFor(() => expect(toasts).toEqual(told('Userdata could not be retrieved (Not now.). Please try again.')))
})

test('D2-8-10 projects that cannot be read are told of in a toast, and can be read again', async () => {
  server.on(contract.listProjects, () => new Refusal('ERR_0409', 'Not now.'))
  const { location } = renderPage(<ProjectsPage />, { at: '/projects' })
  await waitFor(() => expect(toasts).toEqual(told('Projects could not be retrieved (Not now.). Please try again.')))
  expect(location()).toBe('/projects')
  server.on(contract.listProjects, () => page([projectOf(1, null)]))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'Project 1' })).toBeVisible()
  expect(toasts).toHaveLength(1)
})

test.each([
  ['no answer', () => Response.error(), '/error'],
  ['503', () => new Refusal('ERR_0503'), '/error/503'],
])(
  'D2-8-11 D2-2-15 what was not expected (%s) ends on an error page, without a toast, and the way back is kept',
  async (_, answer, errorPage) => {
    jest.useFakeTimers({ advanceTimers: 20 })
    server.on(contract.listProjects, answer)
    const { location } = renderPage(<ProjectsPage />, { at: '/projects' })
    await waitFor(() => expect(location()).toBe(errorPage))
    expect(localStorage.getItem('errorReturnUrl')).toBe('/projects')
    expect(toasts).toEqual([])
    jest.useRealTimers()
  },
)
