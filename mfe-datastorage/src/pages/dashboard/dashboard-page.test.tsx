import * as contract from '@lamella/shared/contract'
import {
  type ImageScope,
  type ImageStatus,
  type MediumItem,
  type StorageStatistics,
  statusesOfScope,
} from '@lamella/shared/contract'
import { bus, type Toast } from '@lamella/shared/events'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { enterText } from '@lamella/shared/testing/enter-text.ts'
import { type PersonKind, portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { foundAmong } from '@lamella/shared/testing/user-calls.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import DashboardPage from './dashboard-page.tsx'

const gigabyte = 1024 ** 3
const projectId = '019aa000-0000-7000-8000-0000000000b1'
const idOf = (kind: 'c' | 'd', index: number) => `019aa000-0000-7000-8000-${kind}${String(index).padStart(11, '0')}`
const page = <T,>(data: T[]) => ({ data, links: { next: null } })

const files = (fileCount: number, size: number): StorageStatistics => ({
  objectTypes: [
    { type: 'ImageMedium', fileCount, size },
    { type: 'JobResultAsset', fileCount: 0, size: 0 },
  ],
  total: { fileCount, size },
})

/** Media on the server; tests change them. */
let stored: MediumItem[]
let waiting: contract.WaitingMedium[]
let used: StorageStatistics
let server: ContractServer
let toasts: Toast[]
const subscription = bus.on('toast/show').subscribe((toast) => toasts.push(toast))
afterAll(() => subscription.unsubscribe())

/** As the server finds them; cursors are numbers of images. */
const found = (query: Partial<contract.HandlerInput<typeof contract.listMedia>['query']>): MediumItem[] => {
  const { 'filter[scope]': scope, 'filter[name]': words = '', sort } = query
  const matching = stored.filter(
    ({ status, name, project }) =>
      (scope === undefined || statusesOfScope[scope].includes(status)) &&
      `${name} ${project.name}`.toLowerCase().includes(words.toLowerCase()),
  )
  return sort === 'largest' ? matching.toSorted((a, b) => b.size - a.size) : matching
}

const outlineOf = ({ query }: contract.HandlerInput<typeof contract.getMediaOutline>) => {
  const { length: total } = found(query)
  const size = query['page[size]']
  const starts = Array.from({ length: Math.ceil(total / size) }, (_, at) => (at === 0 ? null : `${at * size}`))
  const count = (scope: ImageScope) => found({ 'filter[scope]': scope }).length
  const counts = { available: count('available'), processing: count('processing'), failed: count('failed') }
  return { data: { total, starts, counts } }
}

const addImage = (name: string, status: ImageStatus, changes: Partial<MediumItem> = {}): MediumItem => {
  const item: MediumItem = {
    id: idOf('c', stored.length),
    imageId: idOf('d', stored.length),
    name,
    size: 48.2 * 1024 ** 2,
    status,
    statusErrors: [],
    owner: portalUser('member').id,
    project: { id: projectId, name: 'Ki-67', role: 'editor' },
    created: '2026-11-20T10:00:00.000Z',
    ...changes,
  }
  stored.push(item)
  return item
}

beforeEach(() => {
  stored = []
  waiting = []
  used = files(21, 2 * gigabyte)
  toasts = []
  server = ContractServer.start()
    .on(contract.organisationStorage, () => ({ data: used }))
    .on(
      contract.findUsers,
      foundAmong(() => [portalUser('admin'), portalUser('member'), portalUser('guest')]),
    )
    .on(contract.organisationAdmin, () => ({ data: { id: portalUser('admin').id, email: 'mara@lab.example' } }))
    .on(contract.allUsersStorage, () =>
      page([
        { userId: portalUser('admin').id, ...files(1, 0.5 * gigabyte) },
        { userId: portalUser('member').id, ...files(20, 1.5 * gigabyte) },
      ]),
    )
    .on(contract.projectsStorage, () => page([{ projectId, projectName: 'Ki-67', ...files(20, 1.5 * gigabyte) }]))
    .on(contract.listMedia, ({ query }) => {
      const first = Number(query['page[after]'] ?? 0)
      return page(found(query).slice(first, first + query['page[size]']))
    })
    .on(contract.getMediaOutline, outlineOf)
    .on(contract.listWaitingMedia, () => ({ data: waiting }))
})
afterEach(() => server.close())

const open = (at = '/datastorage', as: PersonKind = 'member', limits = {}) =>
  renderPage(<DashboardPage />, { at, as, limits })
const tab = (name: RegExp) => screen.findByRole('tab', { name })
const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest('tr')
  if (!row) throw new Error(`${name} is in no row`)
  return within(row)
}

