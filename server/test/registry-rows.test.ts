import { readRegistry, releaseOverview } from '@lamella/shared/contract'
import { eq } from 'drizzle-orm'
import { releases } from '../src/platform/db/schema/index.ts'
import { setUpServer } from './helper.ts'
import { activate, manifestOf, operatorToken, publish, rollBack } from './release-files.ts'

const page = { url: '/', headers: { accept: 'text/html' } }

describe('A row of the registry that another server has written', () => {
  const server = setUpServer()
  const app = 'quality'
  beforeAll(async () => {
    for (const name of ['shell', 'projects', app]) {
      await publish(server, name, '1.0.0')
      await activate(server, name, '1.0.0')
    }
  })

  /** Writes the manifest of the active version and a new entry of the history, without which no process reads again. */
  const store = async (name: string, manifest: unknown) => {
    const { db } = server.context
    await db
      .update(releases)
      .set({ manifest: manifest as never })
      .where(eq(releases.app, name))
    server.context.state.registry.snapshot = null
  }
  const told = async () => {
    const answer = await server.app.inject('/registry.json')
    expect(answer.statusCode).toBe(200)
    const read = readRegistry(answer.json())
    const appsOf = Object.keys(read?.registry.microFrontends ?? {})
    const own = read?.registry.microFrontends[app]?.[0]?.extras.manifest
    return { raw: answer.json(), apps: appsOf, routes: own?.routes.map(({ path }) => path) }
  }
  const whole = manifestOf(app)
  const [route] = whole.routes
  const odd = { ...route, id: 'odd', path: '/quality/odd' }
  const item = { id: 'i', title: 'Q', icon: 'list', to: '/quality', group: 'projects', order: 1, roles: ['USER'] }

  it.each([
    ['a guard', { ...whole, routes: [route, { ...odd, guards: ['retina'] }] }],
    ['a role', { ...whole, routes: [route, { ...odd, roles: ['AUDITOR'] }] }],
    ['a layout', { ...whole, routes: [route, { ...odd, layout: 'plate' }] }],
    ['a group of the menu', { ...whole, menu: [{ ...item, group: 'plates' }] }],
    ['a condition of a guard', { ...whole, guards: [{ id: 'badge', otherwise: '/quality', building: 7 }] }],
    ['a field', { ...whole, audience: 'all' }],
  ])(
    'takes nothing else with it when it has %s that this server does not know, and is told as it is',
    async (_w, row) => {
      await store(app, row)
      const { apps, routes, raw } = await told()
      expect(apps).toEqual(['projects', app, 'shell'])
      expect(routes).toEqual(['/quality'])
      expect(raw.microFrontends[app][0].extras.manifest).toEqual(row)
      expect((await server.app.inject(page)).statusCode).toBe(200)
      const overview = await server.call(releaseOverview, { token: await operatorToken(server) })
      expect(overview.body.data.map((one) => one.app)).toEqual(['projects', app, 'shell'])
    },
  )

  it.each([
    ['a path that is none', { ...whole, routes: [{ ...route, path: 'no path' }] }],
    ['a field too few', { id: app, contract: '^1.0.0' }],
    ['another form', []],
  ])('takes nothing else with it when it breaks the rules of today with %s', async (_what, row) => {
    await store(app, row)
    const { apps } = await told()
    expect(apps).toEqual(expect.arrayContaining(['projects', 'shell']))
    expect((await server.app.inject(page)).statusCode).toBe(200)
    const token = await operatorToken(server)
    expect((await server.call(releaseOverview, { token })).status).toBe(200)
  })

  it('and is undone like any other', async () => {
    await store(app, whole)
    await publish(server, app, '1.1.0')
    await activate(server, app, '1.1.0')
    await server.context.db
      .update(releases)
      .set({ manifest: [] as never })
      .where(eq(releases.version, '1.1.0'))
    server.context.state.registry.snapshot = null
    expect((await told()).apps).toEqual(expect.arrayContaining(['projects', 'shell']))
    expect(await rollBack(server, app)).toMatchObject({ status: 200, body: { data: { version: '1.0.0' } } })
    expect((await told()).apps).toEqual(['projects', app, 'shell'])
  })

  it('of the shell itself leaves its page', async () => {
    await store('shell', {})
    const { statusCode, body } = await server.app.inject(page)
    expect([statusCode, body]).toEqual([200, expect.stringContaining('Shell 1.0.0')])
  })

  it('that is missing takes nothing else with it', async () => {
    await store('shell', manifestOf('shell'))
    await server.context.db.delete(releases).where(eq(releases.app, app))
    server.context.state.registry.snapshot = null
    expect((await told()).apps).toEqual(expect.arrayContaining(['projects', 'shell']))
    expect((await server.app.inject(page)).statusCode).toBe(200)
  })
})
