import * as contract from '@lamella/shared/contract'
import { readReturn } from '@lamella/shared/session'
import { ContractServer } from '@lamella/shared/testing/contract-server.ts'
import { enterText } from '@lamella/shared/testing/enter-text.ts'
import { renderRemote } from '@lamella/shared/testing/render-remote.tsx'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { manifest } from '../../../manifest.ts'
import { routes } from '../../routes.tsx'

let server: ContractServer
/** Bodies of the sign-up calls. */
let sent: unknown[]

beforeEach(() => {
  sent = []
  server = ContractServer.start().on(contract.signup, ({ body }) => {
    sent.push(body.data)
    return undefined
  })
})
afterEach(() => server.close())

const open = () => renderRemote({ manifest, routes }, { at: '/auth/signup', as: 'nobody' })
const emailField = () => screen.findByRole('textbox', { name: 'Business email' })
const checkbox = () => screen.getByRole('checkbox')
const button = () => screen.getByRole('button', { name: 'Start free trial' })
const notAgreed = 'Please agree to our Privacy Policy and Terms of Service'

const signUp = async () => {
  await enterText(await emailField(), 'jonas@lab.org')
  await userEvent.click(checkbox())
  await userEvent.click(button())
}

test('D1-2.1-01 D1-2.1-02 D1-2.1-05 the start-free-trial screen with business email and button', async () => {
  open()
  expect(await emailField()).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'Start your free trial' })).toBeInTheDocument()
  expect(button()).toHaveAttribute('type', 'submit')
})

test('D1-2.1-03 D1-2.1-04 one checkbox for both documents, each an external link', async () => {
  open()
  await emailField()
  expect(screen.getAllByRole('checkbox')).toHaveLength(1)
  expect(checkbox()).toHaveAccessibleName('I agree to the Privacy Policy and the Terms of Service')
  const label = within(screen.getByText(/I agree to the/))
  for (const [name, href] of [
    ['Privacy Policy', 'https://company.example/privacy'],
    ['Terms of Service', 'https://company.example/terms'],
  ]) {
    expect(label.getByRole('link', { name })).toHaveAttribute('href', href)
    expect(label.getByRole('link', { name })).toHaveAttribute('target', '_blank')
  }
})

test('D1-2.1-06 D1-2.1-09 D1-2.1-10 links to a demo, to login and to password reset', async () => {
  open()
  await emailField()
  const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(target('Want to see how it works')).toBe('https://company.example/demo')
  expect(target('Log in')).toBe('/auth/login')
  expect(target('Forgot your password?')).toBe('/auth/password/reset')
})

test('D1-5-06 D1-5-18 the button needs the tick also where the box was never touched', async () => {
  open()
  await enterText(await emailField(), 'jonas@lab.org')
  expect(button()).toBeDisabled()
})

test('D1-5-01 D1-5-06 D1-5-18 the button needs an email and the tick', async () => {
  open()
  await userEvent.click(await screen.findByRole('checkbox'))
  expect(button()).toBeDisabled()
  await enterText(await emailField(), 'jonas@lab.org')
  expect(button()).toBeEnabled()
  await userEvent.click(checkbox())
  expect(button()).toBeDisabled()
})

test('D1-5-07 a box that was ticked and is unticked asks for agreement', async () => {
  open()
  await emailField()
  expect(screen.queryByText(notAgreed)).not.toBeInTheDocument()
  await userEvent.click(checkbox())
  expect(screen.queryByText(notAgreed)).not.toBeInTheDocument()
  await userEvent.click(checkbox())
  expect(screen.getByText(notAgreed)).toBeInTheDocument()
})

test('D1-2.1-08 D1-3-04 D1-3-05 the inbox is to be checked; both agreements were sent from the one box', async () => {
  open()
  await signUp()
  expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toHaveFocus()
  expect(
    screen.getByText(/sent a link to jonas@lab\.org\. Open it within 24 hours to confirm your address/),
  ).toBeInTheDocument()
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  expect(sent).toEqual([{ email: 'jonas@lab.org', agreementTerms: true, agreementPrivacy: true }])
})

test('D1-5-19 the button is disabled while the request is in flight, and sends once', async () => {
  let answer = (): void => undefined
  server.on(contract.signup, async () => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return undefined
  })
  open()
  await signUp()
  expect(button()).toBeDisabled()
  // Bypasses the button, as a script or a browser extension may.
  await act(async () => fireEvent.submit(button()))
  await act(async () => answer())
  expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toBeInTheDocument()
  expect(server.calls).toHaveLength(1)
})

test('D1-8-06 the first error message is shown', async () => {
  const errors = [
    { code: 'ERR_1004', detail: 'Sign-up is disabled.' },
    { code: 'ERR_0400', detail: 'Second' },
  ]
  server.on(contract.signup, () => Response.json({ errors }, { status: 403 }))
  const page = open()
  await signUp()
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Sign-up is disabled\.$/)
  expect(page.location()).toBe('/auth/signup')
  expect(await emailField()).toHaveValue('jonas@lab.org')
})

test('D1-8-04 no answer: to the error page, and back to the address that was typed', async () => {
  server.on(contract.signup, () => Response.error())
  const page = open()
  await signUp()
  await waitFor(() => expect(page.location()).toBe('/error'))
  expect(readReturn()).toBe('/auth/signup')
  page.unmount()
  open()
  expect(await emailField()).toHaveValue('jonas@lab.org')
})
