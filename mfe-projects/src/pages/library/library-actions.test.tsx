import type { Image } from '@lamella/shared/contract'
import * as contract from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { outlineOfList, pageOfList } from '@lamella/shared/testing/long-list.ts'
import { type PersonKind, portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { sampleImage } from '@lamella/shared/testing/sample-image.ts'
import { foundAmong } from '@lamella/shared/testing/user-calls.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes, useLocation } from 'react-router-dom'
import { sampleView } from '../../../test/sample-view.ts'
import { serveLibrary } from '../../../test/serve-library.ts'
import LibraryPage from './library-page.tsx'

const projectId = '019aa000-0000-7000-8000-b00000000001'
const otherId = '019aa000-0000-7000-8000-b00000000002'
const idOf = (index: number) => `019aa000-0000-7000-8000-c${String(index).padStart(11, '0')}`
const now = '2026-11-20T12:00:00.000Z'
const owner = portalUser('member').id

const projectOf = (id: string, name: string, ownerId = owner) => ({
  id,
  name,
  description: '',
  owner: ownerId,
  created: now,
  modified: now,
  imageCount: 0,
  thumbnailUrl: null,
  contributors: [{ userId: owner, role: 'viewer' as const }],
  statistics: { imageCount: 0, annotationCount: 0, jobCount: 0 },
})

let stored: Image[]
let trash: Image[]
let server: ContractServer
let changes: string[]
beforeEach(() => {
  stored = Array.from({ length: 250 }, (_, index) =>
    sampleImage({
      id: idOf(index),
      project: projectId,
      name: `image ${index}.png`,
      thumbnailUrl: null,
      created: new Date(Date.UTC(2026, 10, 20, 12, 0, 250 - index)).toISOString(),
      tags: [],
    }),
  )
  trash = []
  changes = []
  const indexOf = (id: string) => Number(id.slice(-11))
  server = serveLibrary(ContractServer.start(), () => stored)
    .on(contract.getProject, () => ({ data: projectOf(projectId, 'Ki-67') }))
    .on(
      contract.findUsers,
      foundAmong(() => [portalUser('member')]),
    )
    .on(contract.getImage, ({ params }) => ({ data: stored.find(({ id }) => id === params.imageId) ?? sampleImage() }))
    .on(contract.trashImage, ({ params }) => {
      changes.push(`trash ${indexOf(params.imageId)}`)
      trash = [...trash, ...stored.filter(({ id }) => id === params.imageId)]
      stored = stored.filter(({ id }) => id !== params.imageId)
      return undefined
    })
    .on(contract.restoreImage, ({ params }) => {
      changes.push(`restore ${indexOf(params.imageId)}`)
      stored = [...stored, ...trash.filter(({ id }) => id === params.imageId)]
      trash = trash.filter(({ id }) => id !== params.imageId)
      return undefined
    })
})
afterEach(() => server.close())

const Handed = () => `Analysis of ${JSON.stringify(useLocation().state)}`
const open = async (query = '', as: PersonKind = 'member') => {
  const user = userEvent.setup()
  const opened = renderPage(
    <Routes>
      <Route path="/projects/:projectId/library" element={<LibraryPage />} />
      <Route path="/projects/:projectId/analysis" element={<Handed />} />
    </Routes>,
    { at: `/projects/${projectId}/library${query}`, as },
  )
  await screen.findByRole('button', { name: /^image 0/ })
  return { ...opened, user }
}
const tile = (index: number) => screen.getByRole('button', { name: new RegExp(`^image ${index}\\.`) })
const chosen = () =>
  screen
    .getAllByRole('button', { pressed: true })
    .map(({ textContent }) => Number(/image (\d+)\./.exec(textContent ?? '')?.[1]))
const bar = () => within(screen.getByRole('toolbar', { name: 'Selected images' }))

test('of a long list only what is in view is in the page and read from the server', async () => {
  await open()
  const shown = screen.getAllByRole('button', { name: /^image/ }).length
  expect(shown).toBeGreaterThan(10)
  expect(shown).toBeLessThan(80)
  expect(server.calls.filter((call) => call.endsWith('/images'))).toHaveLength(1)
})

describe.each(['grid', 'table'])('in the %s', (view) => {
  test('Ctrl adds and takes away, Shift chooses all between', async () => {
    const { user } = await open(`?view=${view}`)
    await user.click(tile(2))
    await user.keyboard('{Control>}')
    await user.click(tile(4))
    await user.click(tile(6))
    await user.click(tile(4))
    await user.keyboard('{/Control}')
    expect(chosen()).toEqual([2, 6])
    await user.keyboard('{Shift>}')
    await user.click(tile(8))
    await user.keyboard('{/Shift}')
    await waitFor(() => expect(chosen()).toEqual([4, 5, 6, 7, 8]))
    expect(screen.getByText('5 images selected', { selector: '[role=status]' })).toBeInTheDocument()
    await user.click(bar().getByRole('button', { name: 'Clear selection' }))
    expect(screen.queryByRole('toolbar', { name: 'Selected images' })).not.toBeInTheDocument()
  })

  test('the box of an image chooses it beside others', async () => {
    const { user } = await open(`?view=${view}`)
    for (const index of [1, 3]) await user.click(screen.getByRole('checkbox', { name: `Select image ${index}.png` }))
    expect(chosen()).toEqual([1, 3])
  })

  test('the keyboard alone: arrows, Shift with arrows, Space, Ctrl+A, Escape', async () => {
    const { user } = await open(`?view=${view}`)
    await user.click(tile(0))
    await user.keyboard('{ArrowDown}')
    const next = view === 'grid' ? 3 : 1
    await waitFor(() => expect(tile(next)).toHaveFocus())
    expect(chosen()).toEqual([next])
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
    await waitFor(() => expect(tile(2 * next)).toHaveFocus())
    await waitFor(() => expect(chosen()).toHaveLength(next + 1))
    await user.keyboard(' ')
    await waitFor(() => expect(chosen()).toHaveLength(next))
    await user.keyboard('{Control>}a{/Control}')
    expect(await screen.findByText('250 images selected', { selector: '[role=status]' })).toBeInTheDocument()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryAllByRole('button', { pressed: true })).toEqual([]))
  })
})

