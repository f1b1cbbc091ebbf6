import { call } from '@lamella/shared/api'
import { requestToken, whoAmI } from '@lamella/shared/contract'
import { Refusal } from '@lamella/shared/testing/contract-server.ts'
import { act, screen } from '@testing-library/react'
import { closePortal, openPortal } from './open-portal.tsx'

afterEach(closePortal)

const page = (id: string) => screen.findByRole('heading', { name: `Page ${id}` })

test('D1-4.2-03 D1-8-08 a refused refresh logs out and leads to the log-in page, which leads back', async () => {
  const { server, location } = await openPortal('/projects?a=1#b')
  await page('projects')
  server.on(whoAmI, () => new Refusal('ERR_1002')).on(requestToken, () => new Refusal('ERR_1002'))
  await act(() => call(whoAmI, {}).catch(() => undefined))
  await page('login')
  expect(location()).toBe(`/auth/login?return=${encodeURIComponent('/projects?a=1#b')}`)
  expect(localStorage.getItem('authToken')).toBeNull()
})

test('D1-4.2-04 a stored token without an access token leads to the log-in page', async () => {
  localStorage.setItem('authToken', '{"refreshToken":"r","expiresIn":3600,"tokenType":"Bearer","expiresAt":1}')
  const { location } = await openPortal('/projects#b', { as: null })
  await page('login')
  expect(location()).toBe('/auth/login?return=%2Fprojects%23b')
  expect(localStorage.getItem('authToken')).toBeNull()
})
