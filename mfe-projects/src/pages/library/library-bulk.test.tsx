import type { Image } from '@lamella/shared/contract'
import * as contract from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { sampleImage } from '@lamella/shared/testing/sample-image.ts'
import { foundAmong } from '@lamella/shared/testing/user-calls.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { serveLibrary } from '../../../test/serve-library.ts'
import LibraryPage from './library-page.tsx'

const projectId = '019aa000-0000-7000-8000-b00000000001'
const now = '2026-11-20T12:00:00.000Z'
const owner = portalUser('member').id
const imageOf = (index: number): Image =>
  sampleImage({
    id: `019aa000-0000-7000-8000-c${String(index).padStart(11, '0')}`,
    project: projectId,
    name: `image ${index}.png`,
    thumbnailUrl: null,
    created: new Date(Date.UTC(2026, 10, 20, 12, 0, 59 - index)).toISOString(),
  })
const imagesOf = (count: number): Image[] => Array.from({ length: count }, (_, index) => imageOf(index))
const indexOf = (id: string) => Number(id.slice(-11))

/** Calls wait until they are let through, in their order. */
const gate = () => {
  const waiting: (() => void)[] = []
  let free = Number.POSITIVE_INFINITY
  return {
    pass: async (): Promise<void> => {
      if (free > 0) free--
      else await new Promise<void>((resolve) => waiting.push(resolve))
    },
    close: () => {
      free = 0
    },
    /** @param count - calls that go on, or come and go on */
    let: (count: number) => {
      const now = waiting.splice(0, count)
      free += count - now.length
      for (const go of now) go()
    },
  }
}

let stored: Image[]
let trash: Image[]
let refused: Set<number>
let trashed: number[]
let restored: number[]
let toasts: unknown[]
let calls: ReturnType<typeof gate>
let server: ContractServer
let listening: { unsubscribe: () => void }
beforeEach(() => {
  stored = []
  trash = []
  refused = new Set()
  trashed = []
  restored = []
  toasts = []
  calls = gate()
  listening = bus.on('toast/show').subscribe((toast) => toasts.push(toast))
  const project = {
    id: projectId,
    name: 'Ki-67',
    description: '',
    owner,
    created: now,
    modified: now,
    imageCount: 0,
    thumbnailUrl: null,
    contributors: [],
    statistics: { imageCount: 0, annotationCount: 0, jobCount: 0 },
  }
  const refusal = new Refusal('ERR_0409', 'This image is being analysed.')
  server = serveLibrary(ContractServer.start(), () => stored)
    .on(contract.getProject, () => ({ data: project }))
    .on(
      contract.findUsers,
      foundAmong(() => [portalUser('member')]),
    )
    .on(contract.getImage, ({ params }) => ({ data: imageOf(indexOf(params.imageId)) }))
    .on(contract.trashImage, async ({ params }) => {
      await calls.pass()
      if (refused.has(indexOf(params.imageId))) return refusal
      trashed.push(indexOf(params.imageId))
      stored = stored.filter(({ id }) => id !== params.imageId)
      return undefined
    })
    .on(contract.restoreImage, async ({ params }) => {
      await calls.pass()
      if (refused.has(indexOf(params.imageId))) return refusal
      restored.push(indexOf(params.imageId))
      stored = [...stored, imageOf(indexOf(params.imageId))]
      trash = trash.filter(({ id }) => id !== params.imageId)
      return undefined
    })
    // As the server: a cursor is a place, which stays valid when rows before it are gone.
    .on(contract.listTrash, ({ query }) => {
      const after = query['page[after]'] ?? ''
      const rows = trash.filter(({ id }) => id > after)
      const data = rows.slice(0, 20).map((image) => ({ ...image, trashed: now }))
      return { data, links: { next: rows.length > 20 ? `/next?page%5Bafter%5D=${data.at(-1)?.id}` : null } }
    })
    .on(contract.getTrashOutline, () => ({ data: { total: trash.length, all: trash.length, starts: [null] } }))
})
afterEach(() => {
  listening.unsubscribe()
  calls.let(1000)
  server.close()
})

const open = (query = '') => {
  renderPage(
    <Routes>
      <Route path="/projects/:projectId/library" element={<LibraryPage />} />
    </Routes>,
    { at: `/projects/${projectId}/library${query}` },
  )
  return userEvent.setup()
}
const undoBar = () => {
  const bar = screen.getByRole('button', { name: /^(Undo|Stop)$/ }).closest<HTMLElement>('[role=status]')
  if (!bar) throw new Error('It is not announced.')
  return bar
}
type User = ReturnType<typeof userEvent.setup>
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)
const sorted = (indices: number[]) => indices.toSorted((a, b) => a - b)

