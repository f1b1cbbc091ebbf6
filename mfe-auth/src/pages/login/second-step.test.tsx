import type { HandlerInput, requestToken as tokenEndpoint } from '@lamella/shared/contract'
import * as contract from '@lamella/shared/contract'
import { logout } from '@lamella/shared/session'
import { answerLogIn } from '@lamella/shared/testing/answer-log-in.ts'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { enterText } from '@lamella/shared/testing/enter-text.ts'
import { renderRemote } from '@lamella/shared/testing/render-remote.tsx'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { manifest } from '../../../manifest.ts'
import { routes } from '../../routes.tsx'

type Grant = HandlerInput<typeof tokenEndpoint>['body']

const tokens = { access_token: 'access', expires_in: 3600, refresh_token: 'refresh', token_type: 'Bearer' as const }
const ticketAnswer = () => {
  const { status, detail } = contract.errorCatalogue.ERR_1021
  return Response.json({ errors: [{ code: 'ERR_1021', detail }], ticket: 'ticket-1' }, { status })
}

let server: ContractServer
let grants: Grant[]
/** The server's answer to a code; tests change it. */
let onCode: () => typeof tokens | Refusal
beforeEach(() => {
  localStorage.clear()
  grants = []
  onCode = () => tokens
  server = answerLogIn(ContractServer.start()).on(contract.requestToken, ({ body }) => {
    grants.push(body)
    return body.grant_type === 'password' ? ticketAnswer() : onCode()
  })
})
afterEach(async () => {
  await act(() => logout())
  server.close()
})

const codeField = () => screen.findByLabelText('Code')
const button = () => screen.getByRole('button', { name: 'Log in' })
const reachSecondStep = async () => {
  const page = renderRemote({ manifest, routes }, { at: '/auth/login?return=%2Fprojects', as: 'nobody' })
  await enterText(await screen.findByRole('textbox', { name: 'Email' }), 'jonas@lab.org')
  await enterText(screen.getByLabelText('Password'), 'Secret-1')
  await userEvent.click(button())
  await screen.findByRole('heading', { level: 1, name: 'Two-step verification' })
  return page
}

test('the right password asks for a code, which logs in and goes where the user wanted to go', async () => {
  const page = await reachSecondStep()
  expect(await codeField()).toHaveFocus()
  expect(await codeField()).toHaveAttribute('autocomplete', 'one-time-code')
  expect(localStorage.getItem('authToken')).toBeNull()
  await enterText(await codeField(), '12345')
  expect(button()).toBeDisabled()
  await userEvent.type(await codeField(), '6{Enter}')
  await waitFor(() => expect(page.location()).toBe('/projects'))
  expect(grants.at(-1)).toEqual({ grant_type: 'second_factor', ticket: 'ticket-1', code: '123456' })
  expect(localStorage.getItem('authToken')).toContain('access')
})

test('a recovery code does as well', async () => {
  const page = await reachSecondStep()
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  const field = screen.getByLabelText('Recovery code')
  expect(field).toHaveFocus()
  await userEvent.type(field, '4F7K-9MQ2-XB3D-0HTR{Enter}')
  await waitFor(() => expect(page.location()).toBe('/projects'))
  expect(grants.at(-1)).toMatchObject({ code: '4F7K-9MQ2-XB3D-0HTR' })
})

test('a wrong code is reported, and the next is tried with the same ticket', async () => {
  onCode = () => new Refusal('ERR_1022')
  const page = await reachSecondStep()
  await userEvent.type(await codeField(), '000000{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent(contract.errorCatalogue.ERR_1022.detail)
  onCode = () => tokens
  await userEvent.clear(await codeField())
  await userEvent.type(await codeField(), '123 456{Enter}')
  await waitFor(() => expect(page.location()).toBe('/projects'))
})

test('after the ticket has expired the password is needed again, with the reason', async () => {
  onCode = () => new Refusal('ERR_1002', 'The log-in took too long. Enter your password again.')
  await reachSecondStep()
  await userEvent.type(await codeField(), '123456{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('The log-in took too long. Enter your password again.')
  expect(screen.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('jonas@lab.org')
  expect(screen.getByLabelText('Password')).toHaveValue('')
})

test('a way back leads to the password', async () => {
  await reachSecondStep()
  await userEvent.click(screen.getByRole('button', { name: 'Back to log in' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
})

test('an answer without a ticket shows the words of the server, as an older page does', async () => {
  server.on(contract.requestToken, () => new Refusal('ERR_1021'))
  renderRemote({ manifest, routes }, { at: '/auth/login', as: 'nobody' })
  await enterText(await screen.findByRole('textbox', { name: 'Email' }), 'jonas@lab.org')
  await enterText(screen.getByLabelText('Password'), 'Secret-1')
  await userEvent.click(button())
  expect(await screen.findByRole('alert')).toHaveTextContent(/authenticator app.*reload the page/)
})
