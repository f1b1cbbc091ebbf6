import { connection, watchConnection } from '@lamella/shared/api'
import * as contract from '@lamella/shared/contract'
import { bus, type Toast } from '@lamella/shared/events'
import { answerLogIn } from '@lamella/shared/testing/answer-log-in.ts'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { enterText } from '@lamella/shared/testing/enter-text.ts'
import { type PersonKind, portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import SettingsPage from './settings-page.tsx'

const on = { since: '2026-11-20T10:00:00.000Z', recoveryCodesLeft: 8, required: false }
const off = { since: null, recoveryCodesLeft: 0, required: false }
const recoveryCodes = ['4F7K-9MQ2-XB3D-0HTR']
const owner = portalUser('admin')
const ready = contract.endpoint({
  method: 'GET',
  path: '/readyz',
  summary: 'Whether the server answers',
  tag: 'probe',
  success: { status: 200, body: null },
})

let factor: contract.SecondFactor
let server: ContractServer
let toasts: Toast[]
const subscription = bus.on('toast/show').subscribe((toast) => toasts.push(toast))
afterAll(() => subscription.unsubscribe())
beforeEach(() => {
  factor = off
  toasts = []
  server = answerLogIn(ContractServer.start())
    .on(contract.getOrganisation, () => ({
      data: { id: owner.organisationId, name: 'Lab', sector: '', created: '2026-01-05T09:00:00.000Z', owner },
    }))
    .on(contract.listNotificationSettings, () => ({ data: [], links: { next: null } }))
    .on(contract.listSessions, () => ({ data: [], links: { next: null } }))
    .on(contract.getSecondFactor, () => ({ data: factor }))
    .on(contract.beginSecondFactor, () => ({ data: { secret: 'ABCD2345', uri: 'otpauth://totp/Lamella' } }))
})
afterEach(() => server.close())

const open = (as: PersonKind = 'member') => renderPage(<SettingsPage />, { at: '/settings', as })
const card = async () => within(await screen.findByRole('region', { name: 'Two-step verification' }))
const press = async (name: string) => userEvent.click(await (await card()).findByRole('button', { name }))
const prove = async (dialog: ReturnType<typeof within>, action: string) => {
  await enterText(await dialog.findByLabelText('Code'), '123456')
  await enterText(dialog.getByLabelText('Your password'), 'Secret-1')
  await userEvent.click(dialog.getByRole('button', { name: action }))
}
const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name }))

test.each(['guest', 'member', 'admin'] as const)('a %s turns it on, and keeps the recovery codes', async (kind) => {
  server.on(contract.confirmSecondFactor, () => {
    factor = on
    return { data: { recoveryCodes } }
  })
  open(kind)
  await press('Turn on')
  await prove(await dialogNamed('Two-step verification'), 'Turn on')
  const codes = await dialogNamed('Keep your recovery codes')
  expect(codes.getByText('4F7K-9MQ2-XB3D-0HTR')).toBeVisible()
  await userEvent.click(codes.getByRole('button', { name: 'I have kept them' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect((await card()).getByText('On since 20 Nov 2026, 8 recovery codes left.')).toBeVisible()
})

test('the key that an app has scanned stays when the server answers again after it did not', async () => {
  watchConnection()
  let isDead = false
  let keys = 0
  server
    .on(ready, () => (isDead ? Response.error() : undefined))
    .on(contract.confirmSecondFactor, () => Response.error())
    .on(contract.beginSecondFactor, () => ({ data: { secret: `KEY${++keys}`, uri: 'otpauth://totp/Lamella' } }))
  open()
  await press('Turn on')
  const dialog = await dialogNamed('Two-step verification')
  expect(await dialog.findByText('KEY1')).toBeVisible()
  isDead = true
  await prove(dialog, 'Turn on')
  await waitFor(() => expect(connection.snapshot().down).toBe(true))
  const statesRead = () => server.calls.filter((made) => made === 'GET /api/v1/users/me/second-factor').length
  const before = statesRead()
  isDead = false
  act(() => connection.retry())
  await waitFor(() => expect(statesRead()).toBe(before + 1))
  expect(keys).toBe(1)
  expect(dialog.getByText('KEY1')).toBeVisible()
})

test('new recovery codes need password and code', async () => {
  factor = on
  server.on(contract.renewRecoveryCodes, ({ body }) => {
    expect(body.data).toEqual({ code: '123456', password: 'Secret-1' })
    return { data: { recoveryCodes } }
  })
  open()
  await press('New recovery codes')
  await prove(await dialogNamed('New recovery codes'), 'Make new codes')
  expect((await dialogNamed('Keep your recovery codes')).getByText('4F7K-9MQ2-XB3D-0HTR')).toBeVisible()
})

test('it is turned off by password and code; errors are reported', async () => {
  factor = on
  server.on(contract.disableSecondFactor, () => new Refusal('ERR_1009'))
  open()
  await press('Turn off')
  const dialog = await dialogNamed('Turn off two-step verification')
  await prove(dialog, 'Turn off')
  expect(await dialog.findByRole('alert')).toHaveTextContent('The current password is not correct.')
  server.on(contract.disableSecondFactor, () => {
    factor = off
    return undefined
  })
  await userEvent.click(dialog.getByRole('button', { name: 'Turn off' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(await (await card()).findByRole('button', { name: 'Turn on' })).toBeVisible()
  expect(toasts).toMatchObject([{ kind: 'success', detail: 'Two-step verification is off.' }])
})

describe('that every member needs it', () => {
  const requirement = async () => (await card()).findByRole('switch', { name: /^Required for every member/ })

  test('is set by an admin who has it, after a question', async () => {
    factor = on
    server.on(contract.requireSecondFactor, ({ body }) => {
      factor = { ...on, required: body.data.required }
      return undefined
    })
    open('admin')
    await userEvent.click(await requirement())
    const dialog = await dialogNamed('Require two-step verification')
    expect(dialog.getByText(/guests too/)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Require it' }))
    await waitFor(async () => expect(await requirement()).toBeChecked())
    await userEvent.click(await requirement())
    await waitFor(async () => expect(await requirement()).not.toBeChecked())
  })

  test('cannot be set by an admin without it, and is not shown to members', async () => {
    const page = open('admin')
    expect(await requirement()).toBeDisabled()
    expect((await card()).getByText('Turn it on for your own account first.')).toBeVisible()
    page.unmount()
    open()
    await (await card()).findByRole('button', { name: 'Turn on' })
    expect((await card()).queryByRole('switch')).not.toBeInTheDocument()
  })
})
