import * as contract from '@lamella/shared/contract'
import { bus, type Toast } from '@lamella/shared/events'
import { answerLogIn } from '@lamella/shared/testing/answer-log-in.ts'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import SettingsPage from './settings-page.tsx'

const owner = portalUser('admin')

let settings: contract.NotificationSetting[]
let server: ContractServer
let toasts: Toast[]
const subscription = bus.on('toast/show').subscribe((toast) => toasts.push(toast))
afterAll(() => subscription.unsubscribe())
beforeEach(() => {
  toasts = []
  settings = [
    { kind: 'project-shared', title: 'Shared projects', description: 'Somebody shares.', shown: true, mailed: true },
    { kind: 'of-a-newer-server', title: 'Mentions', description: 'Somebody names you.', shown: true, mailed: false },
  ]
  server = answerLogIn(ContractServer.start())
    .on(contract.getOrganisation, () => ({
      data: { id: owner.organisationId, name: 'Lab', sector: '', created: '2026-01-05T09:00:00.000Z', owner },
    }))
    .on(contract.listSessions, () => ({ data: [], links: { next: null } }))
    .on(contract.getSecondFactor, () => ({ data: { since: null, recoveryCodesLeft: 0, required: false } }))
    .on(contract.listNotificationSettings, () => ({ data: settings, links: { next: null } }))
})
afterEach(() => server.close())

const open = async () => {
  renderPage(<SettingsPage />, { at: '/settings', as: 'member' })
  const card = within(await screen.findByRole('region', { name: 'Notifications' }))
  await card.findByText('Shared projects')
  return card
}

test('Each kind that the server names is shown or not, and mailed or not', async () => {
  server.on(contract.changeNotificationSetting, ({ params, body }) => {
    settings = settings.map((one) => (one.kind === params.kind ? { ...one, ...body.data } : one))
    return undefined
  })
  const card = await open()
  const shared = card.getByRole('switch', { name: 'Shared projects by mail' })
  expect(shared).toBeChecked()
  await userEvent.click(shared)
  await userEvent.click(card.getByRole('switch', { name: 'Mentions in the portal' }))
  await waitFor(() =>
    expect(settings).toMatchObject([
      { kind: 'project-shared', shown: true, mailed: false },
      { kind: 'of-a-newer-server', shown: false, mailed: false },
    ]),
  )
  expect(shared).not.toBeChecked()
})

test('A choice that could not be saved is taken back, with a message', async () => {
  server.on(contract.changeNotificationSetting, () => new Refusal('ERR_0503', 'The database is being moved.'))
  const card = await open()
  const shared = card.getByRole('switch', { name: 'Shared projects in the portal' })
  await userEvent.click(shared)
  await waitFor(() => expect(toasts).toMatchObject([{ kind: 'error', title: 'Notifications' }]))
  await waitFor(() => expect(shared).toBeChecked())
})
