import {
  auditText,
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  getSecondFactor,
  listAudit,
  listMembers,
  listProjects,
  listSessions,
  logout,
  passwordConfirm,
  passwordReset,
  renewRecoveryCodes,
  requireSecondFactor,
  resetSecondFactor,
  tokenRefusal,
  whoAmI,
} from '@lamella/shared/contract'
import { eq } from 'drizzle-orm'
import { generateSync } from 'otplib'
import { resetByOperator } from '../src/domains/auth/second-factor/organisation-service.ts'
import { loginTickets, recoveryCodes, secondFactors } from '../src/platform/db/schema/index.ts'
import { createClock } from './clock.ts'
import { setUpServer } from './helper.ts'
import { addOrganisation, addPerson, logIn, type Person, password, setUpOrganisation, tokenCall } from './people.ts'
import { lastTokenTo, mailsTo } from './queued-mails.ts'

const clock = createClock()
const server = setUpServer({ now: clock.now })
// Starts with empty counters.
beforeEach(() => clock.advance({ days: 1 }))
const lab = setUpOrganisation(server, beforeEach)
let person: Person
beforeEach(async () => {
  person = await addPerson(server, lab.id, 'person')
})

/** The code that the app shows, now or so many seconds later. */
const codeOf = (secret: string, seconds = 0) =>
  generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1000) + seconds })
const wrongCode = (secret: string) => codeOf(secret).replace(/^./, (digit) => String((Number(digit) + 1) % 10))

const begin = async ({ token }: Person) => (await server.call(beginSecondFactor, { token })).body.data
const confirm = ({ token }: Person, code: string, secret = password) =>
  server.call(confirmSecondFactor, { token, body: { data: { code, password: secret } } })

/** Turns the second factor on, and advances the clock so that the next code of the app is valid. */
const turnOn = async (who: Person = person) => {
  const { secret } = await begin(who)
  const { body, code } = await confirm(who, codeOf(secret))
  if (code) throw new Error(`It cannot be turned on: ${code}`)
  clock.advance({ seconds: 30 })
  return { secret, codes: body.data.recoveryCodes }
}

const firstStep = (email = person.email, secret = password) =>
  tokenCall(server, { grant_type: 'password', username: email, password: secret })
const ticketOf = async (email = person.email, secret = password): Promise<string> =>
  tokenRefusal.parse(JSON.parse(String((await firstStep(email, secret)).raw))).ticket ?? ''
const secondStep = (ticket: string, code: string, extraHeaders = {}) =>
  tokenCall(server, { grant_type: 'second_factor', ticket, code }, extraHeaders)

const audited = async () => {
  const { data } = (await server.call(listAudit, { token: lab.admin.token, query: {} })).body
  return data.map(({ user, sentence }) => `${user?.fullName.split(' ')[0] ?? 'nobody'}: ${auditText(sentence)}`)
}

