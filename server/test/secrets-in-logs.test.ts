import { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import {
  acceptInvitation,
  beginSecondFactor,
  changePassword,
  confirmSecondFactor,
  disableSecondFactor,
  downloadBundle,
  invite,
  openInvitation,
  passwordConfirm,
  passwordReset,
  requestToken,
  signup,
  signupConfirm,
  tokenRefusal,
} from '@lamella/shared/contract'
import { generateSync } from 'otplib'
import pg from 'pg'
import { findClientApp } from '../src/domains/auth/client-app-repository.ts'
import { readSealingKey } from '../src/domains/auth/sealing-key.ts'
import { readOperatorToken } from '../src/platform/http/operator-token.ts'
import { createClock } from './clock.ts'
import { setUpServer } from './helper.ts'
import { logIn, password, tokenCall } from './people.ts'
import { lastTokenTo } from './queued-mails.ts'

let log = ''
const destination = new Writable({
  write: (chunk, _encoding, done) => {
    log += chunk
    done()
  },
})
const smtpPassword = 'smtp-secret-4711'
const clock = createClock()
const env = { LAMELLA_ROLE: 'all', SMTP_URL: `smtp://mailer:${smtpPassword}@127.0.0.1:1` }
const server = setUpServer({ now: clock.now, log: destination, env })

const logged = async (text: string): Promise<void> => {
  while (!log.includes(text)) await setImmediate()
}

/** Parameters of the last failed query. */
let lastFailed = ''

/** Makes the first statement that begins so, with `value` in its text or parameters, fail, and checks that the log has it. */
const failingAt = async (beginning: string, call: () => Promise<unknown>, value = ''): Promise<void> => {
  const before = log.split('request failed').length
  const { query } = pg.Client.prototype
  const failing = jest.spyOn(pg.Client.prototype, 'query')
  failing.mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const text = JSON.stringify(args)
    const wanted = text.includes(JSON.stringify(beginning).slice(1, -1)) && text.includes(value)
    if (!wanted) return Reflect.apply(query, this, args)
    failing.mockRestore()
    lastFailed = text
    return Promise.reject(new Error('the disk is full'))
  } as typeof query)
  await call()
  while (log.split('request failed').length === before) await setImmediate()
}

