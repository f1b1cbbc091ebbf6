import { passwordConfirm, passwordReset } from '@lamella/shared/contract'
import { delayAfter } from '../src/domains/auth/failure-delays.ts'
import { createClock } from './clock.ts'
import { setUpServer } from './helper.ts'
import { addPerson, clientHeader, type Person, password, setUpOrganisation } from './people.ts'
import { lastTokenTo } from './queued-mails.ts'

const clock = createClock()
const server = setUpServer({ now: clock.now })
const lab = setUpOrganisation(server)
let header: Record<string, string> = {}
let person: Person
beforeAll(async () => {
  header = await clientHeader(server)
})
// Starts with empty counters and new people.
beforeEach(async () => {
  clock.advance({ days: 10 })
  person = await addPerson(server, lab.id, 'person')
})

interface Attempt {
  username?: string
  secret?: string
  from?: string
  /** Device cookie of a browser. */
  cookie?: string
}
const attempt = async ({ username = person.email, secret = 'wrong', from = '203.0.113.9', cookie }: Attempt = {}) => {
  const form = { grant_type: 'password', scope: 'all_info', username, password: secret }
  const { statusCode, headers, body } = await server.app.inject({
    method: 'POST',
    url: '/api/v1/oauth2/token',
    remoteAddress: from,
    headers: { ...header, 'content-type': 'application/x-www-form-urlencoded', ...(cookie && { cookie }) },
    payload: new URLSearchParams(form).toString(),
  })
  return {
    status: statusCode,
    wait: Number(headers['retry-after'] ?? 0),
    body,
    cookie: String(headers['set-cookie'] ?? '').split(';')[0] ?? '',
  }
}
const statusOf = async (details?: Attempt) => (await attempt(details)).status
const right = (details: Attempt = {}) => attempt({ ...details, secret: password })
const failTimes = async (times: number, details: (index: number) => Attempt) => {
  for (let index = 0; index < times; index += 1) expect(await statusOf(details(index))).toBe(401)
}
const botnet = (index: number): Attempt => ({ from: `198.51.100.${index}` })

it.each([
  [4, 0],
  [5, 5],
  [6, 10],
  [7, 20],
  [10, 160],
  [12, 640],
  [13, 900],
  [500, 900],
])('After %d failures, five of which are free, the next attempt waits %d s', (failures, seconds) => {
  expect(delayAfter(failures, { free: 5 })).toBe(seconds)
})

describe('Guessing at one account from one network', () => {
  it.each([
    ['known', () => person.email],
    ['unknown', () => 'nobody-at-all@lab.test'],
  ])('waits ever longer after five failures, at an account that is %s', async (_, emailOf) => {
    const username = emailOf()
    await failTimes(5, () => ({ username }))
    for (const wait of [5, 10, 20, 40, 80]) {
      const refused = await attempt({ username })
      expect(refused).toMatchObject({ status: 429, wait })
      expect(refused.body).toContain(`Too many failed attempts. Try again in ${wait} seconds.`)
      clock.advance({ seconds: wait - 1 })
      expect(await attempt({ username })).toMatchObject({ status: 429, wait: 1 })
      clock.advance({ seconds: 1 })
      expect(await statusOf({ username })).toBe(401)
    }
  })

  it('never locks the account: refused attempts do not lengthen the wait, and then the right password is accepted', async () => {
    await failTimes(5, () => ({}))
    for (let index = 0; index < 20; index += 1) expect((await attempt()).wait).toBe(5)
    clock.advance({ seconds: 5 })
    expect((await right()).status).toBe(200)
    await failTimes(5, () => ({}))
  })

  it('is forgotten at a rate of one failure per ten minutes', async () => {
    await failTimes(5, () => ({}))
    clock.advance({ minutes: 10 })
    await failTimes(1, () => ({}))
    expect(await statusOf()).toBe(429)
    clock.advance({ minutes: 60 })
    await failTimes(5, () => ({}))
  })

  it('cannot be sped up by parallel attempts', async () => {
    const statuses = await Promise.all(Array.from({ length: 20 }, () => statusOf({ username: 'crowd@lab.test' })))
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(15)
  })
})

