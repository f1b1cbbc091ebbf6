import { bus } from '@lamella/shared/events'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { closePortal, openPortal } from '../../../test/open-portal.tsx'

afterEach(closePortal)

const open = async () => {
  const portal = await openPortal('/datastorage')
  await screen.findByRole('heading', { name: 'Page dashboard' })
  return portal
}
const show = (key?: string) =>
  act(() => bus.emit('toast/show', { kind: 'error', title: 'Upload images', detail: 'Upload failed.', key }))

test('D1-2.6-55 D1-2.6-56 D1-2.6-57 a toast about limits has summary, detail and the way to upgrade', async () => {
  const { location } = await open()
  show('limits')
  const toast = within(screen.getByRole('alert'))
  expect(toast.getByText('Upload images')).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Upload failed. You can upgrade your subscription to raise your upload limits.',
  )
  await userEvent.click(toast.getByRole('link'))
  expect(location()).toBe('/settings/subscriptions')
})

test('any other toast has no such line, and is closed by its button', async () => {
  await open()
  show('upload-limit')
  expect(screen.getByRole('alert')).toHaveTextContent(/^Upload imagesUpload failed\.$/)
  await userEvent.click(screen.getByRole('button', { name: 'Close message' }))
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})
