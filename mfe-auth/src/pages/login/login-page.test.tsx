import * as contract from '@lamella/shared/contract'
import { type BusEvents, bus } from '@lamella/shared/events'
import {
  currentUserAtom,
  endNoticeAtom,
  expiredSubscriptionAtom,
  logout,
  readReturn,
  store,
} from '@lamella/shared/session'
import { answerLogIn } from '@lamella/shared/testing/answer-log-in.ts'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { enterText } from '@lamella/shared/testing/enter-text.ts'
import { portalUser } from '@lamella/shared/testing/render-page.tsx'
import { renderRemote } from '@lamella/shared/testing/render-remote.tsx'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { manifest } from '../../../manifest.ts'
import { routes } from '../../routes.tsx'

let server: ContractServer
let overlay: string[]
const processing = bus.on('processing/show').subscribe(({ text }: BusEvents['processing/show']) => overlay.push(text))
afterAll(() => processing.unsubscribe())

beforeEach(() => {
  overlay = []
  localStorage.clear()
  server = answerLogIn(ContractServer.start())
})
afterEach(async () => {
  jest.useRealTimers()
  await act(() => logout())
  store.set(expiredSubscriptionAtom, null)
  server.close()
})

const open = (at = '/auth/login', options = {}) =>
  renderRemote({ manifest, routes }, { at, as: 'nobody' as const, ...options })

const emailField = () => screen.findByRole('textbox', { name: 'Email' })
const passwordField = () => screen.getByLabelText('Password')
const button = () => screen.getByRole('button', { name: 'Log in' })
const fillIn = async () => {
  await enterText(await emailField(), 'jonas@lab.org')
  await enterText(passwordField(), 'Secret-1')
}
const logIn = async () => {
  await fillIn()
  await userEvent.click(button())
}
const storedToken = () => localStorage.getItem('authToken')

test('D1-2.1-14 D1-2.1-15 email, password and a button "Log in"', async () => {
  open()
  expect(await emailField()).toHaveAttribute('type', 'email')
  expect(passwordField()).toHaveAttribute('type', 'password')
  expect(button()).toHaveAttribute('type', 'submit')
})

test('D1-2.1-16 D1-2.1-17 links to password reset and sign-up', async () => {
  open()
  await emailField()
  expect(screen.getByRole('link', { name: 'Start free trial' })).toHaveAttribute('href', '/auth/signup')
  await userEvent.click(screen.getByRole('link', { name: 'Forgot your password?' }))
  expect(await screen.findByRole('heading', { name: 'Reset your password' })).toBeInTheDocument()
})

test('D1-2.1-18 no link to sign-up while it is disabled', async () => {
  open('/auth/login', { signupDisabled: true })
  await emailField()
  expect(screen.queryByRole('link', { name: 'Start free trial' })).not.toBeInTheDocument()
})

test('D1-4.1-01 D1-5-01 D1-5-05 the button is usable once email and password are given', async () => {
  open()
  await enterText(await emailField(), 'jonas@lab.org')
  expect(button()).toBeDisabled()
  await userEvent.type(passwordField(), 'x')
  expect(button()).toBeEnabled()
  await userEvent.clear(await emailField())
  expect(button()).toBeDisabled()
})

test('D1-5-18 the button is disabled while the email is invalid', async () => {
  open()
  await enterText(await emailField(), 'jonas@')
  await userEvent.type(passwordField(), 'x')
  expect(button()).toBeDisabled()
  await enterText(await emailField(), 'lab.org')
  expect(button()).toBeEnabled()
})

test('D1-4.1-02 D1-4.1-03 D1-5-19 while it is submitting: button disabled, processing overlay shown, then gone', async () => {
  let answer = (): void => undefined
  server.on(contract.whoAmI, async () => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return { data: portalUser('member') }
  })
  const page = open()
  await logIn()
  await waitFor(() => expect(server.calls).toContain('GET /api/v1/users/me'))
  expect(button()).toBeDisabled()
  expect(overlay).toEqual(['Logging in'])
  await act(async () => answer())
  await waitFor(() => expect(page.location()).toBe('/'))
  expect(overlay).toEqual(['Logging in', ''])
})

test.each([
  ['/auth/login', '/'],
  ['/auth/login?return=%2Fprojects%2F1', '/projects/1'],
  ['/auth/login?return=%2F%2Fevil.example', '/'],
])('D1-2.1-19 D1-4.1-07 a user who has agreed to everything goes from %s to %s', async (at, destination) => {
  const page = open(at)
  await logIn()
  await waitFor(() => expect(page.location()).toBe(destination))
  expect(storedToken()).toContain('access-token')
})

test.each([
  { agreementTerms: false, agreementPrivacy: true },
  { agreementTerms: true, agreementPrivacy: false },
])('D1-4.1-08 D1-2.1-35 with %j the updated agreements come first', async (agreements) => {
  answerLogIn(server, { ...portalUser('member'), ...agreements })
  const page = open('/auth/login?return=%2Fprojects')
  await logIn()
  expect(await screen.findByRole('heading', { name: 'Updated agreements' })).toBeInTheDocument()
  expect(page.location()).toBe('/auth/terms/confirm')
})

test('D1-2.1-20 a logged-in visitor is logged out first', async () => {
  const token = { accessToken: 'a', expiresIn: 60, refreshToken: 'r', tokenType: 'Bearer', expiresAt: Date.now() + 1e6 }
  localStorage.setItem('authToken', JSON.stringify(token))
  open('/auth/login', { as: 'member' })
  expect(await emailField()).toBeInTheDocument()
  await waitFor(() => expect(server.calls).toContain('POST /api/v1/oauth2/logout'))
  expect(storedToken()).toBeNull()
  expect(store.get(currentUserAtom)).toBeNull()
})

