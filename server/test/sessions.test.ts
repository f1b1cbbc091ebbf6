import { logout, whoAmI } from '@lamella/shared/contract'
import { eq } from 'drizzle-orm'
import { cleanUpAccounts } from '../src/domains/auth/clean-up.ts'
import { findClientApp } from '../src/domains/auth/client-app-repository.ts'
import { hashSecret } from '../src/platform/crypto/secrets.ts'
import { accessTokens, auditLog, refreshTokens, users } from '../src/platform/db/schema/index.ts'
import { createClock } from './clock.ts'
import { setUpServer } from './helper.ts'
import { clientHeader, logIn, password, setUpOrganisation, tokenCall } from './people.ts'

const clock = createClock()
const server = setUpServer({ now: clock.now })
const lab = setUpOrganisation(server)

const refresh = (token: string) => tokenCall(server, { grant_type: 'refresh_token', refresh_token: token })
const me = (token: string) => server.call(whoAmI, { token })
const auditOf = async (action: string) => {
  const rows = await server.context.db.select().from(auditLog).where(eq(auditLog.action, action)).orderBy(auditLog.id)
  return rows.filter(({ userId }) => userId === lab.member.id)
}

describe('Token call', () => {
  it('D1-7-04 D1-7-06 D1-7-08 logs in by form fields and answers the four token fields', async () => {
    const answer = await tokenCall(server, {
      grant_type: 'password',
      scope: 'all_info',
      username: lab.member.email,
      password,
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      expires_in: 3600,
      token_type: 'Bearer',
    })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect((await me(answer.body.access_token)).body.data.id).toBe(lab.member.id)
  })

  it.each([
    ['no header', () => ({ authorization: '' })],
    [
      'a wrong id',
      async () => ({ authorization: `Basic ${btoa(`other:${(await findClientApp(server.context.db)).appSecret}`)}` }),
    ],
    ['a wrong secret', () => ({ authorization: `Basic ${btoa('lamella-portal:wrong')}` })],
    ['a bearer', () => ({ authorization: `Bearer ${lab.member.token}` })],
  ])('D1-7-05 refuses %s in place of the application id and secret', async (_, header) => {
    const fields = { grant_type: 'password', username: lab.member.email, password }
    expect(await tokenCall(server, fields, await header())).toMatchObject({ status: 401, code: 'ERR_1006' })
  })

  it.each([
    ['a missing password', { grant_type: 'password', username: 'a@b.cd' }, 'ERR_0400'],
    ['a missing user name', { grant_type: 'password', password }, 'ERR_0400'],
    ['a missing scope', { grant_type: 'password', username: 'a@b.cd', password, scope: undefined }, 'ERR_0400'],
    ['another scope', { grant_type: 'password', username: 'a@b.cd', password, scope: 'some_info' }, 'ERR_0400'],
    ['a missing grant type', { username: 'a@b.cd', password }, 'ERR_0400'],
    ['a missing refresh token', { grant_type: 'refresh_token' }, 'ERR_0400'],
    ['another grant type', { grant_type: 'client_credentials' }, 'ERR_1007'],
  ])('D1-7-06 D1-7-07 answers 400 to %s', async (_, fields, code) => {
    expect(await tokenCall(server, fields)).toMatchObject({ status: 400, code })
  })

  it('refuses JSON and a broken form', async () => {
    const extraHeaders = { ...(await clientHeader(server)), 'content-type': 'application/json' }
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/v1/oauth2/token',
      headers: extraHeaders,
      payload: '{',
    })
    expect(answer.statusCode).toBe(400)
  })

  it('gives the same answer for a wrong password and an unknown account', async () => {
    const attempt = (username: string) =>
      tokenCall(server, { grant_type: 'password', username, password: 'Wrong-horse-7' })
    const wrong = await attempt(lab.member.email)
    const unknown = await attempt('nobody@lab.test')
    expect(wrong).toMatchObject({ status: 401, code: 'ERR_1001' })
    expect(wrong.raw.toString()).toContain('Error 401')
    expect(unknown.status).toBe(wrong.status)
    expect(unknown.raw.equals(wrong.raw)).toBe(true)
  })

  it('accepts the address in any case and with blanks around it', async () => {
    expect((await logIn(server, ` ${lab.member.email.toUpperCase()} `)).token_type).toBe('Bearer')
  })

  it('keeps no token and no password in clear', async () => {
    const { access_token, refresh_token } = await logIn(server, lab.member.email)
    const { db } = server.context
    expect(
      await db
        .select()
        .from(accessTokens)
        .where(eq(accessTokens.hash, hashSecret(access_token))),
    ).toHaveLength(1)
    expect(
      await db
        .select()
        .from(refreshTokens)
        .where(eq(refreshTokens.hash, hashSecret(refresh_token))),
    ).toHaveLength(1)
    const [user] = await db.select().from(users).where(eq(users.id, lab.member.id))
    expect(user?.passwordHash).toMatch(/^\$argon2id\$/)
    expect(user?.lastActive).toEqual(clock.now())
  })

  it('writes successful and failed log-ins to the audit log', async () => {
    const before = { started: await auditOf('session.started'), failed: await auditOf('login.failed') }
    await logIn(server, lab.member.email)
    await tokenCall(server, { grant_type: 'password', username: lab.member.email, password: 'wrong' })
    expect(await auditOf('session.started')).toHaveLength(before.started.length + 1)
    expect(await auditOf('login.failed')).toHaveLength(before.failed.length + 1)
  })
})

