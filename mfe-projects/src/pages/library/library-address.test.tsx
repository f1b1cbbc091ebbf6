import type { Image } from '@lamella/shared/contract'
import * as contract from '@lamella/shared/contract'
import { ContractServer } from '@lamella/shared/testing/contract-server.ts'
import { portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { sampleImage } from '@lamella/shared/testing/sample-image.ts'
import { foundAmong } from '@lamella/shared/testing/user-calls.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, Route, Routes, useNavigate } from 'react-router-dom'
import { serveLibrary } from '../../../test/serve-library.ts'
import LibraryPage from './library-page.tsx'

/* What of the library outlives a reload, and the way to an image and back. */

const projectId = '019aa000-0000-7000-8000-b00000000001'
const owner = portalUser('member').id
const now = '2026-11-20T12:00:00.000Z'
const stored: Image[] = Array.from({ length: 250 }, (_, index) =>
  sampleImage({
    id: `019aa000-0000-7000-8000-c${String(index).padStart(11, '0')}`,
    project: projectId,
    name: `image ${index}.png`,
    thumbnailUrl: null,
    created: new Date(Date.UTC(2026, 10, 20, 12, 0, 250 - index)).toISOString(),
  }),
)
const project = {
  id: projectId,
  name: 'Ki-67',
  description: '',
  owner,
  created: now,
  modified: now,
  imageCount: 250,
  thumbnailUrl: null,
  contributors: [{ userId: owner, role: 'viewer' as const }],
  statistics: { imageCount: 250, annotationCount: 0, jobCount: 0 },
}

let server: ContractServer
beforeEach(() => {
  server = serveLibrary(ContractServer.start(), () => stored)
    .on(contract.getProject, () => ({ data: project }))
    .on(
      contract.findUsers,
      foundAmong(() => [portalUser('member')]),
    )
    .on(contract.getImage, ({ params }) => ({ data: stored.find(({ id }) => id === params.imageId) ?? sampleImage() }))
})
afterEach(() => server.close())

const address = `/projects/${projectId}/library`
const Viewer = () => {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => navigate(-1)}>
      Back
    </button>
  )
}
const open = (query = '') =>
  renderPage(
    <>
      <Link to={address}>All images</Link>
      <Routes>
        <Route path="/projects/:projectId/library" element={<LibraryPage />} />
        <Route path="/projects/:projectId/viewer" element={<Viewer />} />
      </Routes>
    </>,
    { at: `${address}${query}` },
  )

test('the words that filter the names are in the address, so a reload keeps them', async () => {
  const { location } = open('?sort=name')
  await screen.findByRole('button', { name: /^image 0\./ })
  await userEvent.type(screen.getByRole('searchbox', { name: 'Filter images' }), 'image 24')
  await waitFor(() => expect(location()).toBe(`${address}?sort=name&name=image+24`))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^image 0\./ })).not.toBeInTheDocument())
  // As by the menu: another address of the same page is another filter.
  await userEvent.click(screen.getByRole('link', { name: 'All images' }))
  expect(await screen.findByRole('button', { name: /^image 0\./ })).toBeVisible()
  expect(screen.getByRole('searchbox', { name: 'Filter images' })).toHaveValue('')
})

test('letters that are typed while the list is asked for are kept', async () => {
  const { location } = open()
  const field = await screen.findByRole('searchbox', { name: 'Filter images' })
  await userEvent.type(field, 'ima')
  await waitFor(() => expect(location()).toContain('name=ima'))
  await userEvent.type(field, 'ge 12')
  expect(field).toHaveValue('image 12')
  await waitFor(() => expect(location()).toContain('name=image+12'))
})

test('how many images meet the filter is said', async () => {
  open('?name=image+24')
  expect(await screen.findByText('11 of 250 images')).toBeVisible()
})

test('without a filter only the tab counts the images', async () => {
  open()
  await screen.findByRole('button', { name: /^image 0\./ })
  expect(screen.queryByText(/of 250 images/)).not.toBeInTheDocument()
})

describe('the way back from an image', () => {
  const scrolled = jest.spyOn(window, 'scrollTo')
  beforeEach(() => scrolled.mockReset().mockImplementation(() => undefined))
  afterEach(() => Object.defineProperty(window, 'scrollY', { value: 0, configurable: true }))
  const tile = (index: number) => screen.findByRole('button', { name: new RegExp(`^image ${index}\\.`) })

  test('leads to the place of the list and to what was chosen there', async () => {
    open('?sort=name')
    await userEvent.click(await tile(1))
    Object.defineProperty(window, 'scrollY', { value: 900, configurable: true })
    await userEvent.dblClick(await tile(4))
    await userEvent.click(await screen.findByRole('button', { name: 'Back' }))
    expect(await tile(4)).toHaveAttribute('aria-pressed', 'true')
    await waitFor(() => expect(scrolled).toHaveBeenLastCalledWith(0, 900))
    // Another list begins at its top, without a choice.
    scrolled.mockClear()
    await userEvent.click(screen.getByRole('link', { name: 'All images' }))
    await waitFor(() => expect(screen.queryByRole('button', { pressed: true })).not.toBeInTheDocument())
    expect(scrolled).not.toHaveBeenCalledWith(0, 900)
  })

  test('leads to the page of the table', async () => {
    const { location } = open('?view=table')
    await userEvent.click(await screen.findByRole('button', { name: 'Page 3' }))
    await userEvent.dblClick(await tile(20))
    await userEvent.click(await screen.findByRole('button', { name: 'Back' }))
    expect(await tile(20)).toHaveAttribute('aria-pressed', 'true')
    expect(location()).toContain('page=3')
    // Another list begins with its first page.
    await userEvent.type(screen.getByRole('searchbox', { name: 'Filter images' }), 'image')
    await waitFor(() => expect(location()).toBe(`${address}?view=table&name=image`))
  })
})

const entry = { name: '', entryType: 'navigation', startTime: 0, duration: 0, toJSON: () => ({}) }
test.each([
  ['a reload', 'reload', 700],
  ['the back button, from another site,', 'back_forward', 700],
  ['the address, as of a bookmark,', 'navigate', null],
] as const)('%s leads to the place of the list, or to its top', async (_, type, top) => {
  const loading = { ...entry, type }
  jest.spyOn(performance, 'getEntriesByType').mockReturnValue([loading])
  const scrolled = jest
    .spyOn(window, 'scrollTo')
    .mockReset()
    .mockImplementation(() => undefined)
  const { unmount } = open('?sort=oldest')
  await screen.findByRole('button', { name: /^image 249\./ })
  Object.defineProperty(window, 'scrollY', { value: 700, configurable: true })
  window.dispatchEvent(new Event('pagehide'))
  Object.defineProperty(window, 'scrollY', { value: 0, configurable: true })
  unmount()
  scrolled.mockClear()
  open('?sort=oldest')
  await screen.findByRole('button', { name: /^image 249\./ })
  if (top === null) expect(scrolled).not.toHaveBeenCalledWith(0, 700)
  else await waitFor(() => expect(scrolled).toHaveBeenLastCalledWith(0, top))
})