describe('Turning two-step verification on', () => {
  it('gives a secret for the app, which counts once a code of it and the password have confirmed it', async () => {
    const { secret, uri } = await begin(person)
    const address = new URL(uri)
    expect(address.protocol).toBe('otpauth:')
    expect(decodeURIComponent(address.pathname)).toContain(`Lamella:${person.email}`)
    expect(address.searchParams.get('secret')).toBe(secret)
    expect(address.searchParams.get('issuer')).toBe('Lamella')
    expect((await firstStep()).status).toBe(200)

    const answer = await confirm(person, codeOf(secret))
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(new Set(answer.body.data.recoveryCodes).size).toBe(10)
    expect((await firstStep()).code).toBe('ERR_1021')
    const { data } = (await server.call(getSecondFactor, { token: person.token })).body
    expect(data).toEqual({ since: clock.now().toISOString(), recoveryCodesLeft: 10, required: false })
  })

  it.each([
    ['a wrong code', (secret: string) => [wrongCode(secret), password], 'ERR_1022'],
    ['a wrong password', (secret: string) => [codeOf(secret), 'Wrong-horse-7'], 'ERR_1009'],
    ['a code of an earlier secret', () => [codeOf('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'), password], 'ERR_1022'],
    ['no code', () => [' ', password], 'ERR_1022'],
  ])('is refused with %s, and nothing has changed', async (_, proof, refusal) => {
    const { secret } = await begin(person)
    const [code = '', typed] = proof(secret)
    expect(await confirm(person, code, typed)).toMatchObject({ status: 400, code: refusal })
    expect((await firstStep()).status).toBe(200)
    expect(await audited()).toContain('person: Failed to change their two-step verification')
  })

  it('is refused without a secret, and a second time', async () => {
    expect((await confirm(person, '123456')).code).toBe('ERR_1022')
    const { secret } = await turnOn()
    expect((await server.call(beginSecondFactor, { token: person.token })).code).toBe('ERR_0409')
    expect((await confirm(person, codeOf(secret))).code).toBe('ERR_0409')
  })

  it('ends the other sessions, tells the owner by mail and writes it to the audit log', async () => {
    const other = await logIn(server, person.email)
    await turnOn()
    expect((await server.call(whoAmI, { token: other.access_token })).code).toBe('ERR_1002')
    expect((await server.call(whoAmI, { token: person.token })).status).toBe(200)
    expect((await mailsTo(server, person.email)).at(-1)?.subject).toBe('Two-step verification is on')
    expect(await audited()).toContain('person: Turned on two-step verification')
  })

  it('keeps the secret sealed and of recovery codes only hashes', async () => {
    const { secret, codes } = await turnOn()
    const { db } = server.context
    const [factor] = await db.select().from(secondFactors).where(eq(secondFactors.userId, person.id))
    expect(factor?.secret.toString('latin1')).not.toContain(secret)
    const stored = await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, person.id))
    expect(stored.map(({ hash }) => hash.toString('latin1')).join()).not.toContain(codes[0])
    expect(stored).toHaveLength(10)
  })

  it('is slowed down for guesses with a stolen session', async () => {
    await begin(person)
    const guess = () => confirm(person, '000000', 'Wrong-horse-7')
    for (let index = 0; index < 5; index += 1) expect((await guess()).code).toBe('ERR_1009')
    expect((await guess()).code).toBe('ERR_0429')
  })
})