const chooseThree = async (user: ReturnType<typeof userEvent.setup>) => {
  for (const index of [0, 1, 2]) await user.click(screen.getByRole('checkbox', { name: `Select image ${index}.png` }))
}

test('D2-7-40 deleting 3 images sends 3 calls, and they are taken back for half a minute', async () => {
  const { user } = await open()
  await chooseThree(user)
  await user.click(bar().getByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete images' })
  expect(dialog).toHaveTextContent('3 images go to the trash of this project for 30 days')
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('3 images are in the trash.')).toBeVisible()
  expect(changes.toSorted()).toEqual(['trash 0', 'trash 1', 'trash 2'])
  await waitFor(() => expect(screen.queryByRole('button', { name: /^image 0/ })).not.toBeInTheDocument())
  changes = []
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(changes.toSorted()).toEqual(['restore 0', 'restore 1', 'restore 2']))
  expect(await screen.findByRole('button', { name: /^image 0/ })).toBeVisible()
  expect(screen.queryByText('3 images are in the trash.')).not.toBeInTheDocument()
})

test('while a page is read again, the deleted image goes and no other', async () => {
  stored = stored.slice(0, 3)
  const { user } = await open('?view=table')
  const answer = Promise.withResolvers<void>()
  server.on(contract.listImages, async () => {
    await answer.promise
    return { data: [...stored], links: { next: null } }
  })
  await user.click(tile(0))
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete image' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByRole('tab', { name: 'Available 2' })).toBeVisible()
  expect(tile(2)).toBeInTheDocument()
  answer.resolve()
  await waitFor(() => expect(screen.queryByRole('button', { name: /^image 0/ })).not.toBeInTheDocument())
  expect(tile(1)).toBeInTheDocument()
  expect(tile(2)).toBeInTheDocument()
})

test('an image that cannot be deleted stays, and the reason is said', async () => {
  const toasts: unknown[] = []
  const listening = bus.on('toast/show').subscribe((toast) => toasts.push(toast))
  const { user } = await open()
  server.on(contract.trashImage, () => new Refusal('ERR_0409', 'This image is being analysed.'))
  await user.click(tile(0))
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete image' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() =>
    expect(toasts).toMatchObject([{ title: 'Delete images', detail: 'This image is being analysed.' }]),
  )
  listening.unsubscribe()
  expect(screen.queryByText(/in the trash\./)).not.toBeInTheDocument()
})

