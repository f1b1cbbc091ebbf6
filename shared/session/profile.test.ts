import { configureHttp } from '@lamella/shared/api'
import { whoAmI } from '@lamella/shared/contract'
import { answerLogIn } from '../testing/answer-log-in.ts'
import { ContractServer, Refusal } from '../testing/contract-server.ts'
import { portalUser } from '../testing/render-page.tsx'
import { expiredSubscriptionAtom } from './atoms.ts'
import { login, logout, UserNotLoaded } from './session.ts'
import { store } from './store.ts'

let server: ContractServer
beforeEach(() => {
  localStorage.clear()
  configureHttp({ baseUrl: 'http://portal.test' })
  server = answerLogIn(ContractServer.start())
})
afterEach(async () => {
  await logout()
  server.close()
})

test.each([
  ['admin', true],
  ['member', false],
] as const)(
  'the expired subscription of a %s is kept after the log-out, until there is access again',
  async (kind, isOwner) => {
    answerLogIn(server, portalUser(kind), false)
    await login('someone@lab.org', 'Secret-1')
    const expired = { isOwner, adminEmail: portalUser('admin').email }
    expect(store.get(expiredSubscriptionAtom)).toEqual(expired)
    await logout()
    expect(store.get(expiredSubscriptionAtom)).toEqual(expired)
    answerLogIn(server, portalUser(kind), true)
    await login('someone@lab.org', 'Secret-1')
    expect(store.get(expiredSubscriptionAtom)).toBeNull()
  },
)

test('a failure to read the user is not reported as a wrong password', async () => {
  server.on(whoAmI, () => new Refusal('ERR_0500'))
  await expect(login('someone@lab.org', 'Secret-1')).rejects.toThrow(UserNotLoaded)
  expect(localStorage.getItem('authToken')).toBeNull()
})
