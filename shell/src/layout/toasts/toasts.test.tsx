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
const messages = () => screen.getByRole('region', { name: 'Messages' })
const urgent = () => messages().querySelector('[aria-live="assertive"]')
const calm = () => within(messages()).getByRole('status')
const show = (key?: string) =>
  act(() => bus.emit('toast/show', { kind: 'error', title: 'Upload images', detail: 'Upload failed.', key }))

test('D1-2.6-55 D1-2.6-56 D1-2.6-57 a toast about limits has summary, detail and the way to upgrade', async () => {
  const { location } = await open()
  show('limits')
  const toast = within(messages())
  expect(toast.getByText('Upload images')).toBeVisible()
  expect(messages()).toHaveTextContent(
    /^Upload imagesUpload failed\. You can upgrade your subscription to raise your upload limits\.$/,
  )
  await userEvent.click(toast.getByRole('link'))
  expect(location()).toBe('/settings/subscriptions')
})

test('any other toast has no such line, and is closed by its button', async () => {
  await open()
  show('upload-limit')
  expect(messages()).toHaveTextContent(/^Upload imagesUpload failed\.$/)
  await userEvent.click(screen.getByRole('button', { name: 'Close message' }))
  expect(urgent()).toBeEmptyDOMElement()
})

test('both live regions are there before a toast comes into one of them, and are empty when it is gone', async () => {
  await open()
  const regions = [urgent(), calm()]
  const texts = () => regions.map((region) => region?.textContent)
  expect(texts()).toEqual(['', ''])
  act(() => bus.emit('toast/show', { kind: 'success', title: 'Saved', detail: 'All is well.', key: 'one' }))
  expect(texts()).toEqual(['', 'SavedAll is well.'])
  // A nested live role would make screen readers announce the toast twice.
  expect(calm().querySelector('[role], [aria-live]')).toBeNull()
  show('one')
  expect(texts()).toEqual(['Upload imagesUpload failed.', ''])
  act(() => bus.emit('toast/clear'))
  expect(texts()).toEqual(['', ''])
  expect([urgent(), calm()]).toEqual(regions)
})
