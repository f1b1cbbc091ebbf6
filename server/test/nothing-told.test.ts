import { invite, passwordReset, signup } from '@lamella/shared/contract'
import * as argon2 from '@node-rs/argon2'
import pg from 'pg'
import { createClock } from './clock.ts'
import { setUpServer, type TestApp } from './helper.ts'
import { addOrganisation, setUpOrganisation, tokenCall } from './people.ts'

// Calls the real functions and counts the calls.
jest.mock('@node-rs/argon2', () => {
  const real: typeof argon2 = jest.requireActual('@node-rs/argon2')
  return { ...real, hash: jest.fn(real.hash), verify: jest.fn(real.verify) }
})

const clock = createClock()
const server = setUpServer({ now: clock.now })
const lab = setUpOrganisation(server)

/** The work that a call causes, which determines its time: the statements to the database in order, and the hashing. */
const workOf = async (call: () => Promise<{ status: number; code: string | null; raw: Buffer }>) => {
  // Resets all rate limits.
  clock.advance({ hours: 2 })
  const { access_token } = (
    await tokenCall(server, {
      grant_type: 'password',
      username: lab.admin.email,
      password: 'Correct-horse-7',
    })
  ).body
  lab.admin.token = access_token
  jest.mocked(argon2.verify).mockClear()
  jest.mocked(argon2.hash).mockClear()
  const query = jest.spyOn(pg.Client.prototype, 'query')
  const { status, code, raw } = await call()
  const statements = query.mock.calls.map((args: unknown[]) => {
    const [first] = args
    return typeof first === 'object' && first !== null && 'text' in first ? String(first.text) : String(first)
  })
  query.mockRestore()
  const verified = jest.mocked(argon2.verify).mock.calls.length
  const hashed = jest.mocked(argon2.hash).mock.calls.length
  return { answer: { status, code, text: raw.toString() }, work: { statements, verified, hashed } }
}

let count = 0
const strangers = () => `stranger-${++count}@nowhere.test`

describe('Nobody learns whether an account exists: same answer, same work', () => {
  // The first mail of a process causes an extra query for its queue.
  beforeAll(() => server.call(passwordReset, { body: { data: { email: strangers() } } }))

  const cases: [name: string, call: (email: string) => ReturnType<TestApp['call']>, verified: number][] = [
    [
      'log-in with a wrong password',
      (username) => tokenCall(server, { grant_type: 'password', username, password: 'Wrong-horse-7' }),
      1,
    ],
    ['password reset', (email) => server.call(passwordReset, { body: { data: { email } } }), 0],
    [
      'sign-up',
      (email) => server.call(signup, { body: { data: { email, agreementTerms: true, agreementPrivacy: true } } }),
      0,
    ],
  ]

  it.each(cases)('%s', async (_, call, verified) => {
    const unknown = await workOf(() => call(strangers()))
    const known = await workOf(() => call(lab.member.email))
    expect(unknown).toEqual(known)
    expect(known.work.verified).toBe(verified)
    expect(known.work.statements.length).toBeGreaterThan(2)
  })

  it('invitation: an admin does not learn who has an account of another organisation', async () => {
    const elsewhere = (await addOrganisation(server)).member.email
    const send = (email: string) => () =>
      server.call(invite, { token: lab.admin.token, body: { data: { emails: [email], role: 'USER' } } })
    const known = await workOf(send(elsewhere))
    const unknown = await workOf(send(strangers()))
    expect(unknown.work).toEqual(known.work)
    const withoutIds = (text: string) => text.replace(/"(email|invitationId)":"[^"]*"/g, '"$1":""')
    expect(withoutIds(unknown.answer.text)).toBe(withoutIds(known.answer.text))
    expect(withoutIds(known.answer.text)).toBe('{"data":[{"email":"","invitationId":"","error":null}]}')
  })
})

describe('Attempts are slowed per account and per network, for known and unknown accounts alike', () => {
  it.each([
    ['known', () => lab.guest.email],
    ['unknown', () => strangers()],
  ])('%s', async (_, emailOf) => {
    clock.advance({ hours: 2 })
    const email = emailOf()
    const codes = []
    for (let attempt = 0; attempt < 7; attempt += 1) {
      const credentials = { grant_type: 'password', username: email, password: 'Wrong-horse-7' }
      codes.push((await tokenCall(server, credentials)).code)
    }
    expect(codes).toEqual([...Array(5).fill('ERR_1001'), 'ERR_0429', 'ERR_0429'])
  })
})
