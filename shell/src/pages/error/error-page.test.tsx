import * as contract from '@lamella/shared/contract'
import { forgetReturn, readReturn, rememberReturn, sessionStateAtom, store } from '@lamella/shared/session'
import { ContractServer } from '@lamella/shared/testing/contract-server.ts'
import { renderPage } from '@lamella/shared/testing/render-page.tsx'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Navigate, Route, Routes } from 'react-router-dom'
import { ErrorPage } from './error-page.tsx'

let server: ContractServer
beforeEach(() => {
  server = ContractServer.start().on(contract.logout, () => undefined)
  localStorage.clear()
  store.set(sessionStateAtom, 'active')
})
afterEach(() => server.close())

const open = (at: string) =>
  renderPage(
    <Routes>
      <Route path="/error" element={<ErrorPage />} />
      <Route path="/error/:id" element={<ErrorPage />} />
      <Route path="*" element={<h1>Another page</h1>} />
    </Routes>,
    { at },
  )
const storeToken = (): void =>
  localStorage.setItem(
    'authToken',
    JSON.stringify({
      accessToken: 'a',
      expiresIn: 3600,
      refreshToken: 'r',
      tokenType: 'Bearer',
      expiresAt: Date.now() + 3_600_000,
    }),
  )
const title = () => screen.getByRole('heading', { level: 1 }).textContent
const text = () => document.body.textContent

const home = 'Return to home'
const unavailable = 'The platform is temporarily unavailable.'
const other = ['heavy load', 'try again in a few minutes']
const denied =
  'Oops! You do not have the permissions to access this resource. Please get in touch with your system administrator.'

test.each([
  ['D1-2.5-02', '/401', 'UNAUTHORIZED', 'Oops! You are not authenticated, please sign in again.', 'Sign in'],
  ['D1-2.5-05 D1-2.5-06', '/403', 'PERMISSION DENIED', denied, home],
  [
    'D1-2.5-07 D1-2.5-08',
    '/404',
    'NOT FOUND',
    'Oops! We are very sorry, but the requested resource could not be found.',
    home,
  ],
  [
    'D1-2.5-09 D1-2.5-10',
    '/504',
    'SERVICE TIMEOUT',
    ['too busy', 'try again later', 'contact the administrator'],
    home,
  ],
  ['D1-2.5-11 D1-2.5-13', '/410', 'SERVICE UNAVAILABLE', unavailable, home],
  ['D1-2.5-12 D1-2.5-13', '/503', 'SERVICE UNAVAILABLE', unavailable, home],
  [
    'D1-2.5-14 D1-2.5-15',
    '/noAgreementOrTerms',
    'Sorry, login was not successful',
    ['have not agreed to the Terms of Service and/or the Privacy Policy', 'contact support'],
    'Return to log in',
  ],
  ['D1-2.5-18 D1-2.5-19 D1-2.5-01', '', 'Sorry, something went wrong', other, home],
  ['D1-2.5-18 D1-2.5-19 D1-2.5-01', '/anything', 'Sorry, something went wrong', other, home],
  ['D1-2.5-01', '/toString', 'Sorry, something went wrong', other, home],
])('%s /error%s says "%s"', (_, id, expected, words, label) => {
  open(`/error${id}`)
  expect(title()).toBe(expected)
  if (typeof words === 'string') expect(screen.getByText(words)).toBeVisible()
  else for (const part of words) expect(text()).toContain(part)
  expect(screen.getByRole('link', { name: label })).toBeVisible()
})

test.each([
  ['D1-2.5-20', '/error/404', home, '/'],
  ['D1-2.5-20', '/error', home, '/'],
  ['D1-2.5-04', '/error/401', 'Sign in', '/auth/login'],
  ['D1-2.5-17', '/error/noAgreementOrTerms', 'Return to log in', '/auth/login'],
])('%s the button of %s, "%s", goes to %s', async (_, at, label, path) => {
  const { location } = open(at)
  await userEvent.click(screen.getByRole('link', { name: label }))
  expect(location()).toBe(path)
})

