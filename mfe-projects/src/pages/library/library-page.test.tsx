import { resolveObjectURL } from 'node:buffer'
import type { Image } from '@lamella/shared/contract'
import * as contract from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { ContractServer } from '@lamella/shared/testing/contract-server.ts'
import { portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { foundAmong } from '@lamella/shared/testing/user-calls.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { serveLibrary } from '../../../test/serve-library.ts'
import LibraryPage from './library-page.tsx'

const idOf = (kind: 'b' | 'c' | 'd', index: number) =>
  `019aa000-0000-7000-8000-${kind}${String(index).padStart(11, '0')}`
const projectId = idOf('b', 1)
const library = `/projects/${projectId}/library`
const now = new Date(2026, 10, 20, 12, 0, 0)
const owner = portalUser('member').id

const imageOf = (index: number, name: string, changes: Partial<Image> = {}): Image => ({
  id: idOf('c', index),
  type: 'Image',
  project: projectId,
  imageMedium: idOf('d', index),
  name,
  imageType: 'TwoDimensions',
  status: 'available',
  statusErrors: [],
  notes: [],
  owner,
  created: new Date(2026, 10, 20, 9, 0, index).toISOString(),
  modified: now.toISOString(),
  size: 1.9 * 1024 ** 2,
  mimeType: 'TIFF',
  format: 'SVS',
  width: 1380,
  height: 1484,
  depth: 8,
  pixelSize: { x: 0.5, y: 0.5 },
  dimensions: [],
  isMultichannelImage: false,
  isTimeSeries: false,
  mcChannelLength: 0,
  timeSeriesLength: 0,
  isPyramid: false,
  annotationCount: 0,
  roiCount: 0,
  thumbnailUrl: `/api/v1/thumbnail?type=Image&id=${idOf('c', index)}`,
  downloadUrl: '/download',
  ...changes,
})

const failed: Partial<Image> = {
  status: 'processingFailed',
  statusErrors: ['The file is damaged.'],
  width: null,
  height: null,
  thumbnailUrl: null,
}

let user: ReturnType<typeof userEvent.setup>
let stored: Image[]
let server: ContractServer
beforeEach(() => {
  jest.useFakeTimers({ now, advanceTimers: true })
  user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) })
  stored = [imageOf(1, 'tissue.svs'), imageOf(3, 'nuclei.tif'), imageOf(2, 'embryo.tif')]
  server = ContractServer.start()
    .on(contract.getProject, () => ({
      data: {
        id: projectId,
        name: 'Ki-67',
        description: '',
        owner,
        created: now.toISOString(),
        modified: now.toISOString(),
        imageCount: stored.length,
        thumbnailUrl: null,
        contributors: [],
        statistics: { imageCount: stored.length, annotationCount: 0, jobCount: 0 },
      },
    }))
    .on(
      contract.findUsers,
      foundAmong(() => [portalUser('member')]),
    )
  serveLibrary(server, () => stored)
    .on(contract.getImage, ({ params }) => ({ data: stored.find(({ id }) => id === params.imageId) ?? imageOf(0, '') }))
    .on(contract.getThumbnail, ({ query }) => new Response(`picture of ${query.id}`))
})
afterEach(() => {
  jest.useRealTimers()
  server.close()
})

const open = (query = '') =>
  renderPage(
    <Routes>
      <Route path="/projects/:projectId/library" element={<LibraryPage />} />
      <Route path="/projects/:projectId/viewer" element="The viewer" />
    </Routes>,
    { at: library + query },
  )
const openTable = async (query = '') => {
  const opened = open(`?view=table${query}`)
  return { ...opened, table: await screen.findByRole('table', { name: 'Images' }) }
}
/** Without the column of boxes. */
const headsOf = (table: HTMLElement) => within(table).getAllByRole('columnheader').slice(1)
const textsOf = (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent)
const cellsOf = (table: HTMLElement, name: string) =>
  within(within(table).getByRole('row', { name: new RegExp(name) }))
    .getAllByRole('cell')
    .slice(1)
const shownNames = () =>
  screen.queryAllByRole('button', { name: /\.(svs|tif)/ }).map(({ textContent }) => /\w+/.exec(textContent ?? '')?.[0])
const details = (name: string) => screen.getByRole('complementary', { name: `Details of ${name}` })