describe('Guessing at one account from many networks', () => {
  it('is slowed down for all of them together, known account or not', async () => {
    for (const username of [person.email, 'nobody-anywhere@lab.test']) {
      await failTimes(20, (index) => ({ ...botnet(index), username }))
      expect(await attempt({ from: '192.0.2.1', username })).toMatchObject({ status: 429, wait: 5 })
      clock.advance({ seconds: 5 })
      await failTimes(1, () => ({ from: '192.0.2.2', username }))
      expect(await attempt({ from: '192.0.2.3', username })).toMatchObject({ status: 429, wait: 10 })
    }
  })

  it('does not keep the owner from logging in on a known device, from any network', async () => {
    const { cookie } = await right({ from: '192.0.2.50' })
    await failTimes(20, botnet)
    expect((await right({ from: '192.0.2.50' })).status).toBe(429)
    for (const from of ['192.0.2.50', '198.51.100.3', '2001:db8::7']) {
      expect((await right({ from, cookie })).status).toBe(200)
    }
  })

  it('lets the owner in who sets a new password by mail: that browser is then known', async () => {
    await failTimes(20, botnet)
    expect((await right()).status).toBe(429)
    await server.call(passwordReset, { body: { data: { email: person.email } } })
    const token = await lastTokenTo(server, person.email)
    const data = { token, password: 'Brand-new-8' }
    const { headers } = await server.call(passwordConfirm, { params: { email: person.email }, body: { data } })
    const [cookie] = String(headers['set-cookie']).split(';')
    expect((await attempt({ secret: 'Brand-new-8' })).status).toBe(429)
    expect((await attempt({ secret: 'Brand-new-8', cookie })).status).toBe(200)
  })
})

describe('A known device', () => {
  it('is slowed down for what was tried on it, and slows nobody else down', async () => {
    const { cookie } = await right()
    await failTimes(10, () => ({ cookie }))
    expect(await attempt({ cookie })).toMatchObject({ status: 429, wait: 5 })
    expect((await right()).status).toBe(200)
    clock.advance({ seconds: 5 })
    expect((await right({ cookie })).status).toBe(200)
  })

  it('is known for the accounts that have logged in on it, and for no other', async () => {
    const { cookie } = await right()
    const other = await addPerson(server, lab.id, 'other')
    await failTimes(20, (index) => ({ ...botnet(index), username: other.email }))
    expect((await right({ username: other.email, cookie })).status).toBe(429)
  })

  it('stays known to all who share it, with a secret that an attacker who planted the first one does not know', async () => {
    const { cookie: planted } = await right()
    const other = await addPerson(server, lab.id, 'other')
    const { cookie: shared } = await right({ username: other.email, cookie: planted })
    expect(shared).not.toBe(planted)
    await failTimes(20, botnet)
    await failTimes(20, (index) => ({ from: `192.0.2.${index}`, username: other.email }))
    expect((await right({ cookie: planted })).status).toBe(429)
    expect((await right({ username: other.email, cookie: planted })).status).toBe(429)
    expect((await right({ cookie: shared })).status).toBe(200)
    expect((await right({ username: other.email, cookie: shared })).status).toBe(200)
  })

  it('keeps its cookie while it is used', async () => {
    const { cookie } = await right()
    expect((await right({ cookie })).cookie).toBe(cookie)
  })

  it.each(['lamella-device=x', `lamella-device=${'x'.repeat(43)}`, 'lamella-device', `other=${'x'.repeat(43)}`])(
    'is none with the cookie %s',
    async (cookie) => {
      await failTimes(20, botnet)
      expect((await right({ cookie })).status).toBe(429)
    },
  )

  it('is forgotten when it was not used for 400 days', async () => {
    const { cookie } = await right()
    clock.advance({ days: 400 })
    await failTimes(20, botnet)
    expect((await right({ cookie })).status).toBe(429)
  })
})

describe('Guessing at many accounts from one network', () => {
  it('waits ever longer after thirty failures; an IPv6 network is a /64', async () => {
    const from = (index: number) => `2001:db8:7:7::${index.toString(16)}`
    await failTimes(30, (index) => ({ username: `somebody-${index}@lab.test`, from: from(index) }))
    const one = { username: 'somebody-else@lab.test', from: from(99) }
    expect(await attempt(one)).toMatchObject({ status: 429, wait: 5 })
    clock.advance({ seconds: 5 })
    await failTimes(1, () => one)
    expect(await attempt({ ...one, username: 'yet-another@lab.test' })).toMatchObject({ status: 429, wait: 10 })
    expect(await statusOf({ ...one, from: '2001:db8:7:8::1' })).toBe(401)
  })

  it('does not count successful log-ins: a whole laboratory may share one address', async () => {
    for (let index = 0; index < 35; index += 1) {
      expect((await right({ username: lab.admin.email })).status).toBe(200)
    }
  })

  it('does not slow down users on their known devices', async () => {
    const { cookie } = await right()
    await failTimes(30, (index) => ({ username: `somebody-${index}@lab.test` }))
    expect((await right()).status).toBe(429)
    expect((await right({ cookie })).status).toBe(200)
  })
})