test('D3-2-01 shows storage and images against the limits, and who and what uses them', async () => {
  open('/datastorage', 'member', { storageLimit: 10, mediumLimit: 100 })
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Data Storage')
  expect(await screen.findByRole('figure', { name: 'Storage' })).toHaveTextContent('2.0 GBof 10.0 GB')
  expect(screen.getByRole('figure', { name: 'Images' })).toHaveTextContent('21of 100')
  const users = within(screen.getByRole('region', { name: 'Storage per user' }))
  expect((await users.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    'Jonas Weber1.5 GB20 images',
    'Mara Lindqvist512.0 MB1 image',
  ])
  const projects = within(screen.getByRole('region', { name: 'Storage per project' }))
  expect((await projects.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    'Ki-671.5 GB20 images',
    'Other people’s projects512.0 MB1 image',
  ])
  expect(projects.getByRole('link', { name: 'Ki-67' })).toHaveAttribute('href', `/projects/${projectId}`)
})

test('projects beyond the 250 largest are one row, so that the rows add up', async () => {
  const large = Array.from({ length: 250 }, (_, index) => ({
    projectId: `019aa000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    projectName: `Project ${index}`,
    ...files(1, 1024 ** 2),
  }))
  let asked: unknown
  server.on(contract.projectsStorage, ({ query }) => {
    asked = query['filter[largest]']
    return page(large)
  })
  used = files(300, 2 * gigabyte)
  open()
  const card = within(await screen.findByRole('region', { name: 'Storage per project' }))
  await userEvent.click(await card.findByRole('button', { name: /^Show all/ }))
  expect(card.getAllByRole('listitem').at(-1)).toHaveTextContent('Other projects1.8 GB50 images')
  expect(asked).toBe(250)
})

test('of many users the largest are shown first, and all on demand', async () => {
  const users = Array.from({ length: 7 }, (_, index) => ({
    userId: idOf('d', index),
    ...files(1, (index + 1) * gigabyte),
  }))
  server.on(contract.allUsersStorage, () => page(users))
  open()
  const card = within(await screen.findByRole('region', { name: 'Storage per user' }))
  const sizes = async () => (await card.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(await sizes()).toEqual(['–7.0 GB1 image', '–6.0 GB1 image', '–5.0 GB1 image', '–4.0 GB1 image'])
  await userEvent.click(card.getByRole('button', { name: 'Show all 7' }))
  expect(await sizes()).toHaveLength(7)
  await userEvent.click(card.getByRole('button', { name: 'Show fewer' }))
  expect(await sizes()).toHaveLength(4)
})

test('lists available images with project, owner and size, each leading to the viewer', async () => {
  const { imageId } = addImage('TMA-4_core-B08.svs', 'available')
  open()
  const row = await rowOf('TMA-4_core-B08.svs')
  expect(row.getByRole('link', { name: 'TMA-4_core-B08.svs' })).toHaveAttribute(
    'href',
    `/projects/${projectId}/viewer?image=${imageId}`,
  )
  expect(row.getByRole('link', { name: 'Ki-67' })).toHaveAttribute('href', `/projects/${projectId}`)
  expect(await row.findByText('Jonas Weber')).toBeInTheDocument()
  expect(row.getByText('48.2 MB')).toBeInTheDocument()
})

test('D3-2-13 the address chooses the list, and the tabs change the address', async () => {
  addImage('good.svs', 'available')
  addImage('new.svs', 'uploading')
  addImage('bad.czi', 'processingFailed', {
    statusErrors: ['This CZI uses JPEG-XR compression; export it as OME-TIFF.'],
  })
  const { location } = open('/datastorage?scope=failed')
  expect(await screen.findByText('This CZI uses JPEG-XR compression; export it as OME-TIFF.')).toBeInTheDocument()
  expect(screen.queryByText('good.svs')).not.toBeInTheDocument()
  expect(await tab(/^Failed/)).toHaveAttribute('aria-selected', 'true')
  expect((await screen.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual([
    'Available1',
    'Processing1',
    'Failed1',
  ])
  await userEvent.click(await tab(/^Processing/))
  expect(await screen.findByText('new.svs')).toBeInTheDocument()
  expect(screen.getByText('Uploading')).toBeInTheDocument()
  expect(location()).toBe('/datastorage?scope=processing')
})

test.each([
  ['uploadCancelled', 'The upload was cancelled. Upload the file again.'],
  ['uploadFailed', 'The upload failed. Upload the file again.'],
] as const)('an image in the state %s says so, and is uploaded again, not processed', async (status, reason) => {
  addImage('lost.tif', status)
  open('/datastorage?scope=failed')
  const row = await rowOf('lost.tif')
  expect(row.getByText(reason)).toBeInTheDocument()
  expect(row.queryByRole('button', { name: /^Process again/ })).not.toBeInTheDocument()
  expect(row.getByRole('link', { name: 'Upload again' })).toHaveAttribute(
    'href',
    `/datastorage/upload?project=${projectId}&return=%2Fdatastorage%3Fscope%3Dfailed`,
  )
})

test('the filter finds images by their names and their projects', async () => {
  addImage('a.svs', 'available')
  addImage('b.svs', 'available', { project: { id: projectId, name: 'Fibrosis', role: 'viewer' } })
  open()
  await screen.findByText('a.svs')
  await enterText(screen.getByLabelText('Filter images'), 'FIBRO')
  await waitFor(() => expect(screen.queryByText('a.svs')).not.toBeInTheDocument())
  expect(await screen.findByText('b.svs')).toBeInTheDocument()
  await enterText(screen.getByLabelText('Filter images'), 'nothing')
  expect(await screen.findByText('No images found.')).toBeInTheDocument()
})

test('D3-2-20 of many images only the shown page is asked for, sorted and filtered by the server', async () => {
  for (let index = 0; index < 260; index++) addImage(`image ${index}.tif`, 'available', { size: 1000 + index })
  open()
  await screen.findByText('image 0.tif')
  expect(await tab(/^Available/)).toHaveTextContent('Available260')
  const asked = () => server.calls.filter((call) => call === 'GET /api/v2/media').length
  expect(asked()).toBe(1)
  const table = within(screen.getByRole('table', { name: 'Available images' }))
  const first = () => table.getAllByRole('row')[1]?.textContent
  await userEvent.click(screen.getByRole('button', { name: /^Page (26|13|11|6)$/ }))
  expect(await screen.findByText('image 259.tif')).toBeInTheDocument()
  expect(asked()).toBe(2)
  await userEvent.click(table.getByRole('button', { name: /Size/ }))
  await userEvent.click(table.getByRole('button', { name: /Size/ }))
  await waitFor(() => expect(first()).toContain('image 259.tif'))
  expect(asked()).toBeLessThan(6)
})

test('D3-2-20 is sorted by name, project, owner, size or age, in both directions', async () => {
  const asked: (string | undefined)[] = []
  addImage('a.svs', 'available')
  server.on(contract.listMedia, ({ query }) => {
    asked.push(query.sort)
    return { data: found(query), links: { next: null } }
  })
  open()
  await screen.findByText('a.svs')
  const table = within(screen.getByRole('table', { name: 'Available images' }))
  for (const column of ['Name', 'Project', 'Owner', 'Size', 'Created']) {
    for (const _ of ['ascending', 'descending']) {
      const before = asked.length
      await userEvent.click(table.getByRole('button', { name: new RegExp(`^${column}`) }))
      await waitFor(() => expect(asked.length).toBeGreaterThan(before))
    }
  }
  const pairs = ['name', '-name', 'project', '-project', 'owner', '-owner', 'smallest', 'largest', 'oldest', 'newest']
  expect(asked).toEqual(['newest', ...pairs])
})

describe('a limit', () => {
  const near = 'More than 80 % of a limit is used:'
  it.each([
    ['80 of 100 images', files(80, 0), { mediumLimit: 100 }, null],
    ['81 of 100 images', files(81, 0), { mediumLimit: 100 }, `${near} 81 of 100 images.`],
    ['8.5 of 10 GB', files(1, 8.5 * gigabyte), { storageLimit: 10 }, `${near} 8.5 GB of 10.0 GB storage.`],
    [
      'both above 80 %',
      files(90, 9 * gigabyte),
      { mediumLimit: 100, storageLimit: 10 },
      `${near} 9.0 GB of 10.0 GB storage and 90 of 100 images.`,
    ],
    [
      '100 of 100 images',
      files(100, 0),
      { mediumLimit: 100 },
      'You cannot add new images. Your organization reached its image limits.',
    ],
    ['none', files(1_000_000, 1_000_000 * gigabyte), {}, null],
  ])('D3-9-13 D2-4-20 D1-9-26 at %s', async (_, use, limits, text) => {
    used = use
    open('/datastorage', 'admin', limits)
    await screen.findByRole('figure', { name: 'Images' })
    const link = screen.queryByRole('link', { name: 'Upgrade subscription' })
    expect(link?.parentElement?.textContent ?? null).toBe(text && `${text} Upgrade subscription`)
  })

  it('D3-1-10 D3-6-08 is raised by the administrator, whom others write to', async () => {
    used = files(81, 0)
    open('/datastorage', 'member', { mediumLimit: 100 })
    const link = await screen.findByRole('link', { name: 'Contact your administrator' })
    await waitFor(() => expect(link).toHaveAttribute('href', 'mailto:mara@lab.example'))
    expect(screen.queryByRole('link', { name: 'Upgrade subscription' })).not.toBeInTheDocument()
  })
})

describe('a failed image', () => {
  const statusErrors = ['The file is cut off: upload it again.']

  it('is processed again and leaves the list', async () => {
    const item = addImage('slide.czi', 'processingFailed', { statusErrors })
    server.on(contract.retryImage, ({ params }) => {
      expect(params.imageId).toBe(item.imageId)
      item.status = 'processing'
      return undefined
    })
    open('/datastorage?scope=failed')
    await userEvent.click(await screen.findByRole('button', { name: 'Process again slide.czi' }))
    expect(await screen.findByText('No failed images')).toBeInTheDocument()
    expect(await tab(/^Processing/)).toHaveTextContent('Processing1')
  })

  it.each([
    [true, ['Process again slide.czi', 'Delete slide.czi'], []],
    [false, ['Delete slide.czi'], ['Upload again']],
  ])('whose processing can succeed: %s', async (canProcessAgain, buttons, links) => {
    addImage('slide.czi', 'processingFailed', { statusErrors, canProcessAgain })
    open('/datastorage?scope=failed')
    const row = await rowOf('slide.czi')
    const names = (role: string) =>
      row.queryAllByRole(role).map((one) => one.getAttribute('aria-label') ?? one.textContent)
    expect(names('button')).toEqual(buttons)
    expect(names('link').filter((name) => name === 'Upload again')).toEqual(links)
  })

  it('stays when the server refuses, which is reported', async () => {
    addImage('slide.czi', 'processingFailed', { statusErrors })
    server.on(contract.retryImage, () => new Refusal('ERR_0409', 'It is being processed already.'))
    open('/datastorage?scope=failed')
    await userEvent.click(await screen.findByRole('button', { name: 'Process again slide.czi' }))
    await waitFor(() =>
      expect(toasts).toEqual([{ kind: 'error', title: 'Process again', detail: 'It is being processed already.' }]),
    )
    expect(screen.getByText('slide.czi')).toBeInTheDocument()
  })

  it('is deleted after a question that names what is lost', async () => {
    const item = addImage('slide.czi', 'processingFailed', { statusErrors })
    server.on(contract.deleteMedium, ({ params }) => {
      stored = stored.filter(({ id }) => id !== params.mediumId)
      return undefined
    })
    open('/datastorage?scope=failed')
    await userEvent.click(await screen.findByRole('button', { name: 'Delete slide.czi' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete image' }))
    expect(dialog.getByText(/“slide\.czi” and its stored file \(48\.2 MB\) are deleted/)).toBeInTheDocument()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(stored).toEqual([item])

    await userEvent.click(screen.getByRole('button', { name: 'Delete slide.czi' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('No failed images')).toBeInTheDocument()
    expect(server.calls.filter((call) => call.startsWith('DELETE'))).toEqual([`DELETE /api/v1/media/${item.id}`])
  })

  it.each(['viewer', 'annotator'] as const)('D2-6-10 cannot be changed by a project’s %s', async (role) => {
    addImage('slide.czi', 'processingFailed', { statusErrors, project: { id: projectId, name: 'Ki-67', role } })
    open('/datastorage?scope=failed')
    const row = await rowOf('slide.czi')
    expect(row.queryByRole('button')).not.toBeInTheDocument()
  })
})

test('D1-1-14 guests see and change nothing', async () => {
  addImage('slide.czi', 'processingFailed', { project: { id: projectId, name: 'Ki-67', role: 'viewer' } })
  open('/datastorage?scope=failed', 'guest')
  expect(await screen.findByText('slide.czi')).toBeInTheDocument()
  expect(screen.getByText('As a guest of this organization you cannot upload images.')).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Upload images' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /slide\.czi/ })).not.toBeInTheDocument()
})

test('where an image waits is told, and when it is probably done, where that is known', async () => {
  const [first, second] = [addImage('first.svs', 'uploadFinished'), addImage('second.svs', 'uploadFinished')]
  addImage('third.svs', 'processing')
  waiting = [
    { id: first.id, imageId: first.imageId, before: 4, seconds: { from: 130, to: 290 } },
    { id: second.id, imageId: second.imageId, before: 5, seconds: null },
  ]
  open('/datastorage?scope=processing')
  const statusOf = async (name: string) =>
    (await rowOf(name)).getAllByRole('cell').map(({ textContent }) => textContent)
  await waitFor(async () => expect(await statusOf('first.svs')).toContain('UploadedAfter 4 tasks, about 2–5 min'))
  expect(await statusOf('second.svs')).toContain('UploadedAfter 5 tasks')
  expect(await statusOf('third.svs')).toContain('Processing')
})

test('changes appear without a reload', async () => {
  const item = addImage('new.svs', 'processing')
  open()
  expect(await screen.findByText('No images yet')).toBeInTheDocument()
  item.status = 'available'
  used = files(22, 3 * gigabyte)
  act(() => bus.emit('server/changed', { type: 'image', id: item.imageId, project: projectId, status: 'available' }))
  expect(await screen.findByText('new.svs')).toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('figure', { name: 'Storage' })).toHaveTextContent('3.0 GB'))
})

test('many events at once cause one request', async () => {
  open()
  await screen.findByText('No images yet')
  const looks = () => server.calls.filter((call) => call === 'GET /api/v1/statistics/storage').length
  const before = looks()
  act(() => {
    for (let index = 0; index < 50; index++) {
      bus.emit('server/changed', { type: 'image', id: idOf('d', index), project: projectId, status: 'processing' })
    }
  })
  used = files(30, 4 * gigabyte)
  await waitFor(() => expect(screen.getByRole('figure', { name: 'Storage' })).toHaveTextContent('4.0 GB'))
  expect(looks()).toBe(before + 1)
})

test('without any image the next step is offered', async () => {
  open()
  expect(await screen.findByRole('link', { name: 'Upload images' })).toHaveAttribute('href', '/datastorage/upload')
})

test('a failed request is reported and can be repeated', async () => {
  server
    .on(contract.getMediaOutline, () => new Refusal('ERR_0500'))
    .on(contract.organisationStorage, () => new Refusal('ERR_0500'))
  open()
  expect(await screen.findByText('The images could not be retrieved')).toBeInTheDocument()
  expect(await screen.findByText('The storage usage could not be loaded')).toBeInTheDocument()
  addImage('found.svs', 'available')
  server.on(contract.getMediaOutline, outlineOf).on(contract.organisationStorage, () => ({ data: used }))
  for (const button of screen.getAllByRole('button', { name: 'Try again' })) await userEvent.click(button)
  expect(await screen.findByText('found.svs')).toBeInTheDocument()
  expect(await screen.findByRole('figure', { name: 'Storage' })).toBeInTheDocument()
})