describe('The log-in with a second step', () => {
  it('answers the right password with a ticket, and the ticket with a code of the app by the tokens', async () => {
    const { secret } = await turnOn()
    const refused = await firstStep()
    expect(refused).toMatchObject({ status: 401, code: 'ERR_1021' })
    expect(String(refused.raw)).not.toContain('Error 401')
    expect(refused.headers).not.toHaveProperty('set-cookie')
    const answer = await secondStep(await ticketOf(), codeOf(secret))
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['set-cookie']).toContain('lamella-device=')
    const { access_token: token } = answer.body
    expect((await server.call(whoAmI, { token })).body.data.id).toBe(person.id)
  })

  it('reveals a second step only after the right password', async () => {
    await turnOn()
    expect(await firstStep(person.email, 'Wrong-horse-7')).toMatchObject({ status: 401, code: 'ERR_1001' })
  })

  it.each([
    [-60, 'ERR_1022'],
    [-30, null],
    [0, null],
    [30, null],
    [60, 'ERR_1022'],
  ])('handles a code of %d s from now: %s', async (seconds, refusal) => {
    const { secret } = await turnOn()
    clock.advance({ minutes: 5 })
    expect((await secondStep(await ticketOf(), codeOf(secret, seconds))).code).toBe(refusal)
  })

  it('accepts no code twice and none before the last one, also with many at once', async () => {
    const { secret } = await turnOn()
    const code = codeOf(secret)
    const tickets = [await ticketOf(), await ticketOf(), await ticketOf(), await ticketOf()]
    const codes = await Promise.all(tickets.map(async (ticket) => (await secondStep(ticket, code)).code))
    expect(codes.sort()).toEqual(['ERR_1022', 'ERR_1022', 'ERR_1022', null])
    expect((await secondStep(await ticketOf(), codeOf(secret, -30))).code).toBe('ERR_1022')
    clock.advance({ seconds: 30 })
    expect((await secondStep(await ticketOf(), codeOf(secret))).code).toBeNull()
  })

  it('does not accept the code that turned it on', async () => {
    const { secret } = await begin(person)
    const code = codeOf(secret)
    await confirm(person, code)
    expect((await secondStep(await ticketOf(), code)).code).toBe('ERR_1022')
  })

  it('accepts a ticket once, within five minutes and for five codes', async () => {
    const { secret } = await turnOn()
    const used = await ticketOf()
    expect((await secondStep(used, codeOf(secret))).status).toBe(200)
    clock.advance({ seconds: 30 })
    const old = await ticketOf()
    clock.advance({ minutes: 5 })
    for (const ticket of [used, old, 'x'.repeat(43)]) {
      expect(await secondStep(ticket, codeOf(secret))).toMatchObject({ status: 401, code: 'ERR_1002' })
    }
    const tried = await ticketOf()
    for (let index = 0; index < 5; index += 1) {
      expect((await secondStep(tried, wrongCode(secret))).code).toBe('ERR_1022')
      clock.advance({ seconds: 30 })
    }
    expect((await secondStep(tried, codeOf(secret))).code).toBe('ERR_1002')
  })

  it('gives the same answer again for a minute when it was lost, to the same code only', async () => {
    const { secret } = await turnOn()
    const ticket = await ticketOf()
    const code = codeOf(secret)
    const logIns = async () => (await audited()).filter((text) => text === 'person: Logged in').length
    const before = await logIns()
    // The second call is made while the first may still be under way.
    const [first, second] = await Promise.all([secondStep(ticket, code), secondStep(ticket, code)])
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body).toEqual(first.body)
    clock.advance({ seconds: 30 })
    expect(await secondStep(ticket, codeOf(secret))).toMatchObject({ status: 401, code: 'ERR_1002' })
    const late = await secondStep(ticket, code)
    expect(late.body).toEqual({ ...first.body, expires_in: first.body.expires_in - 30 })
    expect((await server.call(whoAmI, { token: late.body.access_token })).status).toBe(200)
    expect(await logIns()).toBe(before + 1)
    clock.advance({ seconds: 30 })
    expect((await secondStep(ticket, code)).code).toBe('ERR_1002')
  })

  it('keeps a repeated answer sealed', async () => {
    const { secret } = await turnOn()
    const ticket = await ticketOf()
    const { body } = await secondStep(ticket, codeOf(secret))
    const rows = await server.context.db.select().from(loginTickets).where(eq(loginTickets.userId, person.id))
    const stored = rows.map(({ answer }) => answer?.toString('latin1')).join()
    expect(stored.length).toBeGreaterThan(100)
    expect(stored).not.toContain(body.access_token)
  })

  it('is slowed down for guesses of codes over all tickets, but not for the owner on a known device', async () => {
    const { secret } = await turnOn()
    const known = await secondStep(await ticketOf(), codeOf(secret))
    const [cookie] = String(known.headers['set-cookie']).split(';')
    clock.advance({ seconds: 30 })
    for (let index = 0; index < 5; index += 1) {
      expect((await secondStep(await ticketOf(), wrongCode(secret))).code).toBe('ERR_1022')
    }
    const refused = await secondStep(await ticketOf(), codeOf(secret))
    expect(refused.code).toBe('ERR_0429')
    expect(refused.headers['retry-after']).toBe('5')
    expect((await secondStep(await ticketOf(), codeOf(secret), { cookie })).status).toBe(200)
    expect(await audited()).toContain('person: Failed the second step of a log-in from 127.0.0.1')
  })

  it('stays on after a new password by mail, which ends log-ins that wait for it', async () => {
    const { secret } = await turnOn()
    const half = await ticketOf()
    await server.call(passwordReset, { body: { data: { email: person.email } } })
    const data = { token: await lastTokenTo(server, person.email), password: 'Brand-new-8' }
    await server.call(passwordConfirm, { params: { email: person.email }, body: { data } })
    expect((await secondStep(half, codeOf(secret))).code).toBe('ERR_1002')
    expect((await firstStep(person.email, 'Brand-new-8')).code).toBe('ERR_1021')
    expect((await secondStep(await ticketOf(person.email, 'Brand-new-8'), codeOf(secret))).status).toBe(200)
  })

  it('still works with recovery codes when the key of the server is another one', async () => {
    const { secret, codes } = await turnOn()
    const { config } = server.context
    const key = config.secretKey
    config.secretKey = 'another key of at least thirty-two characters'
    expect((await secondStep(await ticketOf(), codeOf(secret))).code).toBe('ERR_1022')
    expect((await secondStep(await ticketOf(), codes[0] ?? '')).status).toBe(200)
    config.secretKey = key
  })
})

