import { bus } from '@lamella/shared/events'
import { currentUserAtom, store } from '@lamella/shared/session'
import { answerLogIn } from '@lamella/shared/testing/answer-log-in.ts'
import { ContractServer } from '@lamella/shared/testing/contract-server.ts'
import { renderRemote } from '@lamella/shared/testing/render-remote.tsx'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { manifest } from '../../../manifest.ts'
import { routes } from '../../routes.tsx'

let server: ContractServer
beforeEach(() => {
  const token = { accessToken: 'a', expiresIn: 60, refreshToken: 'r', tokenType: 'Bearer', expiresAt: Date.now() + 1e6 }
  localStorage.setItem('authToken', JSON.stringify(token))
  server = answerLogIn(ContractServer.start())
})
afterEach(() => {
  jest.restoreAllMocks()
  server.close()
})

const open = async () => {
  const page = renderRemote({ manifest, routes }, { at: '/auth/logout', as: 'member' })
  await screen.findByRole('heading', { name: 'Goodbye' })
  return page
}
const picture = () => document.querySelector('img')?.getAttribute('src')

test('D1-2.1-21 D1-2.1-24 the user is logged out, here and on the server, and told so', async () => {
  await open()
  expect(screen.getByText('You have been logged out successfully.')).toBeInTheDocument()
  expect(localStorage.getItem('authToken')).toBeNull()
  expect(store.get(currentUserAtom)).toBeNull()
  await waitFor(() => expect(server.calls).toContain('POST /api/v1/oauth2/logout'))
})

test('what was typed into forms does not stay in the browser', async () => {
  sessionStorage.setItem('lamella.drafts', '{"ada /projects/new":{"name":"Ki-67"}}')
  await open()
  expect(sessionStorage.getItem('lamella.drafts')).toBeNull()
})

test('D1-2.1-22 notifications are cleared', async () => {
  let cleared = 0
  const subscription = bus.on('toast/clear').subscribe(() => cleared++)
  await open()
  await waitFor(() => expect(cleared).toBe(1))
  subscription.unsubscribe()
})

test('D1-2.1-23 the goodbye image is chosen at random', async () => {
  const shown = []
  for (const chance of [0, 0.5, 0.999]) {
    jest.spyOn(Math, 'random').mockReturnValue(chance)
    const page = await open()
    shown.push(picture())
    page.unmount()
  }
  expect(shown).toEqual(['goodbye-1.webp', 'goodbye-2.webp', 'goodbye-3.webp'])
})

test('D1-2.1-25 "Log in again" leads to login', async () => {
  const page = await open()
  await userEvent.click(screen.getByRole('link', { name: 'Log in again' }))
  await waitFor(() => expect(page.location()).toBe('/auth/login'))
})
