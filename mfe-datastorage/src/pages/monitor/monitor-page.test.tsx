import type { FileUpload } from '@lamella/shared/contract'
import * as contract from '@lamella/shared/contract'
import { bus, type Toast } from '@lamella/shared/events'
import { ContractServer, Refusal, WithHeaders } from '@lamella/shared/testing/contract-server.ts'
import { renderPage } from '@lamella/shared/testing/render-page.tsx'
import { uploads } from '@lamella/shared/upload'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import MonitorPage from './monitor-page.tsx'

const idOf = (index: number) => `019aa000-0000-7000-8000-${String(index).padStart(12, '0')}`
const projectId = idOf(999)
const megabyte = 1024 ** 2

let open: FileUpload[]
let server: ContractServer
let toasts: Toast[]
const subscription = bus.on('toast/show').subscribe((toast) => toasts.push(toast))
afterAll(() => subscription.unsubscribe())

const addUpload = (originalFilename: string, bytesWritten: number, size: number): FileUpload => {
  const index = 2 * open.length
  const upload: FileUpload = {
    id: idOf(index),
    bytesWritten,
    created: '2026-11-20T10:00:00.000Z',
    modified: '2026-11-20T10:00:00.000Z',
    mimeType: 'image/*',
    originalFilename,
    referenceId: idOf(index + 1),
    size,
    status: bytesWritten > 0 ? 'uploading' : 'pending',
    uploadSessionId: 'session',
  }
  open.push(upload)
  return upload
}

beforeEach(() => {
  open = []
  toasts = []
  server = ContractServer.start().on(contract.listUploads, () => ({ data: open, links: { next: null } }))
})
afterEach(async () => {
  await uploads.cancelAll()
  uploads.clear()
  server.close()
})

const render = () => renderPage(<MonitorPage />, { at: '/datastorage/monitor' })
const changed = () =>
  bus.emit('server/changed', { type: 'image', id: idOf(1), project: projectId, status: 'uploading' })

test('D3-2-10 without uploads the next step is offered', async () => {
  render()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Upload Monitor')
  expect(await screen.findByText('No uploads are running')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Upload images' })).toHaveAttribute('href', '/datastorage/upload')
})

test('D3-2-123 uploads of other sessions are listed with the bytes that have come, and kept current', async () => {
  const upload = addUpload('plate.ome.tif', 8 * megabyte, 48 * megabyte)
  render()
  const table = await screen.findByRole('table', { name: 'Uploads from other sessions' })
  expect(within(table).getByText('plate.ome.tif')).toBeInTheDocument()
  expect(within(table).getByText('8.0 MB of 48.0 MB')).toBeInTheDocument()
  upload.bytesWritten = 24 * megabyte
  act(changed)
  expect(await screen.findByText('24.0 MB of 48.0 MB')).toBeInTheDocument()
  expect(screen.getByRole('progressbar', { name: 'Progress of plate.ome.tif' })).toHaveAttribute('aria-valuenow', '50')
  open = []
  act(changed)
  expect(await screen.findByText('No uploads are running')).toBeInTheDocument()
})

describe('An upload of another session', () => {
  const askToCancel = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel plate.ome.tif' }))
    return within(await screen.findByRole('dialog', { name: 'Cancel upload' }))
  }

  it('D3-2-124 is cancelled after a question that names what is lost', async () => {
    const { id } = addUpload('plate.ome.tif', 8 * megabyte, 48 * megabyte)
    server.on(contract.cancelUpload, ({ params }) => {
      open = open.filter((upload) => upload.id !== params.uploadId)
      return undefined
    })
    render()
    const dialog = await askToCancel()
    expect(dialog.getByText(/What is stored of it so far \(8\.0 MB\) is deleted\./)).toBeInTheDocument()
    await userEvent.click(dialog.getByRole('button', { name: 'Keep uploading' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(open).toHaveLength(1)
    await userEvent.click((await askToCancel()).getByRole('button', { name: 'Cancel upload' }))
    expect(await screen.findByText('No uploads are running')).toBeInTheDocument()
    expect(server.calls.filter((call) => call.startsWith('DELETE'))).toEqual([`DELETE /api/v2/files/uploads/${id}`])
  })

  it('that finished in the meantime cannot be cancelled any more, which is reported', async () => {
    addUpload('plate.ome.tif', 8 * megabyte, 48 * megabyte)
    server.on(contract.cancelUpload, () => {
      open = []
      return new Refusal('ERR_2006')
    })
    render()
    await userEvent.click((await askToCancel()).getByRole('button', { name: 'Cancel upload' }))
    expect(await screen.findByText('No uploads are running')).toBeInTheDocument()
    expect(toasts).toEqual([
      { kind: 'error', title: 'Cancel upload', detail: 'This upload is already finished or was cancelled.' },
    ])
  })
})

test('D3-2-90 the uploads of this page are listed with their controls, and once only', async () => {
  const foreign = addUpload('foreign.tif', 1 * megabyte, 2 * megabyte)
  server
    .on(contract.createMedium, ({ body }) => {
      const { id, referenceId } = addUpload(body.data.originalFilename, 0, body.data.size)
      return new WithHeaders(
        { data: { id: referenceId, imageId: referenceId } },
        { [contract.uploadReferenceHeader]: id },
      )
    })
    .on(contract.openUploadSession, ({ headers }) => {
      const id = headers[contract.uploadReferenceHeader]
      return new WithHeaders(undefined, {
        location: `${contract.openUploadSession.path}/${id}`,
        [contract.uploadSessionHeader]: 'session',
      })
    })
    // The part is never answered, so the upload stays in progress.
    .on(contract.putPart, () => new Promise<undefined>(() => undefined))
    .on(contract.cancelUpload, () => undefined)
  render()
  await screen.findByText('foreign.tif')
  act(() =>
    uploads.add([{ file: new File(['abcd'], 'own.tif'), name: 'own.tif', fileType: 'TwoDimensions', projectId }]),
  )
  const own = await screen.findByRole('table', { name: 'Uploads' })
  expect(within(own).getByText('own.tif')).toBeInTheDocument()
  await waitFor(() => expect(server.calls.some((call) => call.startsWith('PUT'))).toBe(true))
  foreign.bytesWritten = 2 * megabyte
  act(changed)
  await screen.findByText('2.0 MB of 2.0 MB')
  const detached = within(screen.getByRole('table', { name: 'Uploads from other sessions' }))
  expect(detached.queryByText('own.tif')).not.toBeInTheDocument()

  await userEvent.click(screen.getByRole('button', { name: 'Cancel all' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel image uploads' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel all' }))
  expect(await screen.findByText('Cancelled all remaining uploads')).toBeInTheDocument()
})

test('a failed request is reported and can be repeated', async () => {
  server.on(contract.listUploads, () => new Refusal('ERR_0500'))
  render()
  expect(await screen.findByText('Uploads from other sessions could not be retrieved')).toBeInTheDocument()
  server.on(contract.listUploads, () => ({ data: open, links: { next: null } }))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No uploads are running')).toBeInTheDocument()
})