describe('Access token', () => {
  it('ends after an hour', async () => {
    const { access_token: token } = await logIn(server, lab.member.email)
    clock.advance({ seconds: 3599 })
    expect((await me(token)).status).toBe(200)
    clock.advance({ seconds: 1 })
    expect(await me(token)).toMatchObject({ status: 401, code: 'ERR_1002' })
  })

  it('ends at once with log-out, and so does the refresh token', async () => {
    const tokens = await logIn(server, lab.member.email)
    const other = await logIn(server, lab.member.email)
    await me(tokens.access_token)
    const count = (await auditOf('session.ended')).length
    expect((await server.call(logout, { token: tokens.access_token })).status).toBe(204)
    expect(await me(tokens.access_token)).toMatchObject({ status: 401, code: 'ERR_1002' })
    expect(await refresh(tokens.refresh_token)).toMatchObject({ status: 401, code: 'ERR_1002' })
    expect((await me(other.access_token)).status).toBe(200)
    expect(await auditOf('session.ended')).toHaveLength(count + 1)
  })

  it('D1-7-18 of a user who is not active is refused with 401', async () => {
    const { access_token: token } = await logIn(server, lab.guest.email)
    await server.context.db.update(users).set({ active: false }).where(eq(users.id, lab.guest.id))
    expect(await me(token)).toMatchObject({ status: 401, code: 'ERR_0401' })
    await server.context.db.update(users).set({ active: true }).where(eq(users.id, lab.guest.id))
  })
})

describe('Refresh', () => {
  it('D1-7-07 gives new tokens; the old refresh token is used up', async () => {
    const first = await logIn(server, lab.member.email)
    const second = await refresh(first.refresh_token)
    expect(second.status).toBe(200)
    expect(second.body.refresh_token).not.toBe(first.refresh_token)
    expect((await me(second.body.access_token)).status).toBe(200)
    expect((await refresh(second.body.refresh_token)).status).toBe(200)
  })

  it('gives the same successor again within 60 s, also while the successor is used', async () => {
    const first = await logIn(server, lab.member.email)
    const lost = await refresh(first.refresh_token)
    await refresh(lost.body.refresh_token)
    clock.advance({ seconds: 59 })
    const again = await refresh(first.refresh_token)
    expect(again.body).toEqual({ ...lost.body, expires_in: 3600 - 59 })
  })

  it('gives the same successor to many requests at once', async () => {
    const { refresh_token } = await logIn(server, lab.member.email)
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(refresh_token)))
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
  })

  it('revokes the session when a token is used again after the grace period', async () => {
    const stolen = await logIn(server, lab.member.email)
    const untouched = await logIn(server, lab.member.email)
    const next = await refresh(stolen.refresh_token)
    clock.advance({ seconds: 60 })
    expect(await refresh(stolen.refresh_token)).toMatchObject({ status: 401, code: 'ERR_1002' })
    expect((await me(next.body.access_token)).status).toBe(401)
    expect((await refresh(next.body.refresh_token)).status).toBe(401)
    expect((await me(untouched.access_token)).status).toBe(200)
    expect((await auditOf('session.revoked')).at(-1)?.detail).toMatchObject({ reason: 'refresh token used twice' })
  })

  it('ends with its session 90 days after the log-in, however often it was refreshed', async () => {
    let tokens = await logIn(server, lab.member.email)
    for (const days of [29, 29, 29]) {
      clock.advance({ days })
      tokens = (await refresh(tokens.refresh_token)).body
      expect(tokens.expires_in).toBe(3600)
    }
    clock.advance({ days: 2, hours: 23, minutes: 30 })
    const last = await refresh(tokens.refresh_token)
    expect(last.body.expires_in).toBe(1800)
    clock.advance({ seconds: 10 })
    expect((await refresh(tokens.refresh_token)).body.expires_in).toBe(1790)
    clock.advance({ seconds: 1789 })
    expect((await me(last.body.access_token)).status).toBe(200)
    clock.advance({ seconds: 1 })
    expect((await me(last.body.access_token)).code).toBe('ERR_1002')
    expect(await refresh(last.body.refresh_token)).toMatchObject({ status: 401, code: 'ERR_1002' })
  })

  it('prolongs a session that is refreshed within 30 days, which otherwise ends', async () => {
    let { refresh_token: token } = await logIn(server, lab.member.email)
    for (const days of [29, 29]) {
      clock.advance({ days })
      token = (await refresh(token)).body.refresh_token
    }
    clock.advance({ days: 30 })
    expect(await refresh(token)).toMatchObject({ status: 401, code: 'ERR_1002' })
  })

  it('refuses an unknown token, and one of a user who is not active', async () => {
    expect(await refresh('x'.repeat(43))).toMatchObject({ status: 401, code: 'ERR_1002' })
    const { refresh_token } = await logIn(server, lab.guest.email)
    await server.context.db.update(users).set({ active: false }).where(eq(users.id, lab.guest.id))
    expect((await refresh(refresh_token)).status).toBe(401)
    await server.context.db.update(users).set({ active: true }).where(eq(users.id, lab.guest.id))
  })

  it('leaves no answer in the database after the grace, and nothing that has expired', async () => {
    const { refresh_token } = await logIn(server, lab.member.email)
    await refresh(refresh_token)
    const stored = async () =>
      (
        await server.context.db
          .select()
          .from(refreshTokens)
          .where(eq(refreshTokens.hash, hashSecret(refresh_token)))
      )[0]
    expect((await stored())?.successor).not.toBeNull()
    clock.advance({ minutes: 5 })
    await cleanUpAccounts(server.context)
    expect((await stored())?.successor).toBeNull()
    clock.advance({ days: 31 })
    await cleanUpAccounts(server.context)
    expect(await stored()).toBeUndefined()
    expect(await server.context.db.select().from(accessTokens)).toEqual([])
  })
})
