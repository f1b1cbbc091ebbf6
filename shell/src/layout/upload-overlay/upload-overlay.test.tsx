import { listWaitingMedia } from '@lamella/shared/contract'
import { answerUploads } from '@lamella/shared/testing/answer-uploads.ts'
import type { ContractServer } from '@lamella/shared/testing/contract-server.ts'
import { uploads } from '@lamella/shared/upload'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { closePortal, ids, openPortal } from '../../../test/open-portal.tsx'

/** Parts of the transfers that wait for an answer; each call answers one of them. */
let waiting: ReturnType<typeof answerUploads>
afterEach(async () => {
  await act(() => uploads.cancelAll())
  act(() => uploads.clear())
  await closePortal()
})

const part = 1024
const answers = (server: ContractServer): void => {
  waiting = answerUploads(server, part)
}

const open = async () => {
  const portal = await openPortal('/projects', { answers })
  await screen.findByRole('heading', { name: 'Page projects' })
  return portal
}
const upload = (...names: string[]): void =>
  act(() =>
    uploads.add(
      names.map((name) => ({
        file: new File([new Uint8Array(4 * part)], name),
        name,
        fileType: 'TwoDimensions',
        projectId: ids.project,
      })),
      part,
    ),
  )
const status = (count: number) => screen.findByRole('button', { name: `Uploading ${count} item(s)` })
const overlay = () => within(screen.getByRole('region', { name: 'Uploads' }))
const row = (name: string) => {
  const found = overlay()
    .getAllByRole('listitem')
    .find(({ textContent }) => textContent?.includes(name))
  if (!found) throw new Error(`The overlay does not list ${name}`)
  return within(found)
}
const buttonsOf = (name: string) =>
  row(name)
    .queryAllByRole('button')
    .map((button) => button.getAttribute('aria-label'))
const openOverlay = async (count: number) => userEvent.click(await status(count))
/** Resolves when as many parts wait for their answers. */
const parts = (count: number) => waitFor(() => expect(waiting).toHaveLength(count))
const statuses = () => uploads.snapshot().items.map((item) => item.status)

test('D3-2-110 D3-2-111 the header has the status of uploads only while there are bytes or failures', async () => {
  await open()
  const banner = within(screen.getByRole('banner'))
  expect(banner.queryByRole('button', { name: /^Uploading/ })).not.toBeInTheDocument()
  expect(banner.getByRole('link', { name: 'Upload images' })).toHaveAttribute('href', '/datastorage/upload')
  upload('a.png', 'b.png', 'c.png')
  expect(await status(3)).toHaveTextContent('Uploading 3 item(s)')
  await act(() => uploads.cancelAll())
  expect(banner.queryByRole('button', { name: /^Uploading/ })).not.toBeInTheDocument()
  upload('bad.png')
  await waitFor(() => expect(statuses()).toEqual(['error']))
  expect(uploads.snapshot().totals).toMatchObject({ totalBytes: 0, failures: 1 })
  expect(await status(1)).toBeVisible()
})

test('D3-2-112 a click on the status opens the list, the next one closes it', async () => {
  await open()
  upload('a.png')
  await openOverlay(1)
  expect(screen.getByRole('region', { name: 'Uploads' })).toBeVisible()
  await openOverlay(1)
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Uploads' })).not.toBeInTheDocument())
})

test('D3-2-113 D3-2-114 each upload has name, state, bytes, remaining time and progress', async () => {
  await open()
  upload('a.png', 'b.png', 'c.png')
  await openOverlay(3)
  await parts(2)
  const [a] = waiting
  act(() => a?.('more'))
  await parts(3)
  expect(row('a.png').getByText('uploading, 1.0 KB of 4.0 KB')).toBeVisible()
  expect(row('a.png').getByRole('progressbar', { name: 'Progress of a.png' })).toHaveAttribute('aria-valuenow', '25')
  expect(row('c.png').getByText('pending, 4.0 KB')).toBeVisible()
  expect(row('c.png').getByRole('progressbar', { name: 'Progress of c.png' })).toHaveAttribute('aria-valuenow', '0')
  act(() => waiting[2]?.('more'))
  await parts(4)
  expect(row('a.png').getByText(/^\d+:\d\d:\d\d$/)).toBeVisible()
  expect(row('c.png').queryByText(/^\d+:\d\d:\d\d$/)).not.toBeInTheDocument()
})

test('D3-2-113 a complete upload says where its image waits to be processed', async () => {
  const { server } = await open()
  server.on(listWaitingMedia, () => ({
    data: uploads
      .snapshot()
      .items.flatMap(({ mediumId: id }) =>
        id ? [{ id, imageId: id, before: 3, seconds: { from: 130, to: 290 } }] : [],
      ),
  }))
  upload('a.png', 'b.png')
  await openOverlay(2)
  await parts(2)
  expect(row('a.png').queryByText(/^Processing/)).not.toBeInTheDocument()
  act(() => waiting[0]?.('complete'))
  expect(await screen.findByText('Processing: After 3 tasks, about 2–5 min')).toBeVisible()
  expect(row('b.png').queryByText(/^Processing/)).not.toBeInTheDocument()
})