const openAndDelete = async (count: number): Promise<{ user: User; dialog: HTMLElement }> => {
  stored = imagesOf(count)
  const user = open()
  await user.click(await screen.findByRole('button', { name: /^image 0\./ }))
  await user.keyboard('{Control>}a{/Control}')
  const bar = within(await screen.findByRole('toolbar', { name: 'Selected images' }))
  await user.click(bar.getByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete images' })
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  return { user, dialog }
}

describe('while many images are deleted', () => {
  test('the dialog says how many are, and after Stop the others stay', async () => {
    calls.close()
    const { user, dialog } = await openAndDelete(30)
    expect(await within(dialog).findByText('0 of 30')).toBeVisible()
    calls.let(12)
    expect(await within(dialog).findByText('12 of 30')).toBeVisible()
    expect(within(dialog).getByRole('progressbar', { name: 'Deleted images' })).toHaveAttribute('aria-valuenow', '40')
    const stop = within(dialog).getByRole('button', { name: 'Stop' })
    expect(stop).toHaveFocus()
    await user.click(stop)
    // Those on their way.
    calls.let(30)
    expect(await screen.findByText('16 images are in the trash.')).toBeVisible()
    expect(sorted(trashed)).toEqual(upTo(16))
    expect(await screen.findByRole('tab', { name: 'Available 14' })).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

    calls.close()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    const bar = undoBar()
    calls.let(4)
    await waitFor(() => expect(bar).toHaveTextContent('Restoring 4 of 16'))
    expect(within(bar).getByRole('progressbar', { name: 'Restored images' })).toHaveAttribute('aria-valuenow', '25')
    calls.let(30)
    await waitFor(() => expect(bar).not.toBeInTheDocument())
    expect(sorted(restored)).toEqual(upTo(16))
    expect(await screen.findByRole('tab', { name: 'Available 30' })).toBeVisible()
  })

  test('Escape stops as well', async () => {
    calls.close()
    const { user, dialog } = await openAndDelete(30)
    await within(dialog).findByText('0 of 30')
    await user.keyboard('{Escape}')
    calls.let(30)
    expect(await screen.findByText('4 images are in the trash.')).toBeVisible()
    expect(trashed).toHaveLength(4)
  })

  test('Undo offers those that are in the trash, and the failure of others is said', async () => {
    refused = new Set([3, 20])
    const { user } = await openAndDelete(30)
    expect(await screen.findByText('28 images are in the trash.')).toBeVisible()
    expect(toasts).toMatchObject([{ title: 'Delete images', detail: 'This image is being analysed.' }])
    refused = new Set([7])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(toasts[1]).toMatchObject({ title: 'Restore images', detail: 'This image is being analysed.' }),
    )
    expect(sorted(restored)).toEqual(upTo(30).filter((index) => ![3, 7, 20].includes(index)))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).not.toBeInTheDocument())
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  })

  test('Undo stops where it is', async () => {
    const { user } = await openAndDelete(30)
    const undo = await screen.findByRole('button', { name: 'Undo' })
    calls.close()
    // The second click is for the same button, which has become another.
    await user.dblClick(undo)
    expect(screen.getByRole('button', { name: 'Stop' })).toHaveFocus()
    calls.let(8)
    await waitFor(() => expect(undoBar()).toHaveTextContent('Restoring 8 of 30'))
    await user.keyboard('{Enter}')
    calls.let(30)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).not.toBeInTheDocument())
    expect(restored).toHaveLength(12)
  })
})

test('of a few images progress is said only where they take long', async () => {
  calls.close()
  const { dialog } = await openAndDelete(3)
  expect(within(dialog).queryByRole('progressbar')).not.toBeInTheDocument()
  expect(await within(dialog).findByText('0 of 3')).toBeVisible()
  calls.let(3)
  expect(await screen.findByText('3 images are in the trash.')).toBeVisible()
})