test('an image that somebody else deletes is no longer chosen, and its details close', async () => {
  const { user } = await open()
  await user.click(tile(0))
  expect(await screen.findByRole('complementary', { name: 'Details of image 0.png' })).toBeVisible()
  await waitFor(() => expect(server.calls.filter((call) => call.endsWith(idOf(0)))).not.toHaveLength(0))
  server.on(contract.getImage, () => new Refusal('ERR_0404'))
  const [image = sampleImage()] = stored
  stored = stored.slice(1)
  bus.emit('server/changed', { type: 'image', id: image.id, project: projectId, status: 'available' })
  await waitFor(() => expect(screen.queryByRole('complementary', { name: /^Details of/ })).not.toBeInTheDocument())
  expect(screen.queryByRole('button', { pressed: true })).not.toBeInTheDocument()
  // And comes back from the trash.
  stored = [image, ...stored]
  server.on(contract.getImage, () => ({ data: image }))
  bus.emit('server/changed', { type: 'image', id: image.id, project: projectId, status: 'available' })
  await user.click(await screen.findByRole('button', { name: /^image 0\./ }))
  await waitFor(() => expect(server.calls.filter((call) => call.endsWith(image.id)).length).toBeGreaterThan(2))
  expect(screen.getByRole('complementary', { name: 'Details of image 0.png' })).toBeVisible()
})

test('several images are handed over to an analysis', async () => {
  const { user } = await open()
  await chooseThree(user)
  await user.click(bar().getByRole('button', { name: 'Analyse' }))
  expect(await screen.findByText(`Analysis of ${JSON.stringify({ images: [0, 1, 2].map(idOf) })}`)).toBeVisible()
})