test('D3-2-115 pause, resume and cancel of a row act on its upload only', async () => {
  await open()
  upload('a.png', 'b.png')
  await openOverlay(2)
  await parts(2)
  await waitFor(() => expect(statuses()).toEqual(['uploading', 'uploading']))
  expect(buttonsOf('a.png')).toEqual(['Pause a.png', 'Cancel a.png'])
  await userEvent.click(row('a.png').getByRole('button', { name: 'Pause a.png' }))
  expect(statuses()).toEqual(['paused', 'uploading'])
  await userEvent.click(row('a.png').getByRole('button', { name: 'Resume a.png' }))
  await waitFor(() => expect(statuses()).not.toContain('paused'))
  await userEvent.click(row('b.png').getByRole('button', { name: 'Cancel b.png' }))
  await waitFor(() => expect(statuses()[1]).toBe('cancelled'))
  expect(statuses()[0]).not.toBe('cancelled')
})

test('D3-2-116 D3-2-120 the footer pauses, resumes and, after a question, cancels all', async () => {
  await open()
  upload('a.png', 'b.png')
  await openOverlay(2)
  await waitFor(() => expect(statuses()).toEqual(['uploading', 'uploading']))
  const names = overlay()
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
  expect(names.filter((name) => name?.endsWith('all'))).toEqual(['Pause all', 'Resume all', 'Cancel all'])
  await userEvent.click(overlay().getByRole('button', { name: 'Pause all' }))
  expect(statuses()).toEqual(['paused', 'paused'])
  await userEvent.click(overlay().getByRole('button', { name: 'Resume all' }))
  expect(statuses()).not.toContain('paused')
  await userEvent.click(overlay().getByRole('button', { name: 'Cancel all' }))
  const question = within(await screen.findByRole('dialog', { name: 'Cancel image uploads' }))
  expect(question.getByText('Do you really want to cancel all remaining uploads?')).toBeVisible()
  expect(uploads.hasActive()).toBe(true)
  await userEvent.click(question.getByRole('button', { name: 'Cancel all' }))
  await waitFor(() => expect(uploads.snapshot().items).toEqual([]))
})

test('D3-2-117 D3-2-118 "View failed uploads" is there after a failure, and leads to them', async () => {
  const { location } = await open()
  upload('a.png')
  await openOverlay(1)
  expect(overlay().queryByRole('link', { name: 'View failed uploads' })).not.toBeInTheDocument()
  upload('bad.png')
  await userEvent.click(await screen.findByRole('link', { name: 'View failed uploads' }))
  expect(location()).toBe('/datastorage?scope=failed')
})

test('D3-2-119 the list opens by itself on the first failure, and on no other', async () => {
  await open()
  upload('a.png', 'bad1.png')
  expect(await screen.findByRole('region', { name: 'Uploads' })).toBeVisible()
  await userEvent.click(overlay().getByRole('button', { name: 'Close uploads' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Uploads' })).not.toBeInTheDocument())
  upload('bad2.png')
  await waitFor(() => expect(uploads.snapshot().totals.failures).toBe(2))
  expect(screen.queryByRole('region', { name: 'Uploads' })).not.toBeInTheDocument()
})

test('opened by the keyboard, the list has the focus until Escape or its end leads back to the button', async () => {
  await open()
  upload('a.png')
  const button = await status(1)
  act(() => button.focus())
  await userEvent.keyboard('{Enter}')
  const list = await screen.findByRole('region', { name: 'Uploads' })
  expect(list).toHaveFocus()
  await userEvent.tab()
  expect(overlay().getByRole('button', { name: 'Close uploads' })).toHaveFocus()
  await userEvent.tab({ shift: true })
  expect(button).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(list).not.toBeInTheDocument())
  expect(button).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  act(() => overlay().getByRole('button', { name: 'Cancel all' }).focus())
  await userEvent.tab()
  expect(button).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Uploads' })).not.toBeInTheDocument())
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('region', { name: 'Uploads' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Uploads' })).not.toBeInTheDocument())
  expect(button).toHaveFocus()
})

test('the Escape that closes a question of the list leaves the list open', async () => {
  await open()
  upload('a.png')
  await openOverlay(1)
  await userEvent.click(overlay().getByRole('button', { name: 'Cancel all' }))
  const question = await screen.findByRole('dialog', { name: 'Cancel image uploads' })
  await waitFor(() => expect(question.contains(document.activeElement)).toBe(true))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(question).not.toBeInTheDocument())
  expect(screen.getByRole('region', { name: 'Uploads' })).toBeVisible()
})

test('a list that opens by itself leaves the focus where it is', async () => {
  await open()
  const link = screen.getByRole('link', { name: 'Skip to content' })
  act(() => link.focus())
  upload('bad.png')
  expect(await screen.findByRole('region', { name: 'Uploads' })).toBeVisible()
  expect(link).toHaveFocus()
})

test('the header says that uploads are paused, also those that have not begun', async () => {
  await open()
  upload('a.png', 'b.png', 'c.png')
  await status(3)
  await waitFor(() => expect(statuses()).toEqual(['uploading', 'uploading', 'added']))
  act(() => uploads.pauseAll())
  const paused = await screen.findByRole('button', { name: 'Uploads paused' })
  await userEvent.click(paused)
  expect(overlay().getByText('Uploads paused')).toBeVisible()
  act(() => uploads.resumeAll())
  expect(await status(3)).toBeVisible()
})

test('D3-2-122 D3-8-36 the end of the last upload is said', async () => {
  await open()
  upload('a.png')
  for (let sent = 0; sent < 4; sent++) {
    await parts(sent + 1)
    act(() => waiting[sent]?.(sent < 3 ? 'more' : 'complete'))
  }
  const toast = await screen.findByText('Image uploads have completed.')
  expect(toast).toBeVisible()
  expect(screen.getByText('Upload images', { selector: '*:not(a)' })).toBeVisible()
})
