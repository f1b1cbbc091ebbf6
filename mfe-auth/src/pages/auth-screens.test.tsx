import * as contract from '@lamella/shared/contract'
import { logout } from '@lamella/shared/session'
import { answerLogIn } from '@lamella/shared/testing/answer-log-in.ts'
import { ContractServer } from '@lamella/shared/testing/contract-server.ts'
import { enterText } from '@lamella/shared/testing/enter-text.ts'
import { portalUser } from '@lamella/shared/testing/render-page.tsx'
import { renderRemote } from '@lamella/shared/testing/render-remote.tsx'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { manifest } from '../../manifest.ts'
import { routes } from '../routes.tsx'

let server: ContractServer
beforeEach(() => {
  localStorage.clear()
  server = answerLogIn(ContractServer.start())
    .on(contract.openInvitation, () => ({ data: { email: 'ada@lab.org', organizationName: 'Lab' } }))
    .on(contract.passwordReset, () => undefined)
    .on(contract.passwordConfirm, () => undefined)
    .on(contract.confirmTerms, () => undefined)
    .on(contract.confirmPrivacy, () => undefined)
    .on(contract.beginSecondFactor, () => ({ data: { secret: 'ABCD2345', uri: 'otpauth://totp/Lamella' } }))
})
afterEach(async () => {
  jest.useRealTimers()
  await act(() => logout())
  server.close()
})

const token = 'a-token-from-a-mail'
const screens = [
  ['/auth/signup', 'Start your free trial'],
  [`/auth/signup/confirm?token=${token}`, 'Finish your sign-up'],
  ['/auth/welcome', 'Welcome to Lamella'],
  ['/auth/login', 'Log in'],
  ['/auth/logout', 'Goodbye'],
  ['/auth/password/reset', 'Reset your password'],
  [`/auth/password/confirm?email=ada%40lab.org&token=${token}`, 'Set a new password'],
  ['/auth/terms/confirm', 'Updated agreements'],
  ['/auth/two-step', 'Set up two-step verification'],
  [`/auth/invitation/019aa000-0000-7000-8000-0000000000e1?token=${token}`, 'Join Lab'],
] as const

test.each(screens)('D1-2.1-41 %s carries the footer', async (at, title) => {
  const asked = ['/auth/terms/confirm', '/auth/two-step'].includes(at)
  renderRemote({ manifest, routes }, { at, as: asked ? 'member' : 'nobody', user: { secondFactorMissing: true } })
  expect(await screen.findByRole('heading', { name: title, level: 1 })).toBeInTheDocument()
  expect(screen.getByRole('contentinfo')).toHaveTextContent(/Contact.*Privacy Policy.*Terms of Service/)
})

test('the table above names every route of the auth area', () => {
  const listed = screens.map(([at]) => at.replace(/\?.*/, '').replace(/[0-9a-f-]{36}/, ':invitationId'))
  const own = manifest.routes.map(({ path }) => path).filter((path) => path.startsWith('/auth/'))
  expect([...listed].sort()).toEqual([...own].sort())
})

test.each([
  ['D1-2.1-42', 'Company', 'https://company.example/'],
  ['D1-2.1-43', 'Contact', 'mailto:support@company.example'],
  ['D1-2.1-44', 'Privacy Policy', 'https://company.example/privacy'],
  ['D1-2.1-45', 'Terms of Service', 'https://company.example/terms'],
])('%s the footer links "%s" to %s', async (_, name, href) => {
  renderRemote({ manifest, routes }, { at: '/auth/login', as: 'nobody' })
  const footer = within(await screen.findByRole('contentinfo'))
  expect(footer.getByRole('link', { name })).toHaveAttribute('href', href)
})

test('D1-2.1-46 the footer shows 2.108.0 and the build', async () => {
  renderRemote({ manifest, routes }, { at: '/auth/login', as: 'nobody' })
  expect(contract.productVersion).toBe('2.108.0')
  expect(within(await screen.findByRole('contentinfo')).getByText(/^2\.108\.0 \(shell 1\.0\.0\)$/)).toBeInTheDocument()
})

test('D1-1-09 password reset, login and updated agreements, one after the other, by an ordinary user', async () => {
  answerLogIn(server, { ...portalUser('member'), agreementTerms: false })
  const page = renderRemote({ manifest, routes }, { at: '/auth/login', as: 'nobody' })
  await userEvent.click(await screen.findByRole('link', { name: 'Forgot your password?' }))
  // The log-in page, with a field of the same name, stays until the next one is loaded.
  const sendLink = await screen.findByRole('button', { name: 'Send link' })
  await enterText(screen.getByLabelText('Email'), 'jonas@lab.org')
  await userEvent.click(sendLink)
  await screen.findByRole('heading', { name: 'Check your mailbox' })
  page.unmount()

  const mailed = `/auth/password/confirm?email=jonas%40lab.org&token=${token}`
  const again = renderRemote({ manifest, routes }, { at: mailed, as: 'nobody' })
  await enterText(await screen.findByLabelText('New password'), 'Secret-1')
  await enterText(screen.getByLabelText('Confirm password'), 'Secret-1')
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
  await userEvent.click(await screen.findByRole('link', { name: 'Continue to log in' }))

  const logIn = await screen.findByRole('button', { name: 'Log in' })
  await enterText(screen.getByLabelText('Email'), 'jonas@lab.org')
  await enterText(screen.getByLabelText('Password'), 'Secret-1')
  await userEvent.click(logIn)
  await screen.findByRole('heading', { name: 'Updated agreements' })

  answerLogIn(server)
  jest.useFakeTimers()
  fireEvent.click(screen.getByRole('button', { name: 'Accept and proceed' }))
  // The privacy policy is confirmed 1 s after the terms; then the page of thanks starts its countdown.
  await act(() => jest.advanceTimersByTimeAsync(1000))
  await act(() => jest.advanceTimersByTimeAsync(3100))
  jest.useRealTimers()
  await waitFor(() => expect(again.location()).toBe('/'))
})