describe('why nobody is logged in', () => {
  afterEach(() => store.set(endNoticeAtom, null))

  test.each([
    ['expired', 'You were logged out because your session expired.'],
    ['logout-elsewhere', 'You logged out in another tab.'],
  ] as const)('(%s) is shown, and gone after a log-in', async (reason, text) => {
    store.set(endNoticeAtom, reason)
    const page = open('/auth/login?return=%2Fprojects')
    await emailField()
    expect(screen.getByRole('status')).toHaveTextContent(text)
    await logIn()
    await waitFor(() => expect(page.location()).toBe('/projects'))
    expect(store.get(endNoticeAtom)).toBeNull()
  })

  test('nothing is said of a log-out by the user', async () => {
    open()
    await emailField()
    expect(screen.getByRole('status')).toBeEmptyDOMElement()
  })
})

describe('an organisation without portal access', () => {
  const dialog = () => screen.findByRole('dialog', { name: 'Subscription expired' })
  const openDemo = 'https://company.example/demo'

  test('D1-4.1-05 D1-4.1-06 a dialog opens and the user does not proceed', async () => {
    answerLogIn(server, portalUser('member'), false)
    const page = open('/auth/login?return=%2Fprojects')
    await logIn()
    await userEvent.click(within(await dialog()).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(page.location()).toBe('/auth/login?return=%2Fprojects')
    expect(storedToken()).toBeNull()
    expect(store.get(currentUserAtom)).toBeNull()
  })

  test('D1-6-20 D1-6-21 its owner is asked to get in touch for unlimited features', async () => {
    answerLogIn(server, portalUser('admin'), false)
    open()
    await logIn()
    const shown = within(await dialog())
    expect(shown.getByText(/Get in touch with us for unlimited features\./)).toBeInTheDocument()
    expect(shown.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', openDemo)
    expect(shown.queryByRole('link', { name: 'Contact your admin' })).not.toBeInTheDocument()
  })

  test('D1-6-22 D1-6-23 others are sent to the admin of the organisation', async () => {
    answerLogIn(server, portalUser('member'), false)
    open()
    await logIn()
    const shown = within(await dialog())
    expect(shown.getByText(/Contact the admin of your organization\./)).toBeInTheDocument()
    expect(shown.getByRole('link', { name: 'Contact your admin' })).toHaveAttribute('href', 'mailto:mara@lab.example')
    expect(shown.queryByRole('link', { name: 'Contact us' })).not.toBeInTheDocument()
  })

  test('a user who was put out of a running session sees the reason once (contradiction 11)', async () => {
    store.set(expiredSubscriptionAtom, { isOwner: false, adminEmail: 'mara@lab.example' })
    open('/auth/login?return=%2Fprojects')
    expect(within(await dialog()).getByRole('link', { name: 'Contact your admin' })).toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(store.get(expiredSubscriptionAtom)).toBeNull()
  })
})

describe('failures', () => {
  const alert = () => screen.findByRole('alert')

  test('D1-8-01 the words of the server are shown as they are, and nothing that was typed is lost', async () => {
    server.on(contract.requestToken, () => new Refusal('ERR_0429', 'Too many attempts. Wait for a minute.'))
    const page = open()
    await logIn()
    expect(await alert()).toHaveTextContent(/^Too many attempts\. Wait for a minute\.$/)
    expect(page.location()).toBe('/auth/login')
    expect(await emailField()).toHaveValue('jonas@lab.org')
    expect(passwordField()).toHaveValue('Secret-1')
    expect(button()).toBeEnabled()
    expect(overlay).toEqual(['Logging in', ''])
  })

  test('D1-8-03 wrong email or password', async () => {
    server.on(contract.requestToken, () => new Refusal('ERR_1001'))
    open()
    await logIn()
    expect(await alert()).toHaveTextContent(/^Email address and\/or password do not match\. Please try again\.$/)
  })

  test('D1-8-02 the user fetch is refused: not activated, and not logged in', async () => {
    server.on(contract.whoAmI, () => new Refusal('ERR_0401', 'Error 401 of the user'))
    open()
    await logIn()
    expect(await alert()).toHaveTextContent(/^User not activated$/)
    expect(storedToken()).toBeNull()
  })

  test.each([
    ['token call without an answer', contract.requestToken, () => Response.error()],
    ['token call with the page of a proxy', contract.requestToken, () => new Response('Bad gateway', { status: 502 })],
    ['current user', contract.whoAmI, () => new Refusal('ERR_0500')],
    ['organisation', contract.aboutOrganisation, () => Response.error()],
  ])('D1-8-04 %s: to the error page, and back to the address that was typed', async (_, endpoint, answer) => {
    server.on<contract.Endpoint>(endpoint, answer)
    const page = open('/auth/login?return=%2Fprojects')
    await fillIn()
    jest.useFakeTimers()
    fireEvent.click(button())
    // After five retries (D1-7-09).
    await act(() => jest.advanceTimersByTimeAsync(20_000))
    jest.useRealTimers()
    expect(page.location()).toBe('/error')
    expect(readReturn()).toBe('/auth/login?return=%2Fprojects')
    expect(storedToken()).toBeNull()
    page.unmount()
    open(readReturn() ?? '')
    expect(await emailField()).toHaveValue('jonas@lab.org')
    expect(passwordField()).toHaveValue('')
  })
})