describe('A recovery code', () => {
  it.each([
    ['as it was shown', (code: string) => code],
    ['in small letters and without hyphens', (code: string) => code.toLowerCase().replaceAll('-', '')],
    ['with blanks', (code: string) => ` ${code.replaceAll('-', ' ')} `],
    [
      'with letters in place of the digits that they look like',
      (code: string) => code.replace(/0/g, 'O').replace(/1/g, 'l'),
    ],
  ])('logs in once, %s', async (_, write) => {
    const { codes } = await turnOn()
    const code = write(codes[0] ?? '')
    expect((await secondStep(await ticketOf(), code)).status).toBe(200)
    expect((await secondStep(await ticketOf(), code)).code).toBe('ERR_1022')
    expect((await mailsTo(server, person.email)).at(-1)?.text).toContain('9 recovery codes are left.')
    expect(await audited()).toContain('person: Logged in with a recovery code')
  })

  it('is not accepted for another account', async () => {
    const { codes } = await turnOn()
    await turnOn(lab.member)
    expect((await secondStep(await ticketOf(lab.member.email), codes[0] ?? '')).code).toBe('ERR_1022')
  })

  it('is replaced with all others by password and code', async () => {
    const { secret, codes } = await turnOn()
    const renew = (code: string, secretOf = password) =>
      server.call(renewRecoveryCodes, { token: person.token, body: { data: { code, password: secretOf } } })
    expect((await renew(codeOf(secret), 'Wrong-horse-7')).code).toBe('ERR_1009')
    expect((await renew(wrongCode(secret))).code).toBe('ERR_1022')
    const { recoveryCodes: fresh } = (await renew(codeOf(secret))).body.data
    expect(fresh).toHaveLength(10)
    expect((await secondStep(await ticketOf(), codes[0] ?? '')).code).toBe('ERR_1022')
    expect((await secondStep(await ticketOf(), fresh[0] ?? '')).status).toBe(200)
    expect(await audited()).toContain('person: Made new recovery codes')
  })
})

describe('Turning it off', () => {
  const disable = (code: string, secret = password) =>
    server.call(disableSecondFactor, { token: person.token, body: { data: { code, password: secret } } })

  it('needs password and code; then the password alone logs in', async () => {
    const { secret, codes } = await turnOn()
    expect((await disable(codeOf(secret), 'Wrong-horse-7')).code).toBe('ERR_1009')
    expect((await disable(wrongCode(secret))).code).toBe('ERR_1022')
    expect((await firstStep()).code).toBe('ERR_1021')
    expect((await disable(codes[3] ?? '')).status).toBe(204)
    expect((await firstStep()).status).toBe(200)
    expect((await mailsTo(server, person.email)).at(-1)?.subject).toBe('Two-step verification is off')
    expect(await audited()).toContain('person: Turned off two-step verification')
  })

  it('is done by an admin for a member who has lost everything, and by nobody else', async () => {
    await turnOn()
    const reset = (token: string) => server.call(resetSecondFactor, { token, params: { userId: person.id } })
    expect((await reset(lab.member.token)).code).toBe('ERR_0403')
    expect((await reset((await addOrganisation(server)).admin.token)).code).toBe('ERR_0404')
    expect((await reset(lab.admin.token)).status).toBe(204)
    expect((await reset(lab.admin.token)).code).toBe('ERR_0404')
    expect((await firstStep()).status).toBe(200)
    expect((await mailsTo(server, person.email)).at(-1)?.subject).toBe('Your two-step verification was reset')
    expect(await audited()).toContain('admin: Reset the two-step verification of person Tester')
  })

  it('is done by the operator', async () => {
    await turnOn()
    const reset = () => resetByOperator(server.context.db, person.email.toUpperCase(), clock.now())
    await reset()
    expect((await firstStep()).status).toBe(200)
    await expect(reset()).rejects.toThrow('has no two-step verification')
    expect(await audited()).toContain('nobody: Reset the two-step verification of person Tester')
  })
})

