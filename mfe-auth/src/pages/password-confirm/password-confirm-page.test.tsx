import * as contract from '@lamella/shared/contract'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { enterText } from '@lamella/shared/testing/enter-text.ts'
import { renderRemote } from '@lamella/shared/testing/render-remote.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { manifest } from '../../../manifest.ts'
import { routes } from '../../routes.tsx'

const token = 'a-token-from-a-mail'
const link = `/auth/password/confirm?email=jonas%40lab.org&token=${token}`

let server: ContractServer
let sent: unknown[]

beforeEach(() => {
  sent = []
  server = ContractServer.start().on(contract.passwordConfirm, ({ params, body }) => {
    sent.push({ ...params, ...body.data })
    return undefined
  })
})
afterEach(() => server.close())

const open = (at = link) => renderRemote({ manifest, routes }, { at, as: 'nobody' })
const newPassword = () => screen.findByLabelText('New password')
const confirmation = () => screen.getByLabelText('Confirm password')
const button = () => screen.getByRole('button', { name: 'Change password' })
const fillIn = async (password: string, repeated = password) => {
  await enterText(await newPassword(), password)
  await enterText(confirmation(), repeated)
}

test('D1-2.1-31 the new password and its confirmation', async () => {
  open()
  expect(await newPassword()).toHaveAttribute('type', 'password')
  expect(confirmation()).toHaveAttribute('type', 'password')
})

test('D1-2.1-30 the address bar shows neither email nor token', async () => {
  window.history.replaceState(null, '', link)
  open()
  await newPassword()
  expect(window.location.pathname + window.location.search).toBe('/auth/password/reset')
})

test('D1-2.1-32 each rule turns from unmet to met as one types', async () => {
  open()
  await newPassword()
  const unmet = () =>
    within(screen.getByRole('list', { name: 'Password rules' }))
      .getAllByRole('listitem')
      .map((rule) => rule.textContent ?? '')
      .filter((text) => text.endsWith('unmet')).length
  const counts = [unmet()]
  for (const key of ['a', 'B', '3', '-', 'wxyz']) {
    await enterText(await newPassword(), key)
    counts.push(unmet())
  }
  expect(counts).toEqual([5, 4, 3, 2, 1, 0])
})

test('the rules describe the field, and how many are met is announced as one types', async () => {
  open()
  const field = await newPassword()
  expect(field).toHaveAccessibleDescription(/^8 to 128 characters ?, unmet .* 0 of 5 rules met$/)
  const told = screen.getByRole('status')
  await userEvent.type(field, 'aB3')
  expect(told).toHaveTextContent(/^3 of 5 rules met$/)
  expect(confirmation()).not.toHaveAccessibleDescription()
})

test.each([
  ['', '', true],
  ['Secret-1', '', true],
  ['Secret-1', 'Secret-2', true],
  ['secret-1', 'secret-1', true],
  ['Secret-1', 'Secret-1', false],
])(
  'D1-5-15 D1-5-16 D1-5-18 password "%s" confirmed as "%s": button disabled %s',
  async (password, repeated, disabled) => {
    open()
    if (password) await enterText(await newPassword(), password)
    else await newPassword()
    if (repeated) await enterText(confirmation(), repeated)
    expect(button().matches(':disabled')).toBe(disabled)
  },
)

test.each([
  ['D1-5-08', 'nothing', '', true],
  ['D1-5-09', '7 characters', 'Aa1!567', true],
  ['D1-5-09', '8 characters', 'Aa1!5678', false],
  ['D1-5-09', '128 characters', `Aa1!${'x'.repeat(124)}`, false],
  ['D1-5-09', '129 characters', `Aa1!${'x'.repeat(125)}`, true],
  ['D1-5-10', 'no uppercase letter', 'aa1!5678', true],
  ['D1-5-11', 'no lowercase letter', 'AA1!5678', true],
  ['D1-5-12', 'no digit', 'Aab!cdef', true],
  ['D1-5-13', 'none of the nine special characters', 'Aa1?5678', true],
])('%s with %s the button is disabled: %#', async (_, _title, password, disabled) => {
  open()
  for (const field of [await newPassword(), confirmation()]) {
    await userEvent.click(field)
    await userEvent.paste(password)
  }
  expect(button().matches(':disabled')).toBe(disabled)
})

test('D1-5-17 unequal passwords are reported', async () => {
  open()
  await fillIn('Secret-1', 'Secret-')
  expect(screen.getByText('Passwords do not match')).toBeInTheDocument()
  await userEvent.type(confirmation(), '1')
  expect(screen.queryByText('Passwords do not match')).not.toBeInTheDocument()
})

test('D1-2.1-29 D1-2.1-33 D1-3-08 the token of the link sets the password, then one goes on to login', async () => {
  const page = open()
  await fillIn('Secret-1')
  await userEvent.click(button())
  expect(await screen.findByRole('heading', { name: 'Password changed' })).toHaveFocus()
  expect(sent).toEqual([{ email: 'jonas@lab.org', token, password: 'Secret-1' }])
  await userEvent.click(screen.getByRole('link', { name: 'Continue to log in' }))
  await waitFor(() => expect(page.location()).toBe('/auth/login'))
})

test.each([
  '/auth/password/confirm',
  '/auth/password/confirm?email=jonas%40lab.org',
  `/auth/password/confirm?token=${token}`,
  `/auth/password/confirm?email=&token=${token}`,
])('D1-2.1-34 %s goes to the reset page', async (at) => {
  const page = open(at)
  await waitFor(() => expect(page.location()).toBe('/auth/password/reset'))
})

test('D1-5-19 the button is disabled while the request is in flight', async () => {
  let answer = (): void => undefined
  server.on(contract.passwordConfirm, async () => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return undefined
  })
  open()
  await fillIn('Secret-1')
  await userEvent.click(button())
  expect(button()).toBeDisabled()
  await act(async () => answer())
  expect(await screen.findByRole('heading', { name: 'Password changed' })).toBeInTheDocument()
})

test('D1-8-07 the first error message is shown', async () => {
  const errors = [
    { code: 'ERR_1003', detail: 'This link is not valid or has expired.' },
    { code: 'ERR_0400', detail: 'Second' },
  ]
  server.on(contract.passwordConfirm, () => Response.json({ errors }, { status: 400 }))
  open()
  await fillIn('Secret-1')
  await userEvent.click(button())
  expect(await screen.findByRole('alert')).toHaveTextContent(/^This link is not valid or has expired\.$/)
})

test.each([
  ['no answer', () => Response.error()],
  ['an error of the server', () => new Refusal('ERR_0500')],
])('%s: the entries stay', async (_, answer) => {
  server.on(contract.passwordConfirm, answer)
  open()
  await fillIn('Secret-1')
  await userEvent.click(button())
  expect(await screen.findByRole('alert')).toBeInTheDocument()
  expect(await newPassword()).toHaveValue('Secret-1')
  expect(button()).toBeEnabled()
})
