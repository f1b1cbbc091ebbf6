import { onFailure } from '@lamella/shared/api'
import * as contract from '@lamella/shared/contract'
import { bus, type Toast } from '@lamella/shared/events'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { enterText } from '@lamella/shared/testing/enter-text.ts'
import { encodeTiff } from '@lamella/shared/testing/pictures/tiff.ts'
import { portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import UploadPage from './upload-page.tsx'

test('D1-6-25 D3-2-86 a guest is told to write to the admin, and gets no wizard', async () => {
  const server = ContractServer.start()
    .on(contract.organisationAdmin, () => ({ data: { id: portalUser('admin').id, email: 'mara@lab.example' } }))
    .on(contract.organisationStorage, () => ({ data: { objectTypes: [], total: { fileCount: 0, size: 0 } } }))
    .on(contract.uploadConfig, () => ({ data: { maxChunkSize: '8MB', maxUploadSize: '20GB' } }))
  renderPage(<UploadPage />, { at: '/datastorage/upload', as: 'guest' })
  expect(screen.getByText('As a guest of this organization you cannot upload images.')).toBeVisible()
  await waitFor(() =>
    expect(screen.getByText('Contact Admin').closest('a')).toHaveAttribute('href', 'mailto:mara@lab.example'),
  )
  expect(screen.queryByText('Choose Project')).not.toBeInTheDocument()
  server.close()
})

describe('the wizard', () => {
  const project: contract.Project = {
    id: '019aa000-0000-7000-8000-0000000000b1',
    name: 'Ki-67',
    description: '',
    owner: portalUser('member').id,
    created: '2026-01-01T00:00:00.000Z',
    modified: '2026-01-01T00:00:00.000Z',
    imageCount: 0,
    thumbnailUrl: null,
    contributors: [],
    statistics: { imageCount: 0, annotationCount: 0, jobCount: 0 },
  }
  let server: ContractServer
  let redirects: (string | null)[]
  let stop: () => void
  beforeEach(() => {
    redirects = []
    stop = onFailure(({ redirect }) => redirects.push(redirect))
    server = ContractServer.start()
      .on(contract.listProjects, () => ({ data: [project], links: { next: null } }))
      .on(contract.getProject, ({ params }) =>
        params.projectId === project.id ? { data: project } : new Refusal('ERR_0404'),
      )
      .on(contract.organisationStorage, () => ({ data: { objectTypes: [], total: { fileCount: 0, size: 0 } } }))
      .on(contract.uploadConfig, () => ({ data: { maxChunkSize: '8MB', maxUploadSize: '20GB' } }))
      .on(contract.findSameContent, () => ({ data: { sizes: [], images: [] } }))
  })
  afterEach(() => {
    stop()
    server.close()
  })

  test('limits that cannot be read later on keep page and selection', async () => {
    renderPage(<UploadPage />, { at: `/datastorage/upload?project=${project.id}` })
    await screen.findByRole('button', { name: 'Change project' })
    server.on(contract.organisationStorage, () => new Refusal('ERR_0503'))
    // Returning to the tab refetches the figures.
    act(() => void window.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(redirects).toEqual([null]))
    expect(screen.getByRole('button', { name: 'Change project' })).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  describe('picked files', () => {
    const choose = async (...files: File[]) => {
      renderPage(<UploadPage />, { at: `/datastorage/upload?project=${project.id}` })
      // What a picker does not offer can be dropped.
      const zone = await screen.findByRole('button', { name: /^2D Images/ })
      await act(async () => void fireEvent.drop(zone, { dataTransfer: { files } }))
    }

    test('D3-5-03 D3-5-04 of another format or without content are skipped, and told by their names', async () => {
      const toasts: Toast[] = []
      const subscription = bus.on('toast/show').subscribe((toast) => toasts.push(toast))
      const gifs = Array.from({ length: 7 }, (_, index) => new File(['x'], `g${index}.gif`))
      await choose(new File(['x'], 'a.png'), new File([], 'nothing.tif'), ...gifs)
      expect(await screen.findByText('Selected data (1 file(s))')).toBeVisible()
      const sentence =
        'Files with invalid extension (gif) for the selected image data cannot be added to the upload list.'
      expect(toasts).toEqual([
        {
          kind: 'warning',
          title: 'Upload images',
          detail: `${sentence} Not added: g0.gif, g1.gif, g2.gif, g3.gif, g4.gif and 2 more`,
          sticky: true,
          key: 'invalid-extensions',
        },
        {
          kind: 'warning',
          title: 'Upload images',
          detail: 'Files without content (0 bytes) cannot be added to the upload list. Not added: nothing.tif',
        },
      ])
      subscription.unsubscribe()
    })

    test('are looked into: damage is told, and what fits another kind of data can be moved there', async () => {
      const pages = encodeTiff(
        Array.from({ length: 9 }, () => ({
          layout: { width: 4, height: 3, samples: 1, bits: 8, rowsPerStrip: 3, pixelSizeUm: 0.5 },
          strips: [new Uint8Array(12)],
        })),
      )
      const bytes = new Uint8Array(pages)
      await choose(new File([bytes], 'series.tif'), new File([bytes.slice(0, 40)], 'broken.tif'))
      const row = (name: string) => screen.getByTitle(name).closest('tr')
      await waitFor(() =>
        expect(row('broken.tif')).toHaveTextContent('The file ends too early: it seems to be damaged'),
      )
      await waitFor(() => expect(row('series.tif')).toHaveTextContent('TIFF, 4 × 3 px, 0.50 µm/px, 9 pages'))
      await userEvent.click(screen.getByRole('button', { name: 'Upload series.tif as Time series' }))
      expect(screen.getByRole('region', { name: 'Upload summary' })).toHaveTextContent(/2D1 file.*Time series1 file/)
      expect(screen.queryByRole('button', { name: /^Upload series.tif as/ })).not.toBeInTheDocument()
      // Told, not refused: the server decides what can be read.
      expect(screen.getByRole('button', { name: 'Start upload' })).toBeEnabled()
    })

    test('D3-2-47 of a dropped folder are taken with those of its subfolders, without files of the system', async () => {
      const fileEntry = (name: string) => ({
        isDirectory: false,
        name,
        file: (done: (file: File) => void) => done(new File(['x'], name)),
      })
      const folder = (name: string, children: { name: string }[]) => {
        const left = [...children]
        const createReader = () => ({ readEntries: (done: (entries: unknown[]) => void) => done(left.splice(0, 1)) })
        return { isDirectory: true, name, createReader }
      }
      const plate = folder('plate', [
        fileEntry('10.png'),
        fileEntry('.DS_Store'),
        folder('more', [fileEntry('2.png'), fileEntry('Thumbs.db')]),
      ])
      renderPage(<UploadPage />, { at: `/datastorage/upload?project=${project.id}` })
      const zone = await screen.findByRole('button', { name: /^2D Images/ })
      const item = { kind: 'file', getAsFile: () => new File([], 'plate'), webkitGetAsEntry: () => plate }
      await act(async () => void fireEvent.drop(zone, { dataTransfer: { items: [item], files: [] } }))
      expect(await screen.findByText('Selected data (2 file(s))')).toBeVisible()
      expect(screen.getAllByRole('row').map((row) => within(row).queryByTitle(/./)?.title)).toEqual([
        undefined,
        '2.png',
        '10.png',
      ])
    })

    afterEach(() => {
      act(() => bus.emit('session/ended', { reason: 'logout' }))
      sessionStorage.clear()
    })
    const openList = async () => {
      await userEvent.click(await screen.findByRole('button', { name: 'Select images' }))
    }
    const pick = async () =>
      userEvent.upload(await screen.findByLabelText('Files for 2D Images'), new File(['x'], 'a.png'))
    const rename = async ({ copies = 1 } = {}) => {
      renderPage(<UploadPage />, { at: `/datastorage/upload?project=${project.id}` })
      for (let copy = 0; copy < copies; copy += 1) await pick()
      const lastEdit = screen.getAllByRole('button', { name: 'Edit name of a.png' }).at(-1)
      if (lastEdit) await userEvent.click(lastEdit)
      const field = screen.getByRole('textbox', { name: 'New name of a.png' })
      await userEvent.clear(field)
      await enterText(field, 'Liver 7')
      await userEvent.click(screen.getByRole('button', { name: 'Save name' }))
    }
    const pickAndRename = async () => {
      await rename()
      await userEvent.click(screen.getByRole('button', { name: 'Change project' }))
    }

    test('D3-2-71 D3-4-03 are cleared by "Change project", with their names', async () => {
      await pickAndRename()
      await openList()
      expect(screen.getByText('No data is selected')).toBeVisible()
      await pick()
      expect(screen.getByText('a.png')).toBeVisible()
    })

    test('D3-2-85 D3-4-04 are cleared by stepping back', async () => {
      renderPage(<UploadPage />, { at: `/datastorage/upload?project=${project.id}` })
      await pick()
      await userEvent.click(screen.getByRole('button', { name: /^Choose Project/ }))
      expect(screen.getByText('Please select the project for which you want to upload images.')).toBeVisible()
      await openList()
      expect(screen.getByText('No data is selected')).toBeVisible()
    })

    test('that are the same file have names of their own, also when they are picked again after a log-in', async () => {
      const names = () => screen.getAllByRole('row').map((row) => within(row).queryByTitle(/./)?.title)
      await rename({ copies: 2 })
      expect(names()).toEqual([undefined, 'a.png', 'Liver 7'])
      act(() => bus.emit('session/ended', { reason: 'expired' }))
      expect(names()).toEqual([undefined, 'a.png', 'Liver 7'])
    })

    test('are gone after a log-out', async () => {
      await rename()
      act(() => bus.emit('session/ended', { reason: 'logout' }))
      expect(screen.getByText('No data is selected')).toBeVisible()
    })
  })

  describe('the preselected project', () => {
    let toasts: Toast[] = []
    const subscription = bus.on('toast/show').subscribe((toast) => toasts.push(toast))
    beforeEach(() => {
      toasts = []
    })
    afterAll(() => subscription.unsubscribe())
    const other = '019aa000-0000-7000-8000-0000000000b2'
    const open = (id: string, rest = '') =>
      renderPage(<UploadPage />, { at: `/datastorage/upload?project=${id}${rest}` })

    test('D3-2-05 D3-4-01 D3-7-57 is read alone, and the wizard goes on', async () => {
      open(project.id)
      expect(await screen.findByRole('button', { name: 'Change project' })).toBeVisible()
      expect(server.calls).toContain(`GET /api/v1/projects/${project.id}`)
      expect(screen.getByRole('region', { name: 'Upload summary' })).toHaveTextContent('Ki-67')
    })

    test('D3-8-31 that is unknown is told, and another one can be chosen', async () => {
      const { location } = open(other)
      await waitFor(() => expect(toasts).toHaveLength(1))
      expect(toasts[0]).toMatchObject({
        title: 'Image upload',
        detail: expect.stringMatching(/^Something went wrong opening the selected project \(.+\)\.$/),
      })
      expect(await screen.findByRole('radio', { name: 'Ki-67' })).toBeVisible()
      expect(location()).toBe(`/datastorage/upload?project=${other}`)
    })

    test('to which the user may not upload is told', async () => {
      server.on(contract.getProject, () => ({ data: { ...project, owner: portalUser('admin').id } }))
      open(project.id)
      await waitFor(() => expect(toasts).toHaveLength(1))
      expect(toasts[0]?.detail).toContain('projects in which you are Owner or Editor')
      expect(screen.queryByRole('button', { name: 'Change project' })).not.toBeInTheDocument()
    })

    test('D3-8-32 that cannot be asked for leads to /error', async () => {
      server.on(contract.getProject, () => Response.error())
      const { location } = open(project.id)
      await waitFor(() => expect(location()).toBe('/error'))
    })

    test('D3-2-06 "Back" leads to the page of the query "return", of this site only', async () => {
      const { location, unmount } = open(project.id, '&return=%2Fprojects')
      await userEvent.click(await screen.findByRole('link', { name: 'Back' }))
      expect(location()).toBe('/projects')
      unmount()
      open(project.id, '&return=https%3A%2F%2Fevil.example')
      await screen.findByRole('button', { name: 'Change project' })
      expect(screen.queryByRole('link', { name: 'Back' })).not.toBeInTheDocument()
    })

    test('D3-8-33 D3-8-35 a list of projects that fails without an error page is told, and can be read again', async () => {
      server.on(contract.listProjects, () => new Refusal('ERR_0400', 'The database is away.'))
      renderPage(<UploadPage />, { at: '/datastorage/upload' })
      await waitFor(() => expect(toasts).toHaveLength(1))
      expect(toasts[0]).toMatchObject({
        title: 'Projects list',
        detail: 'Something went wrong (The database is away.). Please try again.',
        sticky: true,
      })
      server.on(contract.listProjects, () => ({ data: [project], links: { next: null } }))
      await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
      expect(await screen.findByRole('radio', { name: 'Ki-67' })).toBeVisible()
    })
  })

  test('D3-8-34 a list of projects that cannot be asked for leads to /error and back', async () => {
    server.on(contract.listProjects, () => new Refusal('ERR_0503'))
    const { location } = renderPage(<UploadPage />, { at: '/datastorage/upload' })
    await waitFor(() => expect(location()).toBe('/error/503'))
    expect(localStorage.getItem('errorReturnUrl')).toBe('/datastorage/upload')
  })

  test.each<[string, string, contract.Endpoint, contract.ErrorCode]>([
    ['D1-8-19', '/error/503', contract.organisationStorage, 'ERR_0503'],
    ['D3-8-30', '/error', contract.organisationStorage, 'ERR_0409'],
    ['D1-8-19', '/error/503', contract.uploadConfig, 'ERR_0503'],
  ])('%s limits that cannot be read lead to %s and back', async (_, page, endpoint, code) => {
    server.on<contract.Endpoint>(endpoint, () => new Refusal(code))
    const { location } = renderPage(<UploadPage />, { at: '/datastorage/upload' })
    await waitFor(() => expect(location()).toBe(page))
    expect(localStorage.getItem('errorReturnUrl')).toBe('/datastorage/upload')
  })

  test('D1-8-22 limits that are refused otherwise are told on the page, which leads nowhere', async () => {
    server.on(contract.uploadConfig, () => new Refusal('ERR_0409'))
    const { location } = renderPage(<UploadPage />, { at: '/datastorage/upload' })
    expect(await screen.findByRole('alert')).toHaveTextContent('The limits of your organization could not be loaded')
    expect(location()).toBe('/datastorage/upload')
  })
})