it('The whole log of a life with accounts, at level trace, holds no password, token or secret, and no address', async () => {
  const email = 'ann@logs.test'
  const newPassword = 'Another-horse-8'
  const wrongPassword = 'Wrong-horse-9'
  const agreed = { agreementTerms: true, agreementPrivacy: true } as const
  const secrets: Record<string, string> = { password, newPassword, wrongPassword, smtpPassword }
  const keep = (name: string, secret: string) => {
    secrets[name] = secret
    return secret
  }
  const { appSecret } = await findClientApp(server.context.db)
  keep('client secret', appSecret)
  keep('operator token', (await readOperatorToken(server.context.config)) ?? '')

  // Sign-up with its errors: a broken body, a wrong field, a used link.
  await server.call(signup, { body: { data: { email, ...agreed } } })
  const token = keep('sign-up link', await lastTokenTo(server, email))
  const form = { firstName: 'Ann', lastName: 'Ray', organizationName: 'Ray lab', password, token, ...agreed }
  await server.call(signupConfirm, { body: { data: { ...form, firstName: '' } } })
  await server.app.inject({
    method: 'POST',
    url: signupConfirm.path,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ data: form }).slice(0, -3),
  })
  await server.call(signupConfirm, { body: { data: form } })
  await server.call(signupConfirm, { body: { data: form } })

  // Sessions, also with secrets in wrong places.
  const credentials = { grant_type: 'password', username: email }
  await tokenCall(server, { ...credentials, password: wrongPassword })
  await server.app.inject({ method: 'POST', url: `${requestToken.path}?password=${password}&token=${appSecret}` })
  const first = await logIn(server, email)
  keep('access token', first.access_token)
  const refresh = { grant_type: 'refresh_token', refresh_token: keep('refresh token', first.refresh_token) }
  const second = (await tokenCall(server, refresh)).body
  keep('second access token', second.access_token)
  keep('second refresh token', second.refresh_token)
  const bundle = downloadBundle.path.replace(':bundleId', '0198f2c0-0000-7000-8000-000000000000')
  await server.app.inject({ url: `${bundle}?access_token=${second.access_token}` })
  await server.app.inject({
    url: `/nowhere?token=${token}`,
    headers: { authorization: `Bearer ${second.access_token}` },
  })

  // Passwords.
  const body = { data: { currentPassword: wrongPassword, newPassword } }
  await server.call(changePassword, { token: second.access_token, body })
  await server.call(passwordReset, { body: { data: { email } } })
  const resetToken = keep('reset link', await lastTokenTo(server, email))
  const reset = { params: { email }, body: { data: { token: resetToken, password: newPassword } } }
  await server.call(passwordConfirm, reset)
  await server.call(passwordConfirm, reset)

  // The second step: secret, recovery codes and tickets, also wrong ones.
  const session = await logIn(server, email, newPassword)
  const { secret } = (await server.call(beginSecondFactor, { token: session.access_token })).body.data
  keep('secret of the app', secret)
  keep('sealing key', await readSealingKey(server.context.config))
  const codeNow = () => generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1000) })
  const proof = (code: string) => ({ token: session.access_token, body: { data: { code, password: newPassword } } })
  await server.call(confirmSecondFactor, proof('000000'))
  const { recoveryCodes } = (await server.call(confirmSecondFactor, proof(codeNow()))).body.data
  const refused = await tokenCall(server, { ...credentials, password: newPassword })
  const ticket = keep('ticket', tokenRefusal.parse(JSON.parse(String(refused.raw))).ticket ?? '')
  const step = { grant_type: 'second_factor', ticket }
  await tokenCall(server, { ...step, code: keep('wrong recovery code', 'WR0N-GC0D-E123-4567') })
  await tokenCall(server, { ...step, code: keep('recovery code', recoveryCodes[0] ?? '') })
  clock.advance({ seconds: 30 })
  await server.call(disableSecondFactor, proof(keep('other recovery code', recoveryCodes[1] ?? '')))

  // Invitations.
  const third = await logIn(server, email, newPassword)
  const invited = { data: { emails: ['bob@logs.test'], role: 'USER' as const } }
  const results = (await server.call(invite, { token: keep('third access token', third.access_token), body: invited }))
    .body
  const params = { invitationId: results.data[0]?.invitationId ?? '' }
  const invitationToken = keep('invitation link', await lastTokenTo(server, 'bob@logs.test'))
  await server.call(openInvitation, { params, query: { token: invitationToken } })
  const person = { firstName: 'Bob', lastName: 'Ray', password, token: invitationToken, ...agreed }
  await server.call(acceptInvitation, { params, body: { data: person } })
  await server.call(acceptInvitation, { params, body: { data: person } })

  // A refresh token that is used again after the grace period.
  clock.advance({ minutes: 2 })
  await tokenCall(server, refresh)

  // Mails that no server accepts, and a database that fails on a password's hash and on a mail with a link.
  await logged('job failed')
  const invitations = { data: { emails: ['cara@logs.test'], role: 'USER' as const } }
  await failingAt('insert into "audit_log"', () => server.call(passwordReset, { body: { data: { email } } }))
  const inviteCara = () => server.call(invite, { token: third.access_token, body: invitations })
  await failingAt('INSERT INTO jobs', inviteCara, '/auth/invitation/')
  keep('link that was never stored', /token=([\w-]{43})/.exec(lastFailed)?.[1] ?? '')
  await server.call(passwordReset, { body: { data: { email } } })
  const late = { token: await lastTokenTo(server, email), password }
  await failingAt('update "users" set "password_hash"', () =>
    server.call(passwordConfirm, { params: { email }, body: { data: late } }),
  )
  keep('password hash', /\$argon2id[^",]+/.exec(lastFailed)?.[0] ?? '')

  // IP and email addresses, also in PostgreSQL's error about a duplicate row.
  const client = '203.0.113.77'
  await server.app.inject({ url: '/nowhere?email=dora%40logs.test', remoteAddress: client })
  await server.app.inject({ url: `/nowhere/${email}`, headers: { 'x-forwarded-for': client } })
  server.context.log.error(
    { err: Object.assign(new Error(`550 <${email}> is not known`), { rejected: [email] }) },
    'mail',
  )

  expect(log.split('\n').length).toBeGreaterThan(30)
  expect(log).not.toContain(client)
  expect(log).not.toMatch(/(?:@|%40)logs\.test/)
  expect(log).toContain('/api/v1/users/by-email/[mail address]/password')
  expect(log).toContain('token=[hidden]')
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret.length).toBeGreaterThan(10)
    for (const form of [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    ]) {
      expect([name, log.includes(form)]).toEqual([name, false])
    }
  }
})