test.each([
  ['D1-2.5-03', '/error/401', true],
  ['D1-2.5-16', '/error/noAgreementOrTerms', true],
  ['D1-2.5-01', '/error/403', false],
  ['D1-2.5-01', '/error/503', false],
])('%s a user who opens %s is logged out: %s', async (_, at, loggedOut) => {
  storeToken()
  open(at)
  if (loggedOut) await waitFor(() => expect(server.calls).toEqual(['POST /api/v1/oauth2/logout']))
  expect(localStorage.getItem('authToken') === null).toBe(loggedOut)
  expect(store.get(sessionStateAtom)).toBe(loggedOut ? 'anonymous' : 'active')
})

describe('the last line', () => {
  const line = 'If the error persists, please contact us'

  test.each(['/401', '/403', '/404', '/504', '/410', '/503', '', '/xyz'])(
    'D1-2.5-23 of /error%s asks to contact us, by mail to the support',
    (id) => {
      open(`/error${id}`)
      expect(text()).toContain(line)
      expect(screen.getByRole('link', { name: 'contact us' })).toHaveAttribute('href', 'mailto:support@company.example')
    },
  )

  test('D1-2.5-24 of /error/noAgreementOrTerms does not', () => {
    open('/error/noAgreementOrTerms')
    expect(text()).not.toContain('If the error persists')
    expect(screen.queryByRole('link', { name: 'contact us' })).not.toBeInTheDocument()
  })
})

describe('the way back', () => {
  const back = () => screen.queryByRole('link', { name: 'Go back and try again' })

  test('D1-2.5-21 D1-8-29 leads to the stored address, and is forgotten then', async () => {
    localStorage.setItem('errorReturnUrl', '/projects?a=1')
    const { location } = open('/error/503')
    const link = back()
    if (!link) throw new Error('There is no way back')
    await userEvent.click(link)
    expect(location()).toBe('/projects?a=1')
    expect(localStorage.getItem('errorReturnUrl')).toBeNull()
  })

  test('D1-2.5-22 is not offered when no address is stored', () => {
    open('/error/503')
    expect(back()).not.toBeInTheDocument()
  })

  test.each(['https://evil.example/', '//evil.example', 'javascript:alert(1)', '/\\evil.example', '/.//evil.example'])(
    'D1-2.5-22 never leads to another site: %s',
    (address) => {
      localStorage.setItem('errorReturnUrl', address)
      open('/error/503')
      expect(back()).not.toBeInTheDocument()
    },
  )

  test('is forgotten when the page is left otherwise', async () => {
    rememberReturn('/projects')
    open('/error/503').unmount()
    expect(readReturn()).toBeNull()
  })

  test('reloads the portal when a token is kept but no user could be loaded', () => {
    store.set(sessionStateAtom, 'anonymous')
    storeToken()
    rememberReturn('/projects')
    open('/error/503')
    const followed = jest.fn((event: MouseEvent) => {
      const byRouter = event.defaultPrevented
      event.preventDefault()
      return byRouter
    })
    window.addEventListener('click', followed)
    back()?.click()
    window.removeEventListener('click', followed)
    expect(followed.mock.results).toEqual([{ type: 'return', value: false }])
  })
})

test('D1-3-30 the address is kept under errorReturnUrl, and not one of an error page', () => {
  rememberReturn('/projects?a=1')
  rememberReturn('/error/404')
  expect(localStorage.getItem('errorReturnUrl')).toBe('/projects?a=1')
  forgetReturn()
  expect(readReturn()).toBeNull()
})

test.each([
  [
    'without an answer',
    null,
    'The server did not give a usable answer. Please check your network connection, and try again.',
  ],
  [
    'with a fault of the server',
    500,
    'The server has made an error. Please try again; nothing that was saved is lost.',
  ],
  ['with a refusal', 418, 'The server has refused to answer this. Please try again.'],
  ['under load', 429, 'The platform is under heavy load. Please try again in a few minutes.'],
  [
    'of a proxy whose server does not keep up',
    502,
    'The platform is under heavy load. Please try again in a few minutes.',
  ],
])('a call that has failed %s is told as what it is', async (_, status, message) => {
  const Failed = () => <Navigate to="/error" replace state={{ status }} />
  renderPage(
    <Routes>
      <Route path="/error" element={<ErrorPage />} />
      <Route path="*" element={<Failed />} />
    </Routes>,
    { at: '/' },
  )
  expect(await screen.findByText(message)).toBeVisible()
  expect(title()).toBe('Sorry, something went wrong')
})
