import { whoAmI } from '@lamella/shared/contract'
import { portalUser } from '@lamella/shared/testing/render-page.tsx'
import { screen } from '@testing-library/react'
import { closePortal, openPortal } from './open-portal.tsx'

afterEach(closePortal)

test('a new log-in in another tab while this one starts reloads the page', async () => {
  const reload = jest.fn()
  const { location } = await openPortal('/projects', {
    reload,
    answers: (server) =>
      server.on(whoAmI, () => {
        const token = localStorage.getItem('authToken') ?? ''
        localStorage.setItem('authToken', token.replace('a2', 'of somebody else'))
        window.dispatchEvent(new StorageEvent('storage', { key: 'authToken', oldValue: null, newValue: token }))
        return { data: portalUser('member') }
      }),
  })
  await screen.findByRole('heading', { name: 'Page login' })
  expect(reload).toHaveBeenCalledTimes(1)
  expect(location()).toContain('/auth/login')
})