test('D2-2-06 D3-1-03 shows tiles until the table is chosen, and the address keeps the choice', async () => {
  const { location } = open()
  expect(await screen.findByRole('button', { name: /tissue\.svs/ })).toHaveTextContent('tissue.svs1,380 × 1,484 px')
  const view = within(screen.getByRole('radiogroup', { name: 'View' }))
  expect(view.getByRole('radio', { name: 'Grid' })).toBeChecked()
  expect(screen.queryByRole('table')).not.toBeInTheDocument()
  await user.click(view.getByRole('radio', { name: 'Table' }))
  expect(screen.getByRole('table', { name: 'Images' })).toBeVisible()
  expect(location()).toBe(`${library}?view=table`)
  await user.click(screen.getByRole('tab', { name: /Failed/ }))
  expect(location()).toBe(`${library}?view=table&scope=failed`)
  await user.click(view.getByRole('radio', { name: 'Grid' }))
  expect(location()).toBe(`${library}?scope=failed`)
})

test('a name that the table cuts can be read in full', async () => {
  const { table } = await openTable()
  expect(within(table).getByTitle('tissue.svs')).toHaveTextContent(/^tissue\.svs$/)
})

test('the table has a picture and the facts of each image', async () => {
  const { table } = await openTable()
  expect(textsOf(headsOf(table))).toEqual(['Name', 'Dimensions', 'Type', 'Size', 'Created'])
  const cells = cellsOf(table, 'tissue')
  expect(cells[0]).toHaveTextContent('tissue.svs1,380 × 1,484 px')
  expect(textsOf(cells.slice(1))).toEqual(['1,380 × 1,484 px', '2D', '1.9 MB', '3 hours ago'])
  const picture = await within(cells[0] ?? table).findByRole<HTMLImageElement>('presentation')
  expect(await resolveObjectURL(picture.src)?.text()).toBe(`picture of ${idOf('c', 1)}`)
  await user.hover(within(cells[4] ?? table).getByText('3 hours ago'))
  expect(await screen.findByRole('tooltip')).toHaveTextContent(/^2026-11-20 09:00:01$/)
})

test.each<[string, Partial<Image>, string, string]>([
  ['channels', { isMultichannelImage: true, mcChannelLength: 2 }, 'Type', '2 ch'],
  [
    'a time series of a whole slide',
    { isTimeSeries: true, timeSeriesLength: 24, isPyramid: true },
    'Type',
    '24 t, pyramid',
  ],
  ['dimensions that are not known', { width: null }, 'Dimensions', '–'],
])('the table shows %s', async (_, changes, title, text) => {
  stored = [imageOf(1, 'tissue.svs', changes)]
  const { table } = await openTable()
  const column = textsOf(headsOf(table)).indexOf(title)
  expect(cellsOf(table, 'tissue')[column]?.textContent).toBe(text)
})

test('in little room the table leaves out what a name needs more, and has the dimensions under it', async () => {
  const { table } = await openTable()
  const leaving = (elements: HTMLElement[]) => elements.map(({ className }) => className.match(/from\d+/)?.[0])
  const expected = [undefined, 'from760', 'from1040', 'from480', 'from480']
  expect(leaving(headsOf(table))).toEqual(expected)
  expect(leaving(cellsOf(table, 'tissue'))).toEqual(expected)
})

test('D3-2-20 each image is in exactly one of the three scopes', async () => {
  stored = contract.imageStatus.options.map((status, index) => imageOf(index, `${status}.tif`, { status }))
  open()
  const seen: string[] = []
  for (const [scope, count] of [
    ['Available', 1],
    ['Processing', 5],
    ['Failed', 3],
  ] as const) {
    const tab = await screen.findByRole('tab', { name: `${scope} ${count}` })
    await user.click(tab)
    await waitFor(() => expect(shownNames()).toHaveLength(count))
    const boxes = screen.getAllByRole('checkbox', { name: /^Select / })
    seen.push(...boxes.map((box) => box.getAttribute('aria-label') ?? ''))
  }
  expect(seen.toSorted()).toEqual(contract.imageStatus.options.map((status) => `Select ${status}.tif`).toSorted())
})

