import * as contract from '@lamella/shared/contract'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { enterText } from '@lamella/shared/testing/enter-text.ts'
import { renderRemote } from '@lamella/shared/testing/render-remote.tsx'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { manifest } from '../../../manifest.ts'
import { routes } from '../../routes.tsx'

const invitationId = '019aa000-0000-7000-8000-0000000000e1'
const token = 'a-token-from-a-mail'
const link = `/auth/invitation/${invitationId}?token=${token}`

let server: ContractServer
/** Queries of the opened invitations, and bodies of the acceptances. */
let opened: unknown[]
let accepted: unknown[]

beforeEach(() => {
  opened = []
  accepted = []
  server = ContractServer.start()
    .on(contract.openInvitation, ({ params, query }) => {
      opened.push({ ...params, ...query })
      return { data: { email: 'ada@lab.org', organizationName: 'Nordlund Lab' } }
    })
    .on(contract.acceptInvitation, ({ params, body }) => {
      accepted.push({ ...params, ...body.data })
      return undefined
    })
})
afterEach(() => server.close())

const open = (at = link) => renderRemote({ manifest, routes }, { at, as: 'nobody' })
const type = async (label: string, text: string) => enterText(await screen.findByLabelText(label), text)
const button = () => screen.getByRole('button', { name: 'Create account' })
const fillIn = async () => {
  await type('First name', 'Ada')
  await type('Last name', 'Byron')
  await type('Password', 'Secret-1')
  await type('Confirm password', 'Secret-1')
  await userEvent.click(screen.getByRole('checkbox'))
}

test('it says who is invited where, and asks for no organisation', async () => {
  open()
  expect(await screen.findByRole('heading', { name: 'Join Nordlund Lab' })).toBeInTheDocument()
  expect(screen.getByText('You are invited as ada@lab.org.')).toBeInTheDocument()
  expect(opened).toEqual([{ invitationId, token }])
  for (const label of ['Organization', 'Sector (optional)', 'Phone (optional)']) {
    expect(screen.queryByLabelText(label)).not.toBeInTheDocument()
  }
})

test('D1-3-09 D1-3-10 accepting sends all fields of the payload, and no others', async () => {
  const page = open()
  await fillIn()
  await type('Department (optional)', 'Engines')
  await type('Position (optional)', 'Programmer')
  await type('Field of work (optional)', 'Numbers')
  await type('How did you find us? (optional)', 'A friend')
  await userEvent.click(button())
  expect(await screen.findByText('Your account has been created.')).toBeInTheDocument()
  expect(page.location()).toBe('/auth/welcome')
  expect(accepted).toEqual([
    {
      invitationId,
      firstName: 'Ada',
      lastName: 'Byron',
      password: 'Secret-1',
      token,
      agreementTerms: true,
      agreementPrivacy: true,
      additionalInformation: {
        department: 'Engines',
        position: 'Programmer',
        fieldOfWork: 'Numbers',
        discoverySource: 'A friend',
      },
    },
  ])
})

test('D1-5-18 the button is disabled until everything needed is there', async () => {
  open()
  await screen.findByRole('heading', { name: 'Join Nordlund Lab' })
  expect(button()).toBeDisabled()
  await fillIn()
  expect(button()).toBeEnabled()
})

test.each([
  ['used up or too old', link, () => new Refusal('ERR_1003')],
  ['withdrawn', link, () => new Refusal('ERR_0404')],
  ['without a token', `/auth/invitation/${invitationId}`, () => new Refusal('ERR_0400')],
])('a link that is %s is refused with a message', async (_, at, answer) => {
  server.on(contract.openInvitation, answer)
  const page = open(at)
  expect(await screen.findByRole('heading', { name: 'This invitation cannot be used' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Create account' })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('link', { name: 'Go to log in' }))
  await waitFor(() => expect(page.location()).toBe('/auth/login'))
})

test('no answer: one can try again', async () => {
  let answer: () => contract.EndpointOutput<typeof contract.openInvitation> | Response = () => Response.error()
  server.on(contract.openInvitation, () => answer())
  open()
  const retry = await screen.findByRole('button', { name: 'Try again' })
  answer = () => ({ data: { email: 'ada@lab.org', organizationName: 'Nordlund Lab' } })
  await userEvent.click(retry)
  expect(await screen.findByRole('heading', { name: 'Join Nordlund Lab' })).toBeInTheDocument()
})

test('a refusal is told in the form, and nothing that was typed is lost', async () => {
  server.on(contract.acceptInvitation, () => new Refusal('ERR_5002'))
  open()
  await fillIn()
  await userEvent.click(button())
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Your organization has reached the maximum number of users.',
  )
  expect(screen.getByLabelText('First name')).toHaveValue('Ada')
  expect(button()).toBeEnabled()
})
