import { passwordConfirm, passwordReset, renewRecoveryCodes, whoAmI } from '@lamella/shared/contract'
import { eq, sql } from 'drizzle-orm'
import { loginTickets, secondFactors } from '../src/platform/db/schema/index.ts'
import { password } from './people.ts'
import { lastTokenTo, mailsTo } from './queued-mails.ts'
import { setUpSecondFactor } from './second-factor-calls.ts'
import { until } from './until.ts'

const {
  clock,
  server,
  lab,
  person,
  codeOf,
  wrongCode,
  begin,
  confirm,
  turnOn,
  firstStep,
  ticketOf,
  secondStep,
  audited,
} = setUpSecondFactor()

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

  it('has no session left that a second step began while the new password was being set', async () => {
    const { secret } = await turnOn()
    const half = await ticketOf()
    await server.call(passwordReset, { body: { data: { email: person.email } } })
    const data = { token: await lastTokenTo(server, person.email), password: 'Brand-new-8' }
    const { db } = server.context
    const waiting = (calls: number) =>
      until(async () => {
        const { rows } = await db.execute<{ calls: number }>(sql`SELECT count(*)::int AS calls FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`)
        return rows[0]?.calls === calls
      })
    const { step, reset } = await db.transaction(async (tx) => {
      await tx.select().from(secondFactors).where(eq(secondFactors.userId, person.id)).for('update')
      const step = secondStep(half, codeOf(secret))
      await waiting(1)
      const reset = server.call(passwordConfirm, { params: { email: person.email }, body: { data } })
      await waiting(2)
      return { step, reset }
    })
    const [{ body }] = await Promise.all([step, reset])
    expect(body.access_token).toEqual(expect.any(String))
    expect((await server.call(whoAmI, { token: body.access_token })).status).toBe(401)
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

it('A ticket is stored as a hash', async () => {
  await turnOn()
  const ticket = await ticketOf()
  const rows = await server.context.db.select().from(loginTickets).where(eq(loginTickets.userId, person.id))
  expect(rows.map(({ hash }) => hash.toString('latin1')).join()).not.toContain(ticket)
  expect(ticket).toMatch(/^[\w-]{43}$/)
})
