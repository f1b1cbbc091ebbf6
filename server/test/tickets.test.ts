import { randomUUID } from 'node:crypto'
import { createTicket, downloadBundle, downloadImage, exportAudit, logout } from '@lamella/shared/contract'
import { eq } from 'drizzle-orm'
import { boot } from '../src/main/boot.ts'
import { contributors, media, resultBundles } from '../src/platform/db/schema/index.ts'
import { blobKeys } from '../src/platform/storage/blobs.ts'
import { freshSession, makeObjects, type Objects } from './access-objects.ts'
import { createClock } from './clock.ts'
import { setUpServer } from './helper.ts'
import { addPerson, type Person, setUpOrganisation } from './people.ts'

const clock = createClock()
const server = setUpServer({ now: clock.now, env: { LAMELLA_OPERATOR_TOKEN: 'operator'.repeat(8) } })
const lab = setUpOrganisation(server)
let viewer: Person
let objects: Objects
beforeEach(async () => {
  const { db, blobs } = server.context
  viewer = await addPerson(server, lab.id, 'viewer')
  objects = await makeObjects(server, lab.admin, { admin: lab.admin, contributors: [[viewer, 'viewer']] })
  const { mediumId, bundleId } = objects
  await blobs.write(blobKeys.original(mediumId), Buffer.from('0123456789'))
  await db
    .update(media)
    .set({ sha256: 'a'.repeat(64), status: 'available' })
    .where(eq(media.id, mediumId))
  await blobs.write(blobKeys.bundle(bundleId), Buffer.from('a;b'))
  await db.update(resultBundles).set({ status: 'successful' }).where(eq(resultBundles.id, bundleId))
})

const original = () => downloadImage.path.replace(':imageId', objects.imageId)
const bundle = () => downloadBundle.path.replace(':bundleId', objects.bundleId)

const linkTo = async (address: string, token = viewer.token): Promise<string> => {
  const { status, body } = await server.call(createTicket, { token, body: { data: { address } } })
  expect(status).toBe(201)
  return body.data.url
}
const open = async (url: string, headers = {}) => {
  const answer = await server.app.inject({ url, headers })
  return {
    status: answer.statusCode,
    body: answer.body,
    code: answer.statusCode < 400 ? null : answer.json().errors[0].code,
  }
}

describe('A ticket', () => {
  it('opens the object that it is for, without a bearer, as often as a browser asks for its parts', async () => {
    const url = await linkTo(original())
    expect(await open(url)).toMatchObject({ status: 200, body: '0123456789' })
    expect(await open(url, { range: 'bytes=2-3' })).toMatchObject({ status: 206, body: '23' })
  })

  it('D1-7-26 opens a result bundle as its access_token', async () => {
    const url = await linkTo(bundle())
    expect(new URL(url, 'http://localhost').searchParams.get('access_token')).toMatch(/^[\w-]+\.\w+\.[\w-]{43}$/)
    expect(await open(url)).toMatchObject({ status: 200, body: 'a;b' })
  })

  it('opens the audit log with the filter for which it was made, and no other', async () => {
    const address = `${exportAudit.path}?${new URLSearchParams({ 'filter[text]': 'export' })}`
    const url = await linkTo(address, lab.admin.token)
    expect((await open(url)).status).toBe(200)
    expect(await open(url.replace('export&', '&'))).toMatchObject({ status: 400, code: 'ERR_1003' })
  })

  it('opens nothing else', async () => {
    const ticket = (await linkTo(original())).split('=')[1]
    for (const path of [bundle().concat('?access_token='), `/api/v1/media/${objects.mediumId}/download?ticket=`]) {
      expect(await open(path + ticket)).toMatchObject({ status: 400, code: 'ERR_1003' })
    }
    expect(await open('/api/v1/users/me', { authorization: `Bearer ${ticket}` })).toMatchObject({ status: 401 })
  })

  it.each([
    ['another signature', (ticket: string) => `${ticket.slice(0, -1)}${ticket.endsWith('A') ? 'E' : 'A'}`],
    [
      'a later end',
      (ticket: string) =>
        ticket.replace(/\.(\w+)\./, (_, end: string) => `.${(Number.parseInt(end, 36) + 1e7).toString(36)}.`),
    ],
    ['another session', (ticket: string) => ticket.replace(/^[^.]+/, randomUUID())],
  ])('with %s is none', async (_, change) => {
    const url = await linkTo(original())
    expect(await open(url.replace(/(?<=ticket=).+/, change))).toMatchObject({ status: 400, code: 'ERR_1003' })
  })

  it('is over after five minutes', async () => {
    const url = await linkTo(original())
    clock.advance({ minutes: 4 })
    expect((await open(url)).status).toBe(200)
    clock.advance({ minutes: 1 })
    expect(await open(url)).toMatchObject({ status: 400, code: 'ERR_1003' })
  })

  it('ends with the session', async () => {
    const { token } = await freshSession(server, viewer)
    const url = await linkTo(original(), token)
    await server.call(logout, { token })
    expect(await open(url)).toMatchObject({ status: 400, code: 'ERR_1003' })
  })

  it('is worth no more than its user may see when it is opened', async () => {
    const url = await linkTo(original())
    await server.context.db.delete(contributors).where(eq(contributors.userId, viewer.id))
    const stranger = await addPerson(server, lab.id, 'stranger')
    expect(await open(await linkTo(original(), stranger.token))).toMatchObject({ status: 404 })
    // The role of a reader may be cached for five seconds (ADR 20).
    clock.advance({ minutes: 1 })
    expect(await open(url)).toMatchObject({ status: 404, code: 'ERR_0404' })
  })

  it.each(['/api/v1/users/me', '/api/v1/images', '/api/v1/downloadTickets', '/api/v1/images/a/b/download'])(
    'is not made for %s',
    async (address) => {
      const answer = await server.call(createTicket, { token: viewer.token, body: { data: { address } } })
      expect([answer.status, answer.code]).toEqual([400, 'ERR_0400'])
    },
  )

  it('of one process is good for another one with the same operator token', async () => {
    const url = await linkTo(exportAudit.path, lab.admin.token)
    const { config, log } = server.context
    const statusAt = async (changes: object) => {
      const other = await boot({ ...config, ...changes }, { log, now: clock.now })
      const answer = await other.app.inject({ url })
      await other.close()
      return answer.statusCode
    }
    expect(await statusAt({})).toBe(200)
    expect(await statusAt({ operatorToken: 'another'.repeat(8) })).toBe(400)
  })
})

describe('An access token in an address', () => {
  it('is refused', async () => {
    for (const name of ['ticket', 'access_token']) {
      expect(await open(`${original()}?${name}=${viewer.token}`)).toMatchObject({ status: 401, code: 'ERR_0401' })
    }
  })

  it('still opens a result bundle: that is what tabs older than tickets do', async () => {
    expect((await open(`${bundle()}?access_token=${viewer.token}`)).status).toBe(200)
  })
})
