import { passwordConfirm, passwordReset, whoAmI } from '@lamella/shared/contract'
import { and, eq } from 'drizzle-orm'
import { auditLog } from '../src/platform/db/schema/index.ts'
import { createClock } from './clock.ts'
import { setUpServer } from './helper.ts'
import { addPerson, logIn, type Person, password, setUpOrganisation, tokenCall } from './people.ts'
import { lastLinkTo, lastTokenTo, mailsTo } from './queued-mails.ts'

const clock = createClock()
const server = setUpServer({ now: clock.now })
const lab = setUpOrganisation(server)
let person: Person
beforeEach(async () => {
  clock.advance({ hours: 2 })
  person = await addPerson(server, lab.id, 'person')
})

const fresh = 'Brand-new-8'
const request = (email: string) => server.call(passwordReset, { body: { data: { email } } })
const confirm = (email: string, token: string, secret = fresh) =>
  server.call(passwordConfirm, { params: { email }, body: { data: { token, password: secret } } })
const tokenFor = async (email: string) => {
  expect((await request(email)).status).toBe(204)
  return lastTokenTo(server, email)
}

describe('Password reset', () => {
  it('D1-7-10 mails a link to the confirm page with address and token', async () => {
    expect(await request(person.email.toUpperCase())).toMatchObject({ status: 204, body: undefined })
    const link = await lastLinkTo(server, person.email)
    expect(`${link.origin}${link.pathname}`).toBe('http://localhost:8080/auth/password/confirm')
    expect(link.searchParams.get('email')).toBe(person.email)
    expect(link.searchParams.get('token')).toMatch(/^[\w-]{43}$/)
  })

  it('answers the same for an address without account, and mails no link to a password', async () => {
    const known = await request(person.email)
    const unknown = await request('stranger@lab.test')
    expect([unknown.status, unknown.raw.toString()]).toEqual([known.status, known.raw.toString()])
    expect((await mailsTo(server, 'stranger@lab.test')).map(({ subject }) => subject)).toEqual([
      'No Lamella account with this email address',
    ])
    expect((await lastLinkTo(server, 'stranger@lab.test')).pathname).toBe('/auth/signup')
  })

  it('D1-7-11 D1-3-08 sets the new password; the old one and the link are used up', async () => {
    const token = await tokenFor(person.email)
    expect(await confirm(person.email, token)).toMatchObject({ status: 204, body: undefined })
    expect((await logIn(server, person.email, fresh)).token_type).toBe('Bearer')
    const old = await tokenCall(server, { grant_type: 'password', username: person.email, password })
    expect(old.code).toBe('ERR_1001')
    expect(await confirm(person.email, token)).toMatchObject({ status: 400, code: 'ERR_1003' })
  })

  it.each(['token', 'password'])('D1-3-08 asks for the %s', async (field) => {
    const token = await tokenFor(person.email)
    const data = { token, password: fresh, [field]: undefined }
    const answer = await server.call(passwordConfirm, { params: { email: person.email }, body: { data } as never })
    expect(answer).toMatchObject({ status: 400, code: 'ERR_0400' })
    expect(answer.raw.toString()).toContain(field)
  })

  it('ends every session of the account, mails its owner and writes to the audit log', async () => {
    const other = await logIn(server, person.email)
    await confirm(person.email, await tokenFor(person.email))
    expect((await server.call(whoAmI, { token: person.token })).status).toBe(401)
    expect((await server.call(whoAmI, { token: other.access_token })).status).toBe(401)
    const refreshed = await tokenCall(server, { grant_type: 'refresh_token', refresh_token: other.refresh_token })
    expect(refreshed.status).toBe(401)
    const mails = await mailsTo(server, person.email)
    expect(mails.at(-1)?.subject).toBe('Your Lamella password was changed')
    const ofPerson = and(eq(auditLog.userId, person.id), eq(auditLog.action, 'password.changed'))
    expect(await server.context.db.select().from(auditLog).where(ofPerson)).toHaveLength(1)
  })

  it('invalidates older links', async () => {
    const older = await tokenFor(person.email)
    const newer = await tokenFor(person.email)
    expect((await confirm(person.email, newer)).status).toBe(204)
    expect((await confirm(person.email, older)).code).toBe('ERR_1003')
  })

  it.each([
    [59, 204],
    [60, 400],
  ])('%d minutes after the mail answers %d', async (minutes, status) => {
    const token = await tokenFor(person.email)
    clock.advance({ minutes })
    expect((await confirm(person.email, token)).status).toBe(status)
  })

  it('works for its own address only', async () => {
    const token = await tokenFor(person.email)
    expect(await confirm(lab.admin.email, token)).toMatchObject({ status: 400, code: 'ERR_1003' })
    expect(await confirm('stranger@lab.test', token)).toMatchObject({ status: 400, code: 'ERR_1003' })
    expect((await confirm(person.email, token)).status).toBe(204)
  })

  it('of parallel confirmations only one succeeds', async () => {
    const token = await tokenFor(person.email)
    const answers = await Promise.all(Array.from({ length: 4 }, (_, n) => confirm(person.email, token, `${fresh}${n}`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400, 400])
  })

  it.each(['short1A', 'alllowercase1!', ''])(
    'D1-5-08 refuses the weak password "%s" and keeps the link',
    async (weak) => {
      const token = await tokenFor(person.email)
      expect(await confirm(person.email, token, weak)).toMatchObject({ status: 400, code: 'ERR_0400' })
      expect((await confirm(person.email, token)).status).toBe(204)
    },
  )

  it.each([
    ['with account', () => person.email],
    ['without account', () => 'often@lab.test'],
  ])('is limited to three per hour for an address %s', async (_, email) => {
    for (let index = 0; index < 3; index++) expect((await request(email())).status).toBe(204)
    expect(await request(email())).toMatchObject({ status: 429, code: 'ERR_0429' })
  })
})
