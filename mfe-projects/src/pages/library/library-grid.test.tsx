import type { Image } from '@lamella/shared/contract'
import * as contract from '@lamella/shared/contract'
import { ContractServer } from '@lamella/shared/testing/contract-server.ts'
import { portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { sampleImage } from '@lamella/shared/testing/sample-image.ts'
import { foundAmong } from '@lamella/shared/testing/user-calls.ts'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { sampleProject } from '../../../test/sample-result.ts'
import { serveLibrary } from '../../../test/serve-library.ts'
import LibraryPage from './library-page.tsx'

/* A list that is much longer than the window. */

const projectId = '019aa000-0000-7000-8000-b00000000001'
const stored: Image[] = Array.from({ length: 4000 }, (_, index) =>
  sampleImage({
    id: `019aa000-0000-7000-8000-c${String(index).padStart(11, '0')}`,
    project: projectId,
    name: `image ${index}.png`,
    thumbnailUrl: null,
    created: new Date(Date.UTC(2026, 10, 20, 12, 0, 4000 - index)).toISOString(),
  }),
)
let server: ContractServer
beforeEach(() => {
  server = serveLibrary(ContractServer.start(), () => stored)
    .on(contract.getProject, () => ({ data: sampleProject({ id: projectId }) }))
    .on(
      contract.findUsers,
      foundAmong(() => [portalUser('member')]),
    )
    .on(contract.getImage, ({ params }) => ({ data: stored.find(({ id }) => id === params.imageId) ?? sampleImage() }))
})
const moveTo = (top: number): void => {
  Object.defineProperty(window, 'scrollY', { value: top, configurable: true })
  window.dispatchEvent(new Event('scroll'))
}
beforeEach(() => {
  // Nothing has a size here, and what is scrolled to must be within the page.
  Object.defineProperty(document.documentElement, 'scrollHeight', { value: 400_000, configurable: true })
  jest.spyOn(window, 'scrollTo').mockImplementation((...to: unknown[]) => {
    const [options] = to
    if (typeof options === 'object' && options !== null && 'top' in options) moveTo(Number(options.top))
  })
})
afterEach(() => {
  moveTo(0)
  server.close()
})

const open = async () => {
  renderPage(
    <Routes>
      <Route path="/projects/:projectId/library" element={<LibraryPage />} />
    </Routes>,
    { at: `/projects/${projectId}/library` },
  )
  await screen.findByRole('button', { name: /^image 0\./ })
}
const tile = (index: number) => screen.findByRole('button', { name: new RegExp(`^image ${index}\\.`) })
const focusedName = () => document.activeElement?.textContent?.match(/^image \d+/)?.[0]

test('a drag past many pages asks for the one at which it ends', async () => {
  await open()
  const before = server.calls.filter((call) => call.endsWith('/images')).length
  for (let top = 0; top <= 240_000; top += 8_000) {
    act(() => moveTo(top))
  }
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^image 3\d\d\d\./ }).length).toBeGreaterThan(3))
  expect(server.calls.filter((call) => call.endsWith('/images')).length - before).toBeLessThan(15)
})

test('the keyboard goes on at its image after the list was scrolled away', async () => {
  await open()
  await userEvent.click(await tile(4))
  act(() => moveTo(200_000))
  await screen.findAllByRole('button', { name: /^image 2\d\d\d\./ })
  expect(focusedName()).toBe('image 4')
  await userEvent.keyboard('{ArrowRight}')
  await waitFor(() => expect(focusedName()).toBe('image 5'))
  // Below the header, which covers 56 pixels of the window.
  const [, rowTop = ''] = /, ([\d.]+)px\)/.exec(document.activeElement?.parentElement?.style.transform ?? '') ?? []
  await waitFor(() => expect(window.scrollY).toBeLessThanOrEqual(Number(rowTop) - 56))
})

test('Page Down, End and Home lead through the list, and the image there is chosen', async () => {
  await open()
  await userEvent.click(await tile(4))
  await userEvent.keyboard('{PageDown}')
  await waitFor(() => expect(Number(focusedName()?.slice(6))).toBeGreaterThan(9))
  await userEvent.keyboard('{End}')
  await waitFor(() => expect(focusedName()).toBe('image 3999'))
  expect(await tile(3999)).toHaveAttribute('aria-pressed', 'true')
  await userEvent.keyboard('{Home}')
  await waitFor(() => expect(focusedName()).toBe('image 0'))
})

test('how many images one action takes is said where more are wanted', async () => {
  await open()
  await userEvent.click(await tile(4))
  await userEvent.keyboard('{Control>}a{/Control}')
  const bar = await screen.findByRole('toolbar', { name: 'Selected images' })
  await waitFor(() => expect(bar).toHaveTextContent('1,000 images selected – one action takes no more'))
})
