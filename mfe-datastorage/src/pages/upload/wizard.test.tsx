import * as contract from '@lamella/shared/contract'
import { bus, type Toast } from '@lamella/shared/events'
import { ContractServer } from '@lamella/shared/testing/contract-server.ts'
import { enterText } from '@lamella/shared/testing/enter-text.ts'
import { type PageOptions, portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { uploads } from '@lamella/shared/upload'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import UploadPage from './upload-page.tsx'

const idOf = (index: number) => `019aa000-0000-7000-8000-0000000000${index.toString(16).padStart(2, '0')}`

const projectOf = (index: number, changes: Partial<contract.Project> = {}): contract.Project => ({
  id: idOf(index),
  name: `Project ${index}`,
  description: `Stained sections ${index}`,
  owner: portalUser('member').id,
  created: '2026-01-01T00:00:00.000Z',
  modified: '2026-01-01T00:00:00.000Z',
  imageCount: 0,
  thumbnailUrl: null,
  contributors: [],
  statistics: { imageCount: 0, annotationCount: 0, jobCount: 0 },
  ...changes,
})

const contributor = (role: 'editor' | 'annotator' | 'viewer') => [
  { userId: portalUser('member').id, role, added: '2026-01-01T00:00:00.000Z' } as never,
]

let server: ContractServer
let projects: contract.Project[]
let used: { fileCount: number; size: number }
let toasts: Toast[] = []
const subscription = bus.on('toast/show').subscribe((toast) => toasts.push(toast))
afterAll(() => subscription.unsubscribe())

beforeEach(() => {
  projects = [projectOf(1), projectOf(2)]
  used = { fileCount: 0, size: 0 }
  toasts = []
  server = ContractServer.start()
    .on(contract.listProjects, () => ({ data: projects, links: { next: null } }))
    .on(contract.getProject, ({ params }) => ({
      data: projects.find(({ id }) => id === params.projectId) ?? projectOf(9),
    }))
    .on(contract.organisationStorage, () => ({
      data: { objectTypes: [{ type: 'ImageMedium' as const, ...used }], total: used },
    }))
    .on(contract.organisationAdmin, () => ({ data: { id: portalUser('admin').id, email: 'mara@lab.example' } }))
    .on(contract.uploadConfig, () => ({ data: { maxChunkSize: '8MB', maxUploadSize: '20GB' } }))
    .on(contract.createMedium, () => new Promise<never>(() => undefined))
})
afterEach(async () => {
  await act(() => uploads.cancelAll())
  act(() => bus.emit('session/ended', { reason: 'logout' }))
  sessionStorage.clear()
  server.close()
})

const open = (options: Partial<PageOptions> = {}) =>
  renderPage(<UploadPage />, { at: '/datastorage/upload', ...options })
const atStep2 = async (options: Partial<PageOptions> = {}) => {
  const page = open({ at: `/datastorage/upload?project=${idOf(1)}`, ...options })
  await screen.findByRole('button', { name: 'Change project' })
  return page
}
const summary = () => screen.getByRole('region', { name: 'Upload summary' })
const pick = async (kind: string, ...files: File[]) =>
  userEvent.upload(await screen.findByLabelText(`Files for ${kind}`), files, { applyAccept: false })
const file = (name: string, size = 10) => new File([new Uint8Array(size)], name)
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const gigabyte = 1024 ** 3

describe('step 1', () => {
  test('D3-2-24 D3-2-28 D3-2-29 D3-2-30 D3-2-32 D3-2-35 has its texts, columns and filter', async () => {
    open()
    await screen.findByRole('radio', { name: 'Project 1' })
    const steps = within(screen.getByRole('list', { name: 'Image upload' })).getAllByRole('listitem')
    expect(steps.map(({ textContent }) => textContent)).toEqual(['1Choose Project', '2Select Image Data', '3Upload'])
    expect(screen.getByText('Please select the project for which you want to upload images.')).toBeVisible()
    expect(screen.getByRole('note')).toHaveTextContent(
      'You can only upload images to projects in which you are Owner or Editor. Projects in which you are Annotator or Viewer are not shown.',
    )
    const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(headers.filter((title) => title && title !== 'Chosen')).toEqual(['Name', 'Description', 'Created'])
    expect(screen.getByPlaceholderText('Filter projects')).toBeVisible()
  })

  test('D3-6-02 D3-6-03 lists projects of owners and editors only', async () => {
    const owner = portalUser('admin').id
    projects = [
      projectOf(1),
      projectOf(2, { owner, contributors: contributor('editor') }),
      projectOf(3, { owner, contributors: contributor('annotator') }),
      projectOf(4, { owner, contributors: contributor('viewer') }),
    ]
    open()
    await screen.findByRole('radio', { name: 'Project 1' })
    expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'))).toEqual([
      'Project 1',
      'Project 2',
    ])
  })

  test('D3-2-34 D3-2-38 one project is chosen at a time, and then "Select images" leads on', async () => {
    open()
    await userEvent.click(await screen.findByRole('radio', { name: 'Project 1' }))
    await userEvent.click(screen.getByRole('radio', { name: 'Project 2' }))
    expect(screen.getAllByRole('radio', { checked: true })).toHaveLength(1)
    await press('Select images')
    expect(summary()).toHaveTextContent('Project 2')
  })

  test('D3-2-36 D3-2-37 the filter finds any field in any case', async () => {
    open()
    await screen.findByRole('radio', { name: 'Project 1' })
    expect(screen.queryByRole('button', { name: 'Select images' })).not.toBeInTheDocument()
    const field = screen.getByPlaceholderText('Filter projects')
    await enterText(field, 'SECTIONS 2')
    expect(screen.getAllByRole('radio')).toHaveLength(1)
    await enterText(field, 'x')
    expect(screen.getByText('No projects found.')).toBeVisible()
  })

  test('D3-2-40 D3-2-41 D3-2-42 without projects it leads to a new one, or reads the list again', async () => {
    projects = []
    open()
    expect(await screen.findByText('No Projects found.')).toBeVisible()
    expect(screen.getByText("You haven't created any projects yet.")).toBeVisible()
    expect(screen.getByRole('link', { name: 'Create project' })).toHaveAttribute('href', '/projects/new')
    projects = [projectOf(1)]
    await press('Try again')
    expect(await screen.findByRole('radio', { name: 'Project 1' })).toBeVisible()
  })
})

