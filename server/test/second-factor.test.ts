import {
  beginSecondFactor,
  disableSecondFactor,
  getSecondFactor,
  listMembers,
  listProjects,
  listSessions,
  logout,
  requireSecondFactor,
  resetSecondFactor,
  whoAmI,
} from '@lamella/shared/contract'
import { eq } from 'drizzle-orm'
import { resetByOperator } from '../src/domains/auth/second-factor/organisation-service.ts'
import { recoveryCodes, secondFactors } from '../src/platform/db/schema/index.ts'
import { addOrganisation, logIn, password } from './people.ts'
import { mailsTo } from './queued-mails.ts'
import { setUpSecondFactor } from './second-factor-calls.ts'

const { clock, server, lab, person, codeOf, wrongCode, begin, confirm, turnOn, firstStep, audited } =
  setUpSecondFactor()

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
