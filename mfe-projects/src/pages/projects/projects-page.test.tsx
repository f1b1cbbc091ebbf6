import { resolveObjectURL } from 'node:buffer'
import * as contract from '@lamella/shared/contract'
import { ContractServer } from '@lamella/shared/testing/contract-server.ts'
import { portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { screen, within } from '@testing-library/react'
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

let server: ContractServer
beforeEach(() => {
  server = ContractServer.start()
    .on(contract.listProjects, () =>
      page([projectOf(1, `/api/v1/thumbnail?type=Image&id=${idOf(71)}`), projectOf(2, null)]),
    )
    .on(contract.listUsers, () => page([portalUser('member')]))
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
  expect(without?.querySelector('.thumb svg')).toHaveAttribute('aria-hidden', 'true')
  expect(without).toHaveTextContent(/^Project 2$/)
})
