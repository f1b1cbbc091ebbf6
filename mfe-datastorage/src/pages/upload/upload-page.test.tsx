import { onFailure } from '@lamella/shared/api'
import * as contract from '@lamella/shared/contract'
import { bus, type Toast } from '@lamella/shared/events'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { enterText } from '@lamella/shared/testing/enter-text.ts'
import { portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import UploadPage from './upload-page.tsx'

test('D1-6-25 a guest is told to write to the admin, and gets no wizard', async () => {
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
      .on(contract.organisationStorage, () => ({ data: { objectTypes: [], total: { fileCount: 0, size: 0 } } }))
      .on(contract.uploadConfig, () => ({ data: { maxChunkSize: '8MB', maxUploadSize: '20GB' } }))
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
      fireEvent.drop(zone, { dataTransfer: { files } })
    }

    test('D3-5-03 D3-5-04 of another format or without content are skipped, and told by their names', async () => {
      const toasts: Toast[] = []
      const subscription = bus.on('toast/show').subscribe((toast) => toasts.push(toast))
      const gifs = Array.from({ length: 7 }, (_, index) => new File(['x'], `g${index}.gif`))
      await choose(new File(['x'], 'a.png'), new File([], 'nothing.tif'), ...gifs)
      expect(await screen.findByText('Selected data (1 file(s))')).toBeVisible()
      expect(toasts).toEqual([
        {
          kind: 'warning',
          title: 'Upload images',
          detail: 'Files with invalid extension (gif) for the selected image data cannot be added to the upload list.',
        },
        {
          kind: 'warning',
          title: 'Upload images',
          detail: 'Files without content (0 bytes) cannot be added to the upload list.',
        },
      ])
      expect(screen.getAllByRole('note').map(({ textContent }) => textContent)).toEqual(
        expect.arrayContaining([
          'Not added, because their format is not one of 2D Images: g0.gif, g1.gif, g2.gif, g3.gif, g4.gif and 2 more',
          'Not added, because they are empty (0 bytes): nothing.tif',
        ]),
      )
      await pick()
      expect(screen.queryByText(/^Not added/)).not.toBeInTheDocument()
      subscription.unsubscribe()
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
    const pickAndRename = async ({ copies = 1 } = {}) => {
      renderPage(<UploadPage />, { at: `/datastorage/upload?project=${project.id}` })
      for (let copy = 0; copy < copies; copy += 1) await pick()
      const lastEdit = screen.getAllByRole('button', { name: 'Edit name of a.png' }).at(-1)
      if (lastEdit) await userEvent.click(lastEdit)
      const field = screen.getByRole('textbox', { name: 'New name of a.png' })
      await userEvent.clear(field)
      await enterText(field, 'Liver 7')
      await userEvent.click(screen.getByRole('button', { name: 'Save name' }))
      await userEvent.click(screen.getByRole('button', { name: 'Change project' }))
    }

    test('keep their names on the way to another project, also where the browser keeps nothing', async () => {
      await pickAndRename()
      sessionStorage.clear()
      await openList()
      expect(screen.getByText('Liver 7')).toBeVisible()
      expect(screen.queryByRole('textbox', { name: /^New name of/ })).not.toBeInTheDocument()
    })

    test('that are the same file have names of their own, also when they are picked again', async () => {
      const names = () => screen.getAllByRole('row').map((row) => within(row).queryByTitle(/./)?.title)
      await pickAndRename({ copies: 2 })
      await openList()
      expect(names()).toEqual([undefined, 'a.png', 'Liver 7'])
      await userEvent.click(screen.getByRole('button', { name: 'Change project' }))
      act(() => bus.emit('session/ended', { reason: 'logout' }))
      await openList()
      await pick()
      await pick()
      expect(names()).toEqual([undefined, 'a.png', 'Liver 7'])
    })

    test('are gone after a log-out', async () => {
      await pickAndRename()
      act(() => bus.emit('session/ended', { reason: 'logout' }))
      await openList()
      expect(screen.getByText('No data is selected')).toBeVisible()
    })
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
