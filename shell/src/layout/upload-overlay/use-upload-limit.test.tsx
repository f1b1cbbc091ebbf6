import { organisationStorage } from '@lamella/shared/contract'
import { bus, type Toast } from '@lamella/shared/events'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { type PersonKind, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { act, waitFor } from '@testing-library/react'
import { useUploadLimit } from './use-upload-limit.ts'

const gigabyte = 1024 ** 3
let server: ContractServer
let toasts: Toast[]
const subscription = bus.on('toast/show').subscribe((toast) => toasts.push(toast))
afterAll(() => subscription.unsubscribe())

const store = (images: number, size: number) =>
  server.on(organisationStorage, () => ({
    data: {
      objectTypes: [{ type: 'ImageMedium' as const, fileCount: images, size }],
      total: { fileCount: images, size },
    },
  }))

beforeEach(() => {
  toasts = []
  server = ContractServer.start()
})
afterEach(() => server.close())

const Layout = () => {
  useUploadLimit()
  return null
}
const open = (as: PersonKind) =>
  renderPage(<Layout />, { at: '/projects', as, limits: { mediumLimit: 100, storageLimit: 10 } })

const hint = 'Please contact your administrator for more information.'

test.each([
  ['D3-8-20', 'ERR_5007', 100, 1, 'Upload failed. Your organization reached the maximum number of images.'],
  ['D3-8-21', 'ERR_5008', 40, 9 * gigabyte, 'Upload failed. Your organization reached the maximum storage.'],
  [
    'D3-8-19',
    'ERR_5007',
    100,
    10 * gigabyte,
    'Upload failed. Your organization reached the maximum storage and number of images.',
  ],
  [
    'D3-8-19',
    'ERR_5008',
    100,
    10 * gigabyte,
    'Upload failed. Your organization reached the maximum storage and number of images.',
  ],
] as const)('%s D3-8-22 D3-8-24 %s with %d images and %d bytes', async (_, code, images, bytes, message) => {
  store(images, bytes)
  const { location } = open('admin')
  act(() => bus.emit('upload/limit', { code }))
  await waitFor(() => expect(location()).toBe('/datastorage'))
  await waitFor(() => expect(toasts).toHaveLength(1))
  // D3-6-06: the toast with this key has the link to the subscriptions.
  expect(toasts).toEqual([{ kind: 'error', title: 'Upload images', detail: message, sticky: true, key: 'limits' }])
})

test('D3-6-05 D3-6-06 an admin is sent to nobody, by a sticky toast with a key of its own', async () => {
  store(100, 1)
  open('admin')
  act(() => bus.emit('upload/limit', { code: 'ERR_5007' }))
  await waitFor(() => expect(toasts).toHaveLength(1))
  expect(toasts[0]?.detail).not.toContain('contact')
  expect(toasts[0]).toMatchObject({ sticky: true, key: 'limits' })
})

test('D3-6-07 D3-8-23 others are told to contact their administrator, and are not offered to upgrade', async () => {
  store(100, 1)
  open('member')
  act(() => bus.emit('upload/limit', { code: 'ERR_5007' }))
  await waitFor(() => expect(toasts).toHaveLength(1))
  expect(toasts[0]).toMatchObject({
    detail: `Upload failed. Your organization reached the maximum number of images. ${hint}`,
    sticky: true,
    key: 'upload-limit',
  })
})

test('the known limit is told also when the use cannot be read', async () => {
  server.on(organisationStorage, () => new Refusal('ERR_0503'))
  open('admin')
  act(() => bus.emit('upload/limit', { code: 'ERR_5008' }))
  await waitFor(() => expect(toasts).toHaveLength(1))
  expect(toasts[0]?.detail).toBe('Upload failed. Your organization reached the maximum storage.')
})

test('after unmounting there is no redirect', () => {
  const { location, unmount } = open('admin')
  unmount()
  bus.emit('upload/limit', { code: 'ERR_5007' })
  expect(location()).toBe('/projects')
  expect(server.calls).toEqual([])
})