describe('the trash gives all back', () => {
  const openTrash = async (): Promise<{ user: User; dialog: HTMLElement }> => {
    trash = imagesOf(50)
    const user = open('?scope=trash')
    expect(await screen.findByText('50 total')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Restore all' }))
    const dialog = await screen.findByRole('dialog', { name: 'Restore all' })
    expect(dialog).toHaveTextContent('50 images go back to the library')
    return { user, dialog }
  }
  const confirm = (user: User, dialog: HTMLElement) =>
    user.click(within(dialog).getByRole('button', { name: 'Restore all' }))

  test('page after page', async () => {
    const { user, dialog } = await openTrash()
    calls.close()
    await confirm(user, dialog)
    calls.let(30)
    expect(await within(dialog).findByText('30 of 50')).toBeVisible()
    calls.let(20)
    expect(await screen.findByText('The trash is empty')).toBeVisible()
    expect(sorted(restored)).toEqual(upTo(50))
    expect(toasts).toEqual([])
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test('but for those that fail, which is said', async () => {
    const { user, dialog } = await openTrash()
    refused = new Set([2, 49])
    await confirm(user, dialog)
    await waitFor(() => expect(screen.queryByText('image 0.png')).not.toBeInTheDocument())
    expect(await screen.findByText('image 49.png')).toBeInTheDocument()
    expect(screen.getByText('image 2.png')).toBeInTheDocument()
    expect(sorted(restored)).toEqual(upTo(50).filter((index) => index !== 2 && index !== 49))
    expect(toasts).toMatchObject([{ title: 'Restore images', detail: 'This image is being analysed.' }])
  })

  test('until it is stopped', async () => {
    const { user, dialog } = await openTrash()
    calls.close()
    await confirm(user, dialog)
    calls.let(26)
    await within(dialog).findByText('26 of 50')
    await user.click(within(dialog).getByRole('button', { name: 'Stop' }))
    calls.let(30)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(restored).toHaveLength(30)
    expect(screen.getByRole('button', { name: 'Restore all' })).toHaveFocus()
    expect(trash).toHaveLength(20)
  })
})

describe('of the trash, those that are chosen come back', () => {
  const openTrash = async (count: number): Promise<User> => {
    trash = imagesOf(count)
    const user = open('?scope=trash')
    await screen.findByRole('table', { name: 'Trash' })
    return user
  }
  const bar = () => within(screen.getByRole('toolbar', { name: 'Selected images' }))
  const box = (name: string) => screen.getByRole('checkbox', { name })

  test('by the boxes of rows, also on several pages', async () => {
    const user = await openTrash(50)
    await user.click(box('Select image 1.png'))
    await user.click(box('Select image 2.png'))
    await user.click(box('Select image 2.png'))
    expect(box('Select all on this page')).toBePartiallyChecked()
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Select image 12.png' }))
    expect(screen.getByText('2 images selected', { selector: '[role=status]' })).toBeInTheDocument()
    await user.click(bar().getByRole('button', { name: 'Restore' }))
    expect(await screen.findByText('48 total')).toBeVisible()
    expect(sorted(restored)).toEqual([1, 12])
    expect(screen.queryByRole('toolbar')).not.toBeInTheDocument()
  })

  test('by the box of all that are shown, which says how far it is and stops', async () => {
    const user = await openTrash(18)
    await user.click(box('Select all images'))
    expect(box('Select all images')).toBeChecked()
    calls.close()
    await user.click(bar().getByRole('button', { name: 'Restore' }))
    calls.let(9)
    expect(await bar().findByText('9 of 18')).toBeVisible()
    expect(bar().getByRole('progressbar', { name: 'Restored images' })).toHaveAttribute('aria-valuenow', '50')
    await user.keyboard('{Enter}')
    calls.let(18)
    await waitFor(() => expect(screen.queryByRole('toolbar')).not.toBeInTheDocument())
    expect(restored).toHaveLength(13)
    expect(await screen.findByText('5 total')).toBeVisible()
    expect(box('Select all images')).not.toBeChecked()
  })

  test('and who clears the choice, or restores a chosen one by its row, has it no longer', async () => {
    const user = await openTrash(3)
    await user.click(box('Select all images'))
    await user.click(screen.getByRole('button', { name: 'Restore image 0.png' }))
    expect(await screen.findByText('2 images selected', { selector: '[role=status]' })).toBeInTheDocument()
    await user.click(box('Select all images'))
    expect(screen.queryByRole('toolbar')).not.toBeInTheDocument()
    await user.click(box('Select image 1.png'))
    await user.click(bar().getByRole('button', { name: 'Clear selection' }))
    expect(box('Select image 1.png')).not.toBeChecked()
  })
})