describe('An organisation that asks for two-step verification', () => {
  const require = (required: boolean, token = lab.admin.token) =>
    server.call(requireSecondFactor, { token, body: { data: { required } } })

  it('is asked by an admin who has it, and by nobody else', async () => {
    expect((await require(true, lab.member.token)).code).toBe('ERR_0403')
    expect((await require(true)).code).toBe('ERR_0409')
    await turnOn(lab.admin)
    expect((await require(true)).status).toBe(204)
    const { data } = (await server.call(getSecondFactor, { token: lab.guest.token })).body
    expect(data.required).toBe(true)
    expect(await audited()).toContain('admin: Made two-step verification compulsory in the organization Lab')
    expect((await require(false)).status).toBe(204)
    expect(await audited()).toContain('admin: Made two-step verification optional in the organization Lab')
  })

  it('lets members without it do nothing else, at once and after a log-in, until they have it', async () => {
    const projects = (token: string) => server.call(listProjects, { token, query: {} })
    expect((await projects(person.token)).status).toBe(200)
    await turnOn(lab.admin)
    await require(true)
    expect(await projects(person.token)).toMatchObject({ status: 403, code: 'ERR_1023' })
    person.token = (await logIn(server, person.email)).access_token
    expect((await projects(person.token)).code).toBe('ERR_1023')
    const { data: me } = (await server.call(whoAmI, { token: person.token })).body
    expect(me.secondFactorMissing).toBe(true)
    const { data: factor } = (await server.call(getSecondFactor, { token: person.token })).body
    expect(factor).toMatchObject({ since: null, required: true })

    await turnOn()
    expect((await projects(person.token)).status).toBe(200)
    expect((await server.call(whoAmI, { token: person.token })).body.data.secondFactorMissing).toBe(false)
    expect((await projects(lab.admin.token)).status).toBe(200)
  })

  it('makes members who turn it off set it up again', async () => {
    await turnOn(lab.admin)
    await require(true)
    const { secret } = await turnOn()
    const data = { code: codeOf(secret), password }
    expect((await server.call(disableSecondFactor, { token: person.token, body: { data } })).status).toBe(204)
    expect((await server.call(listProjects, { token: person.token, query: {} })).code).toBe('ERR_1023')
    expect((await server.call(listSessions, { token: person.token })).status).toBe(200)
    expect((await server.call(logout, { token: person.token })).status).toBe(204)
  })

  it('shows its admins who has it', async () => {
    await turnOn()
    const { data } = (await server.call(listMembers, { token: lab.admin.token, query: {} })).body
    expect(data.filter(({ secondFactor }) => secondFactor).map(({ id }) => id)).toEqual([person.id])
  })
})

it('A ticket is stored as a hash', async () => {
  await turnOn()
  const ticket = await ticketOf()
  const rows = await server.context.db.select().from(loginTickets).where(eq(loginTickets.userId, person.id))
  expect(rows.map(({ hash }) => hash.toString('latin1')).join()).not.toContain(ticket)
  expect(ticket).toMatch(/^[\w-]{43}$/)
})