test('images move to a project in which one is Owner or Editor', async () => {
  const { user } = await open()
  const foreign = projectOf('019aa000-0000-7000-8000-b00000000003', 'Foreign', portalUser('admin').id)
  const data = [projectOf(projectId, 'Ki-67'), projectOf(otherId, 'Target'), foreign]
  server.on(contract.listProjects, () => ({ data, links: { next: null } }))
  server.on(contract.moveImages, ({ body }) => {
    changes.push(`move ${body.data.images.length} to ${body.data.project}`)
    return undefined
  })
  await chooseThree(user)
  await user.click(bar().getByRole('button', { name: 'Move' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Move 3 images' }))
  await user.click(dialog.getByRole('combobox', { name: 'Project' }))
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Target'])
  await user.click(screen.getByRole('option', { name: 'Target' }))
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  await waitFor(() => expect(changes).toEqual([`move 3 to ${otherId}`]))
})

test('tags that all of the images have are shown, added and removed', async () => {
  stored = stored.map((image, index) => ({ ...image, tags: index === 0 ? ['good', 'old'] : ['old'] }))
  const { user } = await open()
  let sent: unknown
  server.on(contract.tagImages, ({ body }) => {
    sent = body.data
    return undefined
  })
  await chooseThree(user)
  await user.click(bar().getByRole('button', { name: 'Tags' }))
  const dialog = await screen.findByRole('dialog', { name: 'Tags of 3 images' })
  expect(dialog).toHaveTextContent('old')
  expect(dialog).not.toHaveTextContent('good')
  await user.type(within(dialog).getByRole('combobox', { name: 'Tags' }), '{Backspace}stained{Enter}')
  await user.click(within(dialog).getByRole('button', { name: 'Save tags' }))
  await waitFor(() => expect(sent).toEqual({ images: [0, 1, 2].map(idOf), add: ['stained'], remove: ['old'] }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await user.click(bar().getByRole('button', { name: 'Tags' }))
  const again = await screen.findByRole('dialog', { name: 'Tags of 3 images' })
  expect(again).toHaveTextContent('stained')
  expect(again).not.toHaveTextContent('old')
})

test('an image is renamed by the rules of names', async () => {
  const { user } = await open()
  server.on(contract.updateImage, ({ params, body }) => {
    stored = stored.map((image) => (image.id === params.imageId ? { ...image, name: body.data.name } : image))
    return undefined
  })
  await user.click(tile(0))
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename image' }))
  const field = dialog.getByRole('textbox', { name: 'Name' })
  await user.clear(field)
  expect(dialog.getByText('Name is a required field')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Rename' })).toBeDisabled()
  await user.type(field, ' better {Enter}')
  expect(await screen.findByRole('button', { name: /^better/ })).toBeVisible()
})

test('the pixel size of several images is set at once', async () => {
  const { user } = await open()
  server.on(contract.setPixelSizes, ({ params, body }) => {
    changes.push(`${params.projectId === projectId} ${JSON.stringify(body.data)}`)
    return undefined
  })
  await chooseThree(user)
  await user.click(bar().getByRole('button', { name: 'Pixel size' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Pixel size of 3 images' }))
  const field = dialog.getByRole('textbox', { name: 'Width of a pixel (µm)' })
  await user.clear(field)
  await user.type(field, '0.25{Enter}')
  const images = [0, 1, 2].map(idOf)
  await waitFor(() => expect(changes).toEqual([`true ${JSON.stringify({ images, um: { x: 0.25, y: 0.25 } })}`]))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('another Z plane is shown first, and what shows it is read again', async () => {
  const { user } = await open()
  let shown: contract.ZChoice = 1
  server
    .on(contract.getImageView, () => ({ data: sampleView({ zCount: 3, zShown: shown, hasMaximum: true }) }))
    .on(contract.setZPlane, ({ params, body }) => {
      changes.push(`${params.imageId === idOf(0)} ${body.data.z}`)
      shown = 'max'
      return undefined
    })
  await user.click(tile(0))
  await user.click(await screen.findByRole('combobox', { name: 'Z plane shown first' }))
  await user.click(await screen.findByRole('option', { name: 'Maximum of all planes' }))
  await waitFor(() => expect(changes).toEqual(['true max']))
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Z plane shown first' })).toHaveValue('Maximum of all planes'),
  )
})

describe('the trash', () => {
  const openTrashPage = () =>
    renderPage(
      <Routes>
        <Route path="/projects/:projectId/library" element={<LibraryPage />} />
      </Routes>,
      { at: `/projects/${projectId}/library?scope=trash` },
    )
  const openTrash = async () => {
    trash = stored.slice(0, 2).map((image) => ({ ...image, trashed: now }))
    server.on(contract.listTrash, () => ({
      data: trash.map((image) => ({ ...image, trashed: now })),
      links: { next: null },
    }))
    const user = userEvent.setup()
    openTrashPage()
    await screen.findByRole('table', { name: 'Trash' })
    return user
  }

  test('says how long images stay and that they count, and gives them back', async () => {
    const user = await openTrash()
    expect(screen.getByText(/stay here for 30 days .* They count as stored until then\./)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Restore image 1.png' }))
    await waitFor(() => expect(screen.queryByText('image 1.png')).not.toBeInTheDocument())
    expect(changes).toEqual(['restore 1'])
  })

  test('D3-7-21 of 600 images shows a page, sorted by the server, and says how many there are', async () => {
    const many = Array.from({ length: 600 }, (_, index) => ({
      ...sampleImage({ id: idOf(index), name: `gone ${index}.png`, project: projectId, thumbnailUrl: null }),
      trashed: now,
    }))
    const bySize = (sort: string | undefined) => (sort === 'size' ? many.toReversed() : many)
    const asked: (string | undefined)[] = []
    server
      .on(contract.getTrashOutline, ({ query }) => ({ data: outlineOfList(many, many.length, query) }))
      .on(contract.listTrash, ({ query }) => {
        asked.push(query.sort)
        return pageOfList(bySize(query.sort), query)
      })
    const user = userEvent.setup()
    openTrashPage()
    const table = await screen.findByRole('table', { name: 'Trash' })
    expect(await screen.findByText('600 total')).toBeVisible()
    expect(document.querySelectorAll('tbody tr').length).toBeLessThan(40)
    await user.click(within(table).getByRole('button', { name: /^Size/ }))
    await waitFor(() => expect(document.querySelector('tbody tr')).toHaveTextContent('gone 599.png'))
    expect(asked).toEqual(['-trashed', 'size'])
    await user.click(screen.getByRole('button', { name: 'Empty trash' }))
    expect(await screen.findByRole('dialog', { name: 'Empty trash' })).toHaveTextContent('600 images are deleted')
  })

  test('is emptied after a question', async () => {
    const user = await openTrash()
    server.on(contract.emptyTrash, () => {
      trash = []
      return undefined
    })
    await user.click(screen.getByRole('button', { name: 'Empty trash' }))
    const dialog = await screen.findByRole('dialog', { name: 'Empty trash' })
    expect(dialog).toHaveTextContent('2 images are deleted permanently, with their results and annotations.')
    await user.click(within(dialog).getByRole('button', { name: 'Empty trash' }))
    expect(await screen.findByText('The trash is empty')).toBeVisible()
  })
})

test('who may only look has neither actions that change images nor the trash', async () => {
  server.on(contract.getProject, () => ({ data: projectOf(projectId, 'Ki-67', portalUser('admin').id) }))
  const { user } = await open()
  await chooseThree(user)
  expect(
    bar()
      .getAllByRole('button')
      .map((button) => button.textContent || button.getAttribute('aria-label')),
  ).toEqual(['Download', 'Clear selection'])
  expect(screen.queryByRole('tab', { name: /Trash/ })).not.toBeInTheDocument()
})

test('conditions are in the address, and their number at the button', async () => {
  stored = stored.map((image, index) => ({ ...image, tags: index === 5 ? ['good'] : [] }))
  server.on(contract.listImageGroups, () => ({
    data: { tags: [{ name: 'good', count: 1 }], types: [], folders: [], owners: [] },
  }))
  const { user, location } = await open()
  await user.click(screen.getByRole('button', { name: 'Filters' }))
  await user.click(await screen.findByRole('combobox', { name: 'Tag' }))
  await user.click(await screen.findByRole('option', { name: 'good (1)' }))
  expect(location()).toContain('tag=good')
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^image/ })).toHaveLength(1))
  expect(screen.getByRole('button', { name: 'Filters, 1 set' })).toBeVisible()
})

test('who clears the filters by keyboard is at the first of them, and Escape leads back to their button', async () => {
  server.on(contract.listImageGroups, () => ({ data: { tags: [], types: [], folders: [], owners: [] } }))
  const { user, location } = await open('?type=TwoDimensions')
  await user.click(screen.getByRole('button', { name: 'Filters, 1 set' }))
  screen.getByRole('button', { name: 'Clear filters' }).focus()
  await user.keyboard('{Enter}')
  expect(location()).not.toContain('type=')
  expect(screen.getByRole('button', { name: 'Clear filters' })).toBeDisabled()
  expect(screen.getByRole('combobox', { name: 'Folder' })).toHaveFocus()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Clear filters' })).not.toBeInTheDocument())
  expect(screen.getByRole('button', { name: 'Filters' })).toHaveFocus()
})

/** Who, with which role, may change the images (`projectRights.edit`) and analyse them (`projectRights.analyse`). */
describe('D2-6-10 what is offered for several images', () => {
  const somebody = '019aa000-0000-7000-8000-0000000000ff'
  const changing = ['Tags', 'Pixel size', 'Move', 'Delete']
  test.each<[role: contract.ContributorRole | 'owner' | null, who: PersonKind, may: boolean]>([
    ['owner', 'member', true],
    ['editor', 'member', true],
    [null, 'admin', true],
    ['annotator', 'member', false],
    ['viewer', 'member', false],
    ['viewer', 'guest', false],
    ['editor', 'guest', false],
  ])('to the %s (%s)', async (role, who, may) => {
    const { id } = portalUser(who)
    const contributors = role === null || role === 'owner' ? [] : [{ userId: id, role }]
    const project = { ...projectOf(projectId, 'Ki-67', role === 'owner' ? id : somebody), contributors }
    server.on(contract.getProject, () => ({ data: project }))
    const { user } = await open('', who)
    for (const index of [1, 2]) await user.click(screen.getByRole('checkbox', { name: `Select image ${index}.png` }))
    const offered = bar()
      .getAllByRole('button')
      .map((button) => button.textContent || button.getAttribute('aria-label'))
    expect(offered).toEqual([...(may ? ['Analyse'] : []), 'Download', ...(may ? changing : []), 'Clear selection'])
    expect(screen.queryAllByRole('tab', { name: /^Trash/ })).toHaveLength(may ? 1 : 0)
    expect(screen.queryAllByRole('link', { name: 'Upload images' })).toHaveLength(may ? 1 : 0)
  })
})
