import * as contract from '@lamella/shared/contract'
import { readReturn } from '@lamella/shared/session'
import { ContractServer } from '@lamella/shared/testing/contract-server.ts'
import { enterText } from '@lamella/shared/testing/enter-text.ts'
import { renderRemote } from '@lamella/shared/testing/render-remote.tsx'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { manifest } from '../../../manifest.ts'
import { routes } from '../../routes.tsx'

let server: ContractServer
let sent: unknown[]

beforeEach(() => {
  sent = []
  server = ContractServer.start().on(contract.passwordReset, ({ body }) => {
    sent.push(body.data)
    return undefined
  })
})
afterEach(() => server.close())

const open = (at = '/auth/password/reset') => renderRemote({ manifest, routes }, { at, as: 'nobody' })
const emailField = () => screen.findByRole('textbox', { name: 'Email' })
const button = () => screen.getByRole('button', { name: 'Send link' })
const invalid = 'Please provide a valid email address!'

test('D1-2.1-26 D1-5-01 the email is entered here and needed', async () => {
  open()
  expect(await emailField()).toHaveValue('')
  expect(button()).toBeDisabled()
  await enterText(await emailField(), 'jonas@lab.org')
  expect(button()).toBeEnabled()
})

test('D1-2.1-27 it is prefilled from the address', async () => {
  open('/auth/password/reset?email=a%2Bb%40lab.org')
  expect(await emailField()).toHaveValue('a+b@lab.org')
  expect(button()).toBeEnabled()
})

test('D1-5-03 D1-5-18 an invalid email is reported after a change; an empty one is not', async () => {
  open()
  await enterText(await emailField(), 'jonas@lab')
  expect(screen.getByText(invalid)).toBeInTheDocument()
  expect(await emailField()).toBeInvalid()
  expect(button()).toBeDisabled()
  await userEvent.type(await emailField(), '.org')
  expect(screen.queryByText(invalid)).not.toBeInTheDocument()
  expect(button()).toBeEnabled()
  await userEvent.clear(await emailField())
  expect(screen.queryByText(invalid)).not.toBeInTheDocument()
})

test('D1-5-04 a prefilled invalid email is reported on submit, not before', async () => {
  open('/auth/password/reset?email=jonas%40lab')
  expect(await emailField()).toHaveValue('jonas@lab')
  expect(screen.queryByText(invalid)).not.toBeInTheDocument()
  await userEvent.type(await emailField(), '{Enter}')
  expect(screen.getByText(invalid)).toBeInTheDocument()
  expect(sent).toEqual([])
})

test('D1-2.1-28 after the request the mailbox is to be checked: spam, or try again', async () => {
  open('/auth/password/reset?email=jonas%40lab.org')
  await emailField()
  await userEvent.click(button())
  expect(await screen.findByRole('heading', { name: 'Check your mailbox' })).toHaveFocus()
  expect(screen.getByText(/Check your spam folder if it does not arrive, or try again\./)).toBeInTheDocument()
  expect(sent).toEqual([{ email: 'jonas@lab.org' }])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await emailField()).toHaveValue('jonas@lab.org')
})

test('D1-5-19 the button is disabled while the request is in flight', async () => {
  let answer = (): void => undefined
  server.on(contract.passwordReset, async () => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return undefined
  })
  open('/auth/password/reset?email=jonas%40lab.org')
  await emailField()
  await userEvent.click(button())
  expect(button()).toBeDisabled()
  await act(async () => answer())
  expect(await screen.findByRole('heading', { name: 'Check your mailbox' })).toBeInTheDocument()
})

test('D1-8-05 the first error message is shown', async () => {
  const errors = [
    { code: 'ERR_0429', detail: 'Too many attempts.' },
    { code: 'ERR_0400', detail: 'Second' },
  ]
  server.on(contract.passwordReset, () => Response.json({ errors }, { status: 429 }))
  const page = open('/auth/password/reset?email=jonas%40lab.org')
  await emailField()
  await userEvent.click(button())
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Too many attempts\.$/)
  expect(page.location()).toBe('/auth/password/reset?email=jonas%40lab.org')
})

test('D1-8-04 no answer: to the error page, and back to the address that was typed', async () => {
  server.on(contract.passwordReset, () => Response.error())
  const at = '/auth/password/reset?email=jonas%40lab'
  const page = open(at)
  await userEvent.type(await emailField(), '.org')
  await userEvent.click(button())
  await waitFor(() => expect(page.location()).toBe('/error'))
  expect(readReturn()).toBe(at)
  page.unmount()
  open(at)
  expect(await emailField()).toHaveValue('jonas@lab.org')
})
