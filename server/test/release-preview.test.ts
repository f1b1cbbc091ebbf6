import { createOperatorToken, endPreview, logout, previewRelease } from '@lamella/shared/contract'
import { eq } from 'drizzle-orm'
import { sessions, users } from '../src/platform/db/schema/index.ts'
import { createClock } from './clock.ts'
import { setUpServer } from './helper.ts'
import { logIn, setUpOrganisation } from './people.ts'
import { activate, operatorToken, publish } from './release-files.ts'

const clock = createClock(new Date().toISOString())
const server = setUpServer({ now: clock.now })
const lab = setUpOrganisation(server)
let token: string
beforeAll(async () => {
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await publish(server, 'shell', version)
  await publish(server, 'projects', '2.15.0')
  await activate(server, 'shell', '1.0.0')
  await server.context.db.update(users).set({ operator: true }).where(eq(users.id, lab.admin.id))
  token = (await logIn(server, lab.admin.email)).access_token
})

const preview = (app: string, version: string, as = token) =>
  server.call(previewRelease, { params: { app, version }, token: as })
const cookieOf = ({ headers }: { headers: Record<string, unknown> }): string =>
  [headers['set-cookie']].flat().map(String).join('; ')
const open = async (cookie = '', url = '/') => {
  const answer = await server.app.inject({ url, headers: { accept: 'text/html', ...(cookie && { cookie }) } })
  const [, version] = /<title>Shell ([\d.]+)</.exec(answer.body) ?? []
  return { version, answer, isMarked: answer.body.includes('<meta name="lamella-preview"') }
}

describe('Preview of a version that is not active', () => {
  it('gives its entry to an operator, and to nobody else', async () => {
    const answer = await preview('projects', '2.15.0')
    expect(answer.body.data).toMatchObject({
      url: '/remotes/projects/2.15.0/mf-manifest.json',
      metadata: { version: '2.15.0' },
      deployment: { traffic: 0, default: false },
    })
    expect(await preview('projects', '2.15.0', lab.member.token)).toMatchObject({ status: 403 })
    expect(await preview('projects', '9.9.9')).toMatchObject({ status: 404, code: 'ERR_6002' })
    expect((await server.app.inject('/registry.json')).body).not.toContain('2.15.0')
  })

  it('lets that browser read its files, and no other', async () => {
    const read = async (version: string, cookie = '') =>
      (await server.app.inject({ url: `/remotes/projects/${version}/main.js`, headers: { cookie } })).statusCode
    await publish(server, 'projects', '2.16.0')
    const cookie = cookieOf(await preview('projects', '2.15.0'))
    expect(cookie).toMatch(
      /^lamella_preview_projects=2\.15\.0~[^;]+; Path=\/remotes\/projects\/2\.15\.0\/; HttpOnly; SameSite=Lax/,
    )
    const [own = ''] = cookie.split(';')
    expect([await read('2.15.0'), await read('2.15.0', own), await read('2.16.0', own)]).toEqual([404, 200, 404])
    expect(await read('2.16.0', own.replace('2.15.0~', '2.16.0~'))).toBe(404)
    const [page = ''] = cookieOf(await preview('shell', '1.1.0')).split(';')
    const files = (sent: string) =>
      server.app.inject({ url: '/remotes/shell/1.1.0/main.js', headers: { cookie: sent } })
    expect([(await files('')).statusCode, (await files(page)).statusCode]).toEqual([404, 200])
    expect((await files(page)).headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'accept-encoding, cookie',
    })
  })

  it('sends a shell to the browser of an operator, and the active one to all others', async () => {
    const cookie = cookieOf(await preview('shell', '1.1.0'))
    expect(cookie).toMatch(/^lamella_preview=1\.1\.0~.*HttpOnly.*SameSite=Lax/)
    expect(await open(cookie)).toMatchObject({ version: '1.1.0', isMarked: true })
    expect(await open()).toMatchObject({ version: '1.0.0', isMarked: false })
  })

  it('believes no cookie that it did not sign for this version', async () => {
    const [own = ''] = cookieOf(await preview('shell', '1.1.0')).split(';')
    const other = own.replace('1.1.0~', '1.2.0~')
    const { version, answer } = await open(other)
    expect(version).toBe('1.0.0')
    // And takes it away.
    expect(cookieOf(answer)).toContain('lamella_preview=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0')
    expect((await open('lamella_preview=1.1.0~x.y.z')).version).toBe('1.0.0')
  })

  it('ends by the call, by the address, and with the session or the right of the operator', async () => {
    const ended = await server.call(endPreview, {})
    expect(cookieOf(ended)).toContain('Max-Age=0')
    const session = (await logIn(server, lab.admin.email)).access_token
    const cookie = cookieOf(await preview('shell', '1.1.0', session)).split(';')[0] ?? ''
    expect((await open(cookie, '/?preview=end')).version).toBe('1.0.0')
    expect((await open(cookie)).version).toBe('1.1.0')
    await server.context.db.update(users).set({ operator: false }).where(eq(users.id, lab.admin.id))
    expect((await open(cookie)).version).toBe('1.0.0')
    await server.context.db.update(users).set({ operator: true }).where(eq(users.id, lab.admin.id))
    expect((await open(cookie)).version).toBe('1.1.0')
    await server.call(logout, { token: session })
    expect((await open(cookie)).version).toBe('1.0.0')
    const expired = cookieOf(await preview('shell', '1.1.0')).split(';')[0] ?? ''
    expect((await open(expired)).version).toBe('1.1.0')
    await server.context.db.update(sessions).set({ expires: clock.now() })
    expect((await open(expired)).version).toBe('1.0.0')
    token = (await logIn(server, lab.admin.email)).access_token
  })

  it('is over after eight hours', async () => {
    const cookie = cookieOf(await preview('shell', '1.1.0')).split(';')[0] ?? ''
    clock.advance({ hours: 9 })
    expect((await open(cookie)).version).toBe('1.0.0')
  })

  it('falls back to the active shell when the previewed one does not start', async () => {
    const session = (await logIn(server, lab.admin.email)).access_token
    const cookie = cookieOf(await preview('shell', '1.1.0', session)).split(';')[0] ?? ''
    expect((await open(`${cookie}; lamella_failed_shells=1.1.0`)).version).toBe('1.0.0')
  })

  it('is not for named tokens, which have no browser', async () => {
    const data = { name: 'ci', apps: ['shell'], may: ['check' as const] }
    const { secret } = (await server.call(createOperatorToken, { token: await operatorToken(server), body: { data } }))
      .body.data
    expect(await preview('shell', '1.1.0', secret)).toMatchObject({ code: 'ERR_6007' })
  })
})

describe('The shell that a user was given for a trial', () => {
  it('is the one of the cookie, if it is active, and then whatever the share of the browser is', async () => {
    await activate(server, 'shell', '1.1.0', 1)
    const kept = 'lamella_share=99'
    expect((await open(kept)).version).toBe('1.0.0')
    expect((await open(`${kept}; lamella_assigned=projects@2.15.0~shell@1.1.0`)).version).toBe('1.1.0')
    expect((await open('lamella_share=0; lamella_assigned=shell@1.0.0')).version).toBe('1.0.0')
    expect((await open(`${kept}; lamella_assigned=shell@1.2.0`)).version).toBe('1.0.0')
  })
})
