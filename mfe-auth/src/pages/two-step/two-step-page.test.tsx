import * as contract from '@lamella/shared/contract'
import { currentUserAtom, store } from '@lamella/shared/session'
import { answerLogIn } from '@lamella/shared/testing/answer-log-in.ts'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { enterText } from '@lamella/shared/testing/enter-text.ts'
import { portalUser } from '@lamella/shared/testing/render-page.tsx'
import { renderRemote } from '@lamella/shared/testing/render-remote.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { manifest } from '../../../manifest.ts'
import { routes } from '../../routes.tsx'

const recoveryCodes = ['4F7K-9MQ2-XB3D-0HTR', '1111-2222-3333-4444']
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
let server: ContractServer
beforeEach(() => {
  server = answerLogIn(ContractServer.start()).on(contract.beginSecondFactor, () => ({
    data: { secret, uri: `otpauth://totp/Lamella:jonas@lab.example?secret=${secret}&issuer=Lamella` },
  }))
})
afterEach(() => server.close())

const open = (user: Partial<contract.CurrentUser> = { secondFactorMissing: true }) =>
  renderRemote({ manifest, routes }, { at: '/auth/two-step?return=%2Fprojects', user })
const turnOn = async () => {
  await enterText(await screen.findByLabelText('Code'), '123456')
  expect(screen.getByRole('button', { name: 'Turn on' })).toBeDisabled()
  await userEvent.type(screen.getByLabelText('Your password'), 'Secret-1{Enter}')
}

test('the app gets its key by a picture or by hand, a code of it turns it on, and the recovery codes come once', async () => {
  server.on(contract.confirmSecondFactor, ({ body }) => {
    expect(body.data).toEqual({ code: '123456', password: 'Secret-1' })
    return { data: { recoveryCodes } }
  })
  const page = open()
  expect(await screen.findByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  expect(screen.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeVisible()
  await turnOn()
  const list = within(await screen.findByRole('list', { name: 'Recovery codes' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(recoveryCodes)
  expect(page.location()).toBe('/auth/two-step?return=%2Fprojects')
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(page.location()).toBe('/projects'))
  expect(store.get(currentUserAtom)?.secondFactorMissing).toBeUndefined()
})

test('the codes are copied and downloaded', async () => {
  // `setup` provides a clipboard.
  const user = userEvent.setup()
  const copied = jest.spyOn(navigator.clipboard, 'writeText')
  server.on(contract.confirmSecondFactor, () => ({ data: { recoveryCodes } }))
  const saved: Blob[] = []
  const create = URL.createObjectURL
  const revoke = URL.revokeObjectURL
  URL.createObjectURL = (blob) => `blob:${saved.push(blob as Blob)}`
  URL.revokeObjectURL = () => undefined
  const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  open()
  await turnOn()
  await user.click(await screen.findByRole('button', { name: 'Copy codes' }))
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible()
  expect(copied).toHaveBeenCalledWith(`${recoveryCodes.join('\n')}\n`)
  await userEvent.click(screen.getByRole('button', { name: 'Download codes' }))
  expect(clicked).toHaveBeenCalledTimes(1)
  expect(await saved[0]?.text()).toBe(`${recoveryCodes.join('\n')}\n`)
  URL.createObjectURL = create
  URL.revokeObjectURL = revoke
  clicked.mockRestore()
})

test('a wrong code or password is reported, and the key stays', async () => {
  server.on(contract.confirmSecondFactor, () => new Refusal('ERR_1022'))
  open()
  await turnOn()
  expect(await screen.findByRole('alert')).toHaveTextContent(contract.errorCatalogue.ERR_1022.detail)
  expect(screen.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeVisible()
  expect(server.calls.filter((call) => call.startsWith('POST /api/v1/users/me/second-factor'))).toHaveLength(2)
})

test('a user who does not need it is sent on, a visitor without a session to the log-in', async () => {
  const page = open({})
  await waitFor(() => expect(page.location()).toBe('/projects'))
  page.unmount()
  const other = renderRemote({ manifest, routes }, { at: '/auth/two-step', as: 'nobody' })
  await waitFor(() => expect(other.location()).toBe('/auth/login'))
})

test('says whose account it is, with the way to another', async () => {
  open()
  const link = await screen.findByRole('link', { name: `Not your account (${portalUser('member').email})?` })
  expect(link).toHaveAttribute('href', '/auth/login')
})
