import * as contract from '@lamella/shared/contract'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { enterText } from '@lamella/shared/testing/enter-text.ts'
import { renderRemote } from '@lamella/shared/testing/render-remote.tsx'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { manifest } from '../../../manifest.ts'
import { routes } from '../../routes.tsx'

const token = 'a-token-from-a-mail'
const link = `/auth/signup/confirm?token=${token}`

let server: ContractServer
let sent: unknown[]

beforeEach(() => {
  sent = []
  server = ContractServer.start().on(contract.signupConfirm, ({ body }) => {
    sent.push(body.data)
    return undefined
  })
})
afterEach(() => server.close())

const open = (at = link) => renderRemote({ manifest, routes }, { at, as: 'nobody' })
const field = (label: string) => screen.getByLabelText(label)
const type = async (label: string, text: string) => enterText(await screen.findByLabelText(label), text)
const button = () => screen.getByRole('button', { name: 'Create account' })

const fillIn = async ({ agreed = true } = {}) => {
  await type('First name', 'Ada')
  await type('Last name', 'Byron')
  await type('Organization', 'Analytical Lab')
  await type('Password', 'Secret-1')
  await type('Confirm password', 'Secret-1')
  if (agreed) await userEvent.click(screen.getByRole('checkbox'))
}

test('D1-2.1-11 D1-2.1-12 D1-3-06 all fields of the payload are sent with the token, then the account is there', async () => {
  const page = open()
  await fillIn()
  await type('Sector (optional)', 'Research')
  await type('Phone (optional)', '+43 1 234')
  await type('Department (optional)', 'Engines')
  await type('Position (optional)', 'Programmer')
  await type('Field of work (optional)', 'Numbers')
  await type('How did you find us? (optional)', 'A lecture')
  await userEvent.click(button())
  expect(await screen.findByText('Your account has been created.')).toBeInTheDocument()
  expect(page.location()).toBe('/auth/welcome')
  expect(sent).toEqual([
    {
      firstName: 'Ada',
      lastName: 'Byron',
      organizationName: 'Analytical Lab',
      password: 'Secret-1',
      token,
      agreementTerms: true,
      agreementPrivacy: true,
      sector: 'Research',
      phoneNumber: '+43 1 234',
      additionalInformation: {
        department: 'Engines',
        position: 'Programmer',
        fieldOfWork: 'Numbers',
        discoverySource: 'A lecture',
      },
    },
  ])
})

test('D1-3-07 what one tells beyond it is sent as additional information', async () => {
  open()
  await fillIn()
  await type('Department (optional)', 'A')
  await type('Position (optional)', 'B')
  await type('Field of work (optional)', 'C')
  await type('How did you find us? (optional)', 'D')
  await userEvent.click(button())
  await screen.findByText('Your account has been created.')
  const additionalInformation = { department: 'A', position: 'B', fieldOfWork: 'C', discoverySource: 'D' }
  expect(sent).toMatchObject([{ additionalInformation }])
})

test.each([
  ['D1-5-31', 'First name', 'Ada', 'Firstname is a required field'],
  ['D1-5-32', 'Last name', 'Byron', 'Lastname is a required field'],
  ['D1-5-26', 'Organization', 'Lab', 'Name is a required field'],
])('D1-5-25 %s %s: a message after clearing it, none while untouched', async (_, label, text, message) => {
  open()
  await type(label, text)
  expect(screen.queryByText(/is a required field/)).not.toBeInTheDocument()
  await userEvent.clear(field(label))
  expect(screen.getByText(message)).toBeInTheDocument()
  expect(screen.getAllByText(/is a required field/)).toHaveLength(1)
})

test('D1-5-27 D1-5-28 the name of the organisation', async () => {
  open()
  await screen.findByLabelText('Organization')
  await userEvent.click(field('Organization'))
  await userEvent.paste('n'.repeat(129))
  expect(screen.getByText('Name can only contain 128 characters')).toBeInTheDocument()
  await userEvent.clear(field('Organization'))
  await userEvent.type(field('Organization'), ' ')
  expect(screen.getByText('Name contains invalid characters')).toBeInTheDocument()
})

test.each([['First name'], ['Last name'], ['Organization'], ['Password'], ['Confirm password']])(
  'D1-5-18 the button is disabled without "%s"',
  async (label) => {
    open()
    await fillIn()
    expect(button()).toBeEnabled()
    await userEvent.clear(field(label))
    expect(button()).toBeDisabled()
  },
)

test('D1-5-06 the button is disabled while the box was never touched', async () => {
  open()
  await fillIn({ agreed: false })
  expect(button()).toBeDisabled()
})

test('D1-5-06 D1-5-07 the button is disabled without the tick, which is asked for', async () => {
  open()
  await fillIn()
  await userEvent.click(screen.getByRole('checkbox'))
  expect(button()).toBeDisabled()
  expect(screen.getByText('Please agree to our Privacy Policy and Terms of Service')).toBeInTheDocument()
})

test('D1-5-19 the button is disabled while the request is in flight', async () => {
  let answer = (): void => undefined
  server.on(contract.signupConfirm, async () => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return undefined
  })
  open()
  await fillIn()
  await userEvent.click(button())
  expect(button()).toBeDisabled()
  await act(async () => answer())
  expect(await screen.findByText('Your account has been created.')).toBeInTheDocument()
})

test.each([
  ['a link that is used up', () => new Refusal('ERR_1003', 'This link is not valid.'), 'This link is not valid.'],
  [
    'no answer',
    () => Response.error(),
    'The server did not answer, so it is not known whether this was saved. What you typed is kept; try again in a moment.',
  ],
])('%s is reported, and nothing that was typed is lost', async (_, answer, message) => {
  server.on(contract.signupConfirm, answer)
  open()
  await fillIn()
  await userEvent.click(button())
  expect(await screen.findByRole('alert')).toHaveTextContent(message)
  expect(field('First name')).toHaveValue('Ada')
  expect(field('Password')).toHaveValue('Secret-1')
  expect(button()).toBeEnabled()
})

test('without a token there is nothing to finish', async () => {
  const page = open('/auth/signup/confirm')
  await waitFor(() => expect(page.location()).toBe('/auth/signup'))
})