test('the table says why an image has failed', async () => {
  stored = [imageOf(1, 'tissue.svs', failed)]
  const { table } = await openTable('&scope=failed')
  expect(textsOf(headsOf(table))).toEqual(['Name', 'Status', 'Size', 'Created'])
  expect(textsOf(cellsOf(table, 'tissue')).slice(0, 2)).toEqual(['tissue.svsThe file is damaged.', 'Failed'])
})

test('the table is the same while details are open, which have the pixel size', async () => {
  const { table } = await openTable()
  const titles = textsOf(headsOf(table))
  await user.click(within(table).getByRole('row', { name: /tissue/ }))
  expect(textsOf(headsOf(table))).toEqual(titles)
  expect(details('tissue.svs')).toHaveTextContent('Pixel size0.50 µm')
})

test('the place of the details is kept while no image is selected, but not where there is none', async () => {
  open()
  await screen.findByRole('button', { name: /tissue/ })
  const place = screen.getByRole('complementary', { name: 'Details' })
  expect(place).toHaveTextContent('Select an image to see its details here.')
  const page = place.closest('[data-details]')
  await user.click(screen.getByRole('button', { name: /tissue/ }))
  expect(screen.queryByRole('complementary', { name: 'Details' })).not.toBeInTheDocument()
  expect(details('tissue.svs').closest('[data-details]')).toBe(page)
  await user.click(screen.getByRole('button', { name: 'Close details' }))
  expect(page).toHaveAttribute('data-details')
  await user.click(screen.getByRole('tab', { name: /Failed/ }))
  await waitFor(() => expect(page).not.toHaveAttribute('data-details'))
})

test('a click anywhere on a row selects it', async () => {
  const { table } = await openTable()
  for (const cell of cellsOf(table, 'embryo').slice(1, 3)) await user.click(cell)
  expect(details('embryo.tif')).toBeVisible()
  expect(screen.queryByText('The viewer')).not.toBeInTheDocument()
})

test('a long table has pages, and another filter or order leads back to the first', async () => {
  stored = Array.from({ length: 23 }, (_, index) => imageOf(index, `image${index}.tif`))
  await openTable()
  expect(shownNames()).toHaveLength(10)
  await user.click(screen.getByRole('button', { name: 'Page 3' }))
  expect(shownNames()).toEqual(['image2', 'image1', 'image0'])
  await user.type(screen.getByRole('searchbox', { name: 'Filter images' }), 'IMAGE')
  await waitFor(() => expect(shownNames()[0]).toBe('image22'))
  await user.click(screen.getByRole('button', { name: 'Page 2' }))
  await user.click(screen.getByRole('combobox', { name: 'Order' }))
  await user.click(screen.getByRole('option', { name: 'Oldest first' }))
  await waitFor(() => expect(shownNames()[0]).toBe('image0'))
})

describe.each(['grid', 'table'])('in the %s', (view) => {
  const openView = async (query = '') => {
    const opened = open(`?view=${view}${query}`)
    await screen.findByRole('button', { name: /tissue/ })
    return opened
  }
  const image = (name: string) => screen.getByRole('button', { name: new RegExp(name) })
  const viewer = `/projects/${projectId}/viewer?image=${idOf('c', 1)}`

  test('a click selects one image and shows its details', async () => {
    await openView()
    await user.click(image('tissue'))
    expect(details('tissue.svs')).toBeVisible()
    await user.click(image('nuclei'))
    expect(details('nuclei.tif')).toBeVisible()
    expect(['tissue', 'nuclei', 'embryo'].map((name) => image(name).getAttribute('aria-pressed'))).toEqual([
      'false',
      'true',
      'false',
    ])
  })

  test('a double click opens an image', async () => {
    const { location } = await openView()
    await user.dblClick(image('tissue'))
    await waitFor(() => expect(location()).toBe(viewer))
  })

  test('Tab comes to every image, Enter selects and then opens it', async () => {
    const { location } = await openView()
    await user.click(screen.getByRole('radio', { name: view === 'grid' ? 'Grid' : 'Table' }))
    for (const name of ['nuclei', 'embryo', 'tissue']) {
      await user.tab()
      expect(image(name)).toHaveFocus()
    }
    await user.keyboard('{Enter}')
    expect(details('tissue.svs')).toBeVisible()
    expect(location()).toBe(`${library}?view=${view}`)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(location()).toBe(viewer))
  })

  test('an image that has failed is selected but not opened', async () => {
    stored = [imageOf(1, 'tissue.svs', failed)]
    const { location } = await openView('&scope=failed')
    await user.dblClick(image('tissue'))
    await user.keyboard('{Enter}')
    expect(details('tissue.svs')).toHaveTextContent('The file is damaged.')
    expect(location()).toBe(`${library}?view=${view}&scope=failed`)
  })

  test('the order and the filter of the library hold', async () => {
    await openView()
    expect(shownNames()).toEqual(['nuclei', 'embryo', 'tissue'])
    await user.click(screen.getByRole('combobox', { name: 'Order' }))
    await user.click(screen.getByRole('option', { name: 'Name' }))
    await waitFor(() => expect(shownNames()).toEqual(['embryo', 'nuclei', 'tissue']))
    await user.type(screen.getByRole('searchbox', { name: 'Filter images' }), 'TIF')
    await waitFor(() => expect(shownNames()).toEqual(['embryo', 'nuclei']))
  })

  test('an empty scope says so', async () => {
    await openView()
    await user.click(screen.getByRole('tab', { name: /Processing/ }))
    expect(await screen.findByText('No images here')).toBeVisible()
    expect(screen.queryByRole('table')).not.toBeInTheDocument()
  })
})