describe('a limit that is reached at load', () => {
  test.each([
    ['D3-4-33', 1, 1, 'image and storage limits'],
    ['D3-4-34', 1, 5, 'storage limits'],
    ['D3-4-35', 5, 1, 'image limits'],
  ])(
    'D3-2-44 D3-4-32 %s opens the dialog, and no project can be chosen',
    async (_, storageLimit, mediumLimit, words) => {
      used = { fileCount: 1, size: gigabyte }
      const { location } = open({ limits: { storageLimit, mediumLimit }, as: 'admin' })
      const dialog = within(await screen.findByRole('dialog'))
      expect(dialog.getByText(`You cannot add new images. Your organization reached its ${words}.`)).toBeVisible()
      expect(dialog.getByRole('link', { name: 'Upgrade subscription' })).toHaveAttribute(
        'href',
        '/settings/subscriptions',
      )
      await userEvent.click(dialog.getByRole('button', { name: 'Leave' }))
      expect(location()).toBe('/datastorage')
    },
  )

  test('D3-2-87 D3-2-88 others than admins are sent to the admin', async () => {
    used = { fileCount: 1, size: 0 }
    open({ limits: { mediumLimit: 1 } })
    const dialog = within(await screen.findByRole('dialog'))
    await waitFor(() =>
      expect(dialog.getByRole('link', { name: 'Contact your administrator' })).toHaveAttribute(
        'href',
        'mailto:mara@lab.example',
      ),
    )
    expect(dialog.queryByText('Upgrade subscription')).not.toBeInTheDocument()
  })

  test('D3-2-43 one free place is enough', async () => {
    used = { fileCount: 1, size: 0 }
    open({ limits: { mediumLimit: 2 } })
    await userEvent.click(await screen.findByRole('radio', { name: 'Project 1' }))
    expect(screen.getByRole('button', { name: 'Select images' })).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})

describe('step 2', () => {
  test('D3-2-45 D3-2-46 D3-2-48 D3-2-49 D3-2-50 D3-2-51 has the texts of its three pickers', async () => {
    await atStep2()
    expect(screen.getByRole('note')).toHaveTextContent(
      'Maximum upload size per file is 20 GB. Check the compatibility of file formats and image analysis applications in our guide.',
    )
    expect(screen.getByRole('link', { name: 'guide' })).toHaveAttribute('href')
    const words = 'Click to select files or drag and drop the files onto the compatible type'
    const zones = screen.getAllByRole('button', { name: new RegExp(words) }).map(({ textContent }) => textContent)
    expect(zones).toEqual([
      `2D Images${words}JP(E)G, PNG, BMP, single page/pyramid TIF(F), VMIC, GTIF, SVS, NDPI, SCN, STK, QPTIFF, CTL, CZI, OME-TIFF`,
      `Multichannel Images${words}multipage TIF(F), STK, CZI, QPTIFF, OME-TIFF`,
      `Time Series Images${words}multipage TIF(F), STK, CZI, OME-TIFF`,
    ])
  })

  test('D3-2-52 D3-2-53 D3-2-54 D3-2-55 D3-2-57 D3-2-59 the summary counts what is selected', async () => {
    await atStep2()
    expect(summary()).toHaveTextContent('No data is selected')
    await pick('2D Images', file('a.png', 1024))
    await pick('Multichannel Images', file('b.tif', 1024), file('c.tif', 1024))
    await pick('Time Series Images', file('d.tif'), file('e.tif'), file('f.tif', 1004))
    expect(summary()).toHaveTextContent(
      'Project 12D1 fileMultichannel2 filesTime series3 filesSelected size4.0 KBRemaining storageunlimitedRemaining filesunlimitedTotal upload size4.0 KB',
    )
  })

  test('D3-2-56 D3-2-61 D3-5-15 D3-5-16 D3-2-66 D3-2-73 D3-2-74 D3-2-76 files beyond the limit are warned of, and dropped only after a question', async () => {
    used = { fileCount: 3, size: 0 }
    await atStep2({ limits: { mediumLimit: 5 } })
    expect(screen.getByRole('button', { name: 'Start upload' })).toBeDisabled()
    await pick('2D Images', file('a.png'), file('b.png'), file('c.png'))
    expect(summary()).toHaveTextContent('Remaining files−1')
    expect(within(summary()).getByRole('alert')).toHaveTextContent('File limit exceeded, some files cannot be uploaded')
    const rows = screen.getAllByRole('row').slice(1)
    expect(rows.map((row) => row.textContent?.includes('Exceeds image file limit: will not be uploaded'))).toEqual([
      false,
      false,
      true,
    ])
    expect(screen.getAllByRole('img', { name: 'Warning', hidden: true })).toHaveLength(1)
    await press('Start upload')
    const dialog = within(await screen.findByRole('dialog', { name: 'Image quota exceeded' }))
    expect(dialog.getByText('1 file(s) will not be part of the upload.')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.getByText('Selected data (3 file(s))')).toBeVisible()
    expect(uploads.snapshot().items).toEqual([])
  })

  test('D3-2-75 D3-2-89 D3-4-02 "Continue" starts what remains', async () => {
    used = { fileCount: 4, size: 0 }
    await atStep2({ limits: { mediumLimit: 5 } })
    await pick('2D Images', file('a.png'), file('b.png'))
    await press('Start upload')
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(uploads.snapshot().items.map(({ name }) => name)).toEqual(['a.png']))
  })

  test('D3-2-60 D3-5-14 one byte beyond the storage is warned of', async () => {
    used = { fileCount: 0, size: gigabyte - 10 }
    await atStep2({ limits: { storageLimit: 1 } })
    await pick('2D Images', file('a.png', 11))
    expect(within(summary()).getByRole('alert')).toHaveTextContent(
      'Storage capacity exceeded, some files cannot be uploaded',
    )
    expect(screen.getByText('Exceeds storage limit: will not be uploaded')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Start upload' })).toBeDisabled()
  })

  test('D3-2-62 D3-2-63 D3-2-65 D3-2-69 D3-2-70 the list folds, and files can be removed', async () => {
    await atStep2()
    expect(screen.queryByText(/^Selected data/)).not.toBeInTheDocument()
    await pick('2D Images', file('a.png'), file('b.png'))
    const headers = within(screen.getByRole('table', { name: 'Selected data' })).getAllByRole('columnheader')
    expect(headers.map(({ textContent }) => textContent).filter(Boolean)).toEqual(['Name', 'Type', 'Size'])
    const bar = screen.getByRole('button', { name: /^Selected data/ })
    await userEvent.click(bar)
    expect(bar).toHaveAttribute('aria-expanded', 'false')
    await userEvent.click(bar)
    await press('Remove a.png')
    expect(screen.getByText('Selected data (1 file(s))')).toBeVisible()
    expect(summary()).toHaveTextContent('2D1 file')
  })

  test('D3-2-67 D3-2-68 D3-5-10 D3-5-11 D3-5-12 D3-5-13 a name is edited in its row', async () => {
    await atStep2()
    await pick('2D Images', file('a.png'))
    const edit = async (text: string) => {
      await press(/^Edit name of/)
      const field = screen.getByRole('textbox', { name: /^New name of/ })
      await userEvent.clear(field)
      await userEvent.type(field, text)
      return field
    }
    await edit('  Liver 7  {Enter}')
    expect(screen.getByTitle('Liver 7')).toBeVisible()
    await edit('Kidney')
    await press('Cancel renaming')
    expect(screen.getByTitle('Liver 7')).toBeVisible()
    const field = await edit('   {Enter}')
    expect(toasts).toEqual([{ kind: 'error', title: 'Edit File', detail: 'Name is required and must not be empty.' }])
    expect(field).toHaveAttribute('maxlength', '128')
    await userEvent.type(field, 'x{Enter}')
    expect(screen.getByTitle('x')).toBeVisible()
  })

  test('D3-5-08 a file beyond the maximum is refused with its name', async () => {
    server.on(contract.uploadConfig, () => ({ data: { maxChunkSize: '8MB', maxUploadSize: '1KB' } }))
    await atStep2()
    await pick('2D Images', file('a.png', 1024), file('b.png', 1025))
    expect(toasts.map(({ detail }) => detail)).toEqual(['Your selection was cancelled as b.png is larger than 1 KB.'])
    expect(screen.getByText('Selected data (1 file(s))')).toBeVisible()
  })
})

describe('step 3', () => {
  const start = async (...names: string[]) => {
    await atStep2()
    await pick('2D Images', ...names.map((name) => file(name)))
    await press('Start upload')
    await screen.findByRole('table', { name: 'Uploads' })
  }

  test('D3-2-72 D3-2-77 D3-2-78 D3-2-90 D3-2-92 D3-2-96 D3-2-97 D3-2-101 lists the uploads with their actions', async () => {
    await start('a.png', 'b.png', 'c.png')
    expect(screen.getByRole('link', { name: 'Project details' })).toHaveAttribute('href', `/projects/${idOf(1)}`)
    expect(screen.getByRole('link', { name: 'Image library' })).toHaveAttribute('href', `/projects/${idOf(1)}/library`)
    const table = within(screen.getByRole('table', { name: 'Uploads' }))
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'File name',
      'Size',
      'Speed',
      'ETA',
      'Progress',
      'Status',
      'Actions',
    ])
    for (const name of ['Pause all', 'Resume all', 'Cancel all'])
      expect(screen.getByRole('button', { name })).toBeVisible()
    const row = table.getByRole('row', { name: /c\.png/ })
    expect(within(row).getAllByText('-')).toHaveLength(2)
    expect(within(row).getAllByText('pending').length).toBeGreaterThan(0)
    expect(
      within(row)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label')),
    ).toEqual(['Cancel c.png'])
  })

  test('D3-2-105 D3-2-106 D3-2-107 D3-2-108 D3-2-109 D3-2-84 "Cancel all" asks, and then nothing can be paused', async () => {
    await start('a.png', 'b.png', 'c.png')
    await press('Cancel all')
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel image uploads' }))
    expect(dialog.getByText('Do you really want to cancel all remaining uploads?')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Continue uploading' }))
    expect(uploads.snapshot().items).toHaveLength(3)
    expect(screen.queryByRole('button', { name: 'Choose project' })).not.toBeInTheDocument()
    await press('Cancel all')
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel all' }))
    expect(await screen.findByText('Cancelled all remaining uploads')).toBeVisible()
    uploads.pauseAll()
    uploads.resumeAll()
    expect(uploads.snapshot().items).toEqual([])
    await press('Choose project')
    expect(screen.getByText('Please select the project for which you want to upload images.')).toBeVisible()
  })

  test('D3-2-79 D3-4-05 "New upload" goes back to the first step, without files', async () => {
    await start('a.png')
    await press('New upload')
    await userEvent.click(await screen.findByRole('radio', { name: 'Project 2' }))
    await press('Select images')
    expect(summary()).toHaveTextContent('No data is selected')
  })
})
