import { screen } from '@testing-library/react'
import { closePortal, openPortal } from './open-portal.tsx'

afterEach(closePortal)

test.each([
  ['/datastorage', 'Page dashboard'],
  ['/settings', 'Page settings'],
  ['/settings/subscriptions', 'Page subscriptions'],
  ['/ai-trainer', 'Page area'],
  ['/', /^Welcome, /],
])('D2-2-16 %s, to which the projects area refers, is a page', async (path, heading) => {
  const { location } = await openPortal(path, { as: 'admin' })
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible()
  expect(location()).toBe(path)
})