test('an image is kept with Escape, and the focus is back at the menu of its details', async () => {
  const { table } = await openTable()
  await user.click(within(table).getByText('tissue.svs'))
  const menu = await within(details('tissue.svs')).findByRole('button', { name: 'More actions' })
  await user.click(menu)
  await user.click(await screen.findByRole('menuitem', { name: 'Delete image' }))
  await screen.findByRole('dialog', { name: 'Delete image' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(menu).toHaveFocus()
})

test('the event of a deletion, which may come before its answer, does not request what is gone', async () => {
  const answered = Promise.withResolvers<void>()
  const asked: string[] = []
  server
    .on(contract.getImage, ({ params }) => {
      asked.push(params.imageId)
      return { data: imageOf(1, 'tissue.svs') }
    })
    .on(contract.trashImage, async ({ params }) => {
      stored = stored.filter(({ id }) => id !== params.imageId)
      bus.emit('server/changed', { type: 'image', id: params.imageId, project: projectId, status: 'available' })
      await answered.promise
      return undefined
    })
  const { table } = await openTable()
  await user.click(within(table).getByText('tissue.svs'))
  await user.click(await within(details('tissue.svs')).findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete image' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete image' })
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  // The list is read again by the same event.
  await waitFor(() => expect(within(table).queryByText('tissue.svs')).not.toBeInTheDocument())
  answered.resolve()
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(asked).toEqual([imageOf(1, '').id])
})

test.each(['', '&view=table'])('where an image waits to be processed is told%s', async (view) => {
  const notYet = { status: 'uploadFinished', width: null, height: null, thumbnailUrl: null } as const
  const image = imageOf(4, 'waiting.svs', notYet)
  stored.push(image)
  server.on(contract.listWaitingMedia, () => ({
    data: [{ id: image.imageMedium, imageId: image.id, before: 1, seconds: { from: 5, to: 40 } }],
  }))
  open(`?scope=processing${view}`)
  expect(await screen.findByText('After 1 task, under a minute')).toBeInTheDocument()
})

test('an image that is being processed shows its preview and its state', async () => {
  const address = imageOf(4, '').thumbnailUrl
  const preview = `${address}&preview=true`
  stored.push(imageOf(4, 'slide.svs', { status: 'processing', width: null, height: null, thumbnailUrl: preview }))
  const asked: unknown[] = []
  server.on(contract.getThumbnail, ({ query }) => {
    if (query.id === idOf('c', 4)) asked.push(query.preview)
    return new Response('picture')
  })
  open('?scope=processing')
  const tile = await screen.findByRole('button', { name: /slide\.svs/ })
  await waitFor(() => expect(tile.querySelector('img')).toBeInTheDocument())
  expect(within(tile).getByText('Processing')).toBeVisible()
  await user.click(tile)
  await waitFor(() => expect(details('slide.svs').querySelector('img')).toBeInTheDocument())
  expect(asked).toEqual(['true'])
})
