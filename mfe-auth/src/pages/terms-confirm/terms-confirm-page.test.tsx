import * as contract from '@lamella/shared/contract'
import { currentUserAtom, readReturn, store } from '@lamella/shared/session'
import { answerLogIn } from '@lamella/shared/testing/answer-log-in.ts'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { portalUser } from '@lamella/shared/testing/render-page.tsx'
import { renderRemote } from '@lamella/shared/testing/render-remote.tsx'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { manifest } from '../../../manifest.ts'
import { routes } from '../../routes.tsx'

let server: ContractServer
/** Accepted agreements, in order. */
let accepted: string[]

beforeEach(() => {
  localStorage.clear()
  accepted = []
  server = answerLogIn(ContractServer.start())
    .on(contract.confirmTerms, ({ body }) => {
      if (body.data.agreementTerms) accepted.push('terms')
      return undefined
    })
    .on(contract.confirmPrivacy, ({ body }) => {
      if (body.data.agreementPrivacy) accepted.push('privacy')
      return undefined
    })
})
afterEach(() => {
  jest.useRealTimers()
  server.close()
})

const open = async () => {
  const page = renderRemote({ manifest, routes }, { at: '/auth/terms/confirm', as: 'member' })
  await screen.findByRole('heading', { name: 'Updated agreements' })
  return page
}
const button = () => screen.getByRole('button', { name: 'Accept and proceed' })
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds))
const profileReloaded = () => server.calls.includes('GET /api/v1/users/me')

/** Clicks under fake timers, and waits for the answer to the first call. */
const accept = async () => {
  jest.useFakeTimers()
  fireEvent.click(button())
  await pass(0)
}

test('D1-2.1-35 D1-2.1-36 the updated agreements with their links and a button "Accept and proceed"', async () => {
  await open()
  expect(screen.getByText(/We have updated our/)).toHaveTextContent('Terms of Service and Privacy Policy')
  expect(button()).toBeEnabled()
})

test('D1-4.3-01 D1-4.3-02 D1-5-19 terms first, privacy after 1 second, the button disabled meanwhile', async () => {
  await open()
  await accept()
  expect(accepted).toEqual(['terms'])
  expect(button()).toBeDisabled()
  await pass(990)
  expect(accepted).toEqual(['terms'])
  await pass(20)
  expect(accepted).toEqual(['terms', 'privacy'])
})

test('D1-2.1-37 D1-2.1-38 D1-4.3-03 thanks, a bar for 3 seconds, then the user is reloaded and goes to "/"', async () => {
  const page = await open()
  await accept()
  await pass(1000)
  expect(screen.getByRole('heading', { name: 'Thank you' })).toHaveFocus()
  const filled = () => Number(screen.getByRole('progressbar').getAttribute('aria-valuenow'))
  const widths = [filled()]
  for (let second = 1; second <= 2; second++) {
    await pass(1000)
    widths.push(filled())
  }
  expect(widths.map(Math.round)).toEqual([0, 33, 67])
  await pass(900)
  expect(profileReloaded()).toBe(false)
  expect(page.location()).toBe('/auth/terms/confirm')
  await pass(200)
  expect(profileReloaded()).toBe(true)
  expect(page.location()).toBe('/')
})

test.each([
  ['the user is returned', () => ({ data: portalUser('member') }), '/'],
  ['no user is returned', () => new Refusal('ERR_0500'), '/error'],
  [
    'the user has not agreed after all (contradiction 10)',
    () => ({ data: { ...portalUser('member'), agreementTerms: false } }),
    '/error/noAgreementOrTerms',
  ],
])('D1-4.3-04 %s', async (_, answer, destination) => {
  server.on(contract.whoAmI, answer)
  const page = await open()
  await accept()
  await pass(1000)
  await pass(3100)
  expect(page.location()).toBe(destination)
})

test.each([
  ['terms', contract.confirmTerms, []],
  ['privacy', contract.confirmPrivacy, ['terms']],
])('D1-8-11 a failure of the %s call leads to the error page, with the way back', async (_, endpoint, done) => {
  server.on<contract.Endpoint>(endpoint, () => new Refusal('ERR_0500'))
  const page = await open()
  await accept()
  await pass(1000)
  expect(page.location()).toBe('/error')
  expect(readReturn()).toBe('/auth/terms/confirm')
  expect(accepted).toEqual(done)
})

test('D1-2.1-39 D1-2.1-40 "Not your account" shows the email and leads to login, logged out', async () => {
  const page = await open()
  const link = screen.getByRole('link', { name: /^Not your account/ })
  expect(link).toHaveTextContent('jonas@lab.example')
  await userEvent.click(link)
  await waitFor(() => expect(page.location()).toBe('/auth/login'))
  await screen.findByRole('button', { name: 'Log in' })
  expect(store.get(currentUserAtom)).toBeNull()
})

test('nobody is logged in: to login', async () => {
  const page = renderRemote({ manifest, routes }, { at: '/auth/terms/confirm', as: 'nobody' })
  await waitFor(() => expect(page.location()).toBe('/auth/login'))
})
