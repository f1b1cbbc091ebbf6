import {
  changePassword,
  deleteAvatar,
  endSession,
  endSessions,
  getAvatar,
  listSessions,
  listUsers,
  maxAvatarSize,
  passwordConfirm,
  passwordReset,
  putAvatar,
  updateProfile,
  whoAmI,
} from '@lamella/shared/contract'
import { and, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { auditLog } from '../src/platform/db/schema/index.ts'
import { createClock } from './clock.ts'
import { setUpServer } from './helper.ts'
import { addOrganisation, logIn, type Person, password, setUpOrganisation, tokenCall } from './people.ts'
import { lastTokenTo, mailsTo } from './queued-mails.ts'

const clock = createClock()
const server = setUpServer({ now: clock.now })
beforeEach(() => clock.advance({ hours: 2 }))
const lab = setUpOrganisation(server, beforeEach)
let me: Person
beforeEach(() => {
  me = lab.member
})

const actions = async () =>
  (
    await server.context.db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(and(eq(auditLog.organisationId, lab.id), eq(auditLog.userId, me.id)))
      .orderBy(auditLog.id)
  ).map(({ action }) => action)

it('D2-7-21 A new name is shown everywhere, and recorded', async () => {
  const data = { firstName: ' Ida ', lastName: 'Berg' }
  expect((await server.call(updateProfile, { token: me.token, body: { data } })).status).toBe(204)
  const user = (await server.call(whoAmI, { token: me.token })).body.data
  expect([user.firstName, user.lastName, user.fullName]).toEqual(['Ida', 'Berg', 'Ida Berg'])
  expect(await actions()).toContain('user.renamed')
})

it.each([
  ['line ends, which would write lines into mails', 'Ann\r\nSubject: x', 'AnnSubject: x'],
  ['a mark that turns the order of letters', 'Ann\u200f gpj', 'Ann gpj'],
])('A name is kept without %s', async (_, firstName, kept) => {
  const data = { firstName, lastName: '<b>Berg</b>' }
  await server.call(updateProfile, { token: me.token, body: { data } })
  const user = (await server.call(whoAmI, { token: me.token })).body.data
  expect([user.firstName, user.lastName]).toEqual([kept, '<b>Berg</b>'])
})

describe('A new password', () => {
  const newPassword = 'Another-horse-8'
  const change = (data: object, token = me.token) =>
    server.call(changePassword, { token, body: { data: { currentPassword: password, newPassword, ...data } } })

  it('works from then on; the other sessions end, this one stays, older links are useless', async () => {
    const other = await logIn(server, me.email)
    await server.call(passwordReset, { body: { data: { email: me.email } } })
    const token = await lastTokenTo(server, me.email)
    await server.call(whoAmI, { token: other.access_token })
    expect((await change({})).status).toBe(204)
    expect((await server.call(whoAmI, { token: me.token })).status).toBe(200)
    expect((await server.call(whoAmI, { token: other.access_token })).code).toBe('ERR_1002')
    const { refresh_token } = other
    expect((await tokenCall(server, { grant_type: 'refresh_token', refresh_token })).code).toBe('ERR_1002')
    await expect(logIn(server, me.email)).rejects.toThrow('ERR_1001')
    await logIn(server, me.email, newPassword)
    expect((await mailsTo(server, me.email)).at(-1)?.subject).toBe('Your Lamella password was changed')
    const link = { params: { email: me.email }, body: { data: { token, password } } }
    expect((await server.call(passwordConfirm, link)).code).toBe('ERR_1003')
    expect(await actions()).toContain('password.changed')
  })

  it('needs the current one, and is refused without ending the session', async () => {
    const answer = await change({ currentPassword: 'Wrong-horse-7' })
    expect([answer.status, answer.code]).toEqual([400, 'ERR_1009'])
    await logIn(server, me.email)
    expect(await actions()).toContain('password-change.failed')
  })

  it('D1-5-09 must keep the rules for passwords', async () => {
    expect((await change({ newPassword: 'short1A' })).code).toBe('ERR_0400')
  })

  it('cannot be guessed with a stolen session: failures are slowed down as for a log-in', async () => {
    const codes = new Set<string | null>()
    for (let guess = 0; guess < 11; guess += 1) codes.add((await change({ currentPassword: `Guess-${guess}` })).code)
    expect([...codes]).toEqual(['ERR_1009', 'ERR_0429'])
    expect((await change({})).code).toBe('ERR_0429')
  })
})

describe('Sessions', () => {
  const list = async (token = me.token) => (await server.call(listSessions, { token })).body.data

  it('are listed with device, start and last use; the current one is marked', async () => {
    clock.advance({ minutes: 5 })
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const credentials = { grant_type: 'password', username: me.email, password }
    const { body } = await tokenCall(server, credentials, { 'user-agent': userAgent })
    const started = clock.now().toISOString()
    clock.advance({ minutes: 5 })
    const refresh = { grant_type: 'refresh_token', refresh_token: body.refresh_token }
    const { access_token: token } = (await tokenCall(server, refresh)).body
    const [first, second, ...others] = await list(token)
    expect(first).toMatchObject({ device: 'Firefox on Linux', isCurrent: true })
    expect([first?.created, first?.lastUsed]).toEqual([started, clock.now().toISOString()])
    expect(second).toMatchObject({ device: null, isCurrent: false })
    expect(others).toEqual([])
  })

  it('end one by one', async () => {
    const { access_token: other } = await logIn(server, me.email)
    const [away] = (await list()).filter(({ isCurrent }) => !isCurrent)
    const params = { sessionId: away?.id ?? '' }
    await server.call(whoAmI, { token: other })
    expect((await server.call(endSession, { token: me.token, params })).status).toBe(204)
    expect((await server.call(whoAmI, { token: other })).code).toBe('ERR_1002')
    expect(await list()).toHaveLength(1)
    expect((await server.call(endSession, { token: me.token, params })).code).toBe('ERR_0404')
  })

  it('end everywhere at once, also this one', async () => {
    const other = await logIn(server, me.email)
    expect((await server.call(endSessions, { token: me.token })).status).toBe(204)
    for (const token of [me.token, other.access_token]) {
      expect((await server.call(whoAmI, { token })).code).toBe('ERR_1002')
    }
    const { refresh_token } = other
    expect((await tokenCall(server, { grant_type: 'refresh_token', refresh_token })).code).toBe('ERR_1002')
    expect(await actions()).toContain('sessions.ended')
    expect((await server.call(whoAmI, { token: lab.admin.token })).status).toBe(200)
  })
})

describe('A picture', () => {
  const put = (payload: Buffer, token = me.token) => server.call(putAvatar, { token, payload })
  const get = (userId: string, token = lab.guest.token, query = {}, extraHeaders = {}) =>
    server.call(getAvatar, { token, params: { userId }, query, extraHeaders })
  const red = () => sharp({ create: { width: 600, height: 300, channels: 3, background: '#d02020' } })

  it.each([
    ['PNG', () => red().png().toBuffer()],
    [
      'JPEG',
      () =>
        red()
          .withExif({ IFD0: { Copyright: 'GPS 48.2 16.4' } })
          .jpeg()
          .toBuffer(),
    ],
    ['WebP', () => red().webp().toBuffer()],
  ])('given as %s becomes a WebP of 256 × 256 without metadata, for everybody of the organisation', async (_, make) => {
    expect((await put(await make())).status).toBe(204)
    const answer = await get(me.id)
    expect(answer.headers['content-type']).toBe('image/webp')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    const { format, width, height, exif } = await sharp(answer.raw).metadata()
    expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 256, height: 256, exif: undefined })
    const [r = 0, g = 255] = await sharp(answer.raw).raw().toBuffer()
    expect([r > 150, g < 90]).toEqual([true, true])
    expect(await actions()).toContain('avatar.changed')
  })

  it.each([
    [
      'SVG with a script',
      async () =>
        Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><script>alert(1)</script><rect width="9" height="9"/></svg>',
        ),
    ],
    ['HTML', async () => Buffer.from('<html><script>alert(1)</script></html>')],
    ['GIF', () => red().gif().toBuffer()],
    ['TIFF', () => red().tiff().toBuffer()],
    ['PDF', async () => Buffer.from('%PDF-1.4')],
    ['nothing', async () => Buffer.alloc(0)],
    ['half a PNG', async () => (await red().png().toBuffer()).subarray(0, 60)],
    ['a PNG of 90 megapixels', () => bomb()],
  ])('is not taken from %s', async (_, make) => {
    const answer = await put(await make())
    expect([answer.status, answer.code]).toEqual([415, 'ERR_1011'])
    expect((await get(me.id)).code).toBe('ERR_0404')
    expect((await server.call(whoAmI, { token: me.token })).body.data.avatar).toBeUndefined()
  })

  it('loses data hidden after its pixels', async () => {
    const polyglot = Buffer.concat([await red().png().toBuffer(), Buffer.from('<script>alert(1)</script>')])
    expect((await put(polyglot)).status).toBe(204)
    expect((await get(me.id)).raw.includes('<script')).toBe(false)
  })

  it('is at most 5 MB', async () => {
    expect((await put(Buffer.alloc(maxAvatarSize + 1))).code).toBe('ERR_0413')
  })

  it('has its version wherever users are listed, and is cached forever by it', async () => {
    await put(await red().png().toBuffer())
    const { avatar: version } = (await server.call(whoAmI, { token: me.token })).body.data
    const { data } = (await server.call(listUsers, { token: lab.guest.token })).body
    expect(data.map(({ id, avatar }) => [id === me.id, avatar])).toEqual(
      data.map(({ id }) => (id === me.id ? [true, version] : [false, undefined])),
    )
    const named = await get(me.id, lab.guest.token, { version })
    expect(named.headers['cache-control']).toBe('private, max-age=31536000, immutable')
    const plain = await get(me.id)
    expect(plain.headers['cache-control']).toBe('private, no-cache')
    const again = await get(me.id, lab.guest.token, {}, { 'if-none-match': String(plain.headers.etag) })
    expect([again.status, again.raw.length]).toEqual([304, 0])
    await put(await red().negate().png().toBuffer())
    expect((await server.call(whoAmI, { token: me.token })).body.data.avatar).not.toBe(version)
  })

  it('D2-7-23 is answered with its address, at which it is served', async () => {
    const { status, headers } = await put(await red().png().toBuffer())
    expect([status, headers.location]).toEqual([204, `/api/v1/users/${me.id}/avatar`])
    const picture = await get(String(headers.location).split('/').at(-2) ?? '')
    expect(await sharp(picture.raw).metadata()).toMatchObject({ format: 'webp', width: 256 })
  })

  it('D2-7-24 can be removed', async () => {
    await put(await red().png().toBuffer())
    expect((await server.call(deleteAvatar, { token: me.token })).status).toBe(204)
    expect((await server.call(deleteAvatar, { token: me.token })).status).toBe(204)
    expect((await get(me.id)).code).toBe('ERR_0404')
    expect((await actions()).filter((action) => action === 'avatar.removed')).toHaveLength(1)
  })

  it('is not shown to other organisations', async () => {
    await put(await red().png().toBuffer())
    const { admin } = await addOrganisation(server)
    expect((await get(me.id, admin.token)).code).toBe('ERR_0404')
  })

  it('can be changed twenty times an hour', async () => {
    let last = await put(Buffer.from('x'))
    for (let call = 0; call < 20; call += 1) last = await put(Buffer.from('x'))
    expect(last.code).toBe('ERR_0429')
  })
})

/** A picture of few bytes with many pixels. */
const bomb = () =>
  sharp({ create: { width: 10_000, height: 9_000, channels: 3, background: '#000' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
