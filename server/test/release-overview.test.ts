import {
  listVersionHealth,
  releaseOverview,
  releaseSeries,
  sendTelemetry,
  type TelemetryEvent,
} from '@lamella/shared/contract'
import { forgetOldMeasurements } from '../src/domains/telemetry/repository.ts'
import { versionHours, versionMeasurements } from '../src/platform/db/schema/index.ts'
import { createClock } from './clock.ts'
import { setUpServer } from './helper.ts'
import { activate, filesOf, operatorToken, publish } from './release-files.ts'

const clock = createClock('2026-03-02T08:30:00.000Z')
const server = setUpServer({ now: clock.now })
let token: string
beforeAll(async () => {
  token = await operatorToken(server)
  await publish(server, 'projects', '2.14.2')
  await publish(server, 'projects', '2.14.3')
  const assets = { js: { sync: ['expose.js'] }, css: { sync: [] } }
  const container = {
    name: 'lamella_projects_2_15_0',
    metaData: { remoteEntry: { name: 'remote-entry.js' } },
    exposes: [{ assets }],
  }
  const files = filesOf('projects', '2.15.0', {
    'mf-manifest.json': JSON.stringify(container),
    'remote-entry.js': 'x'.repeat(1000),
    'remote-entry.js.br': 'x'.repeat(100),
    'expose.js': 'x'.repeat(30),
  })
  await publish(server, 'projects', '2.15.0', files)
  await activate(server, 'projects', '2.14.2')
  await activate(server, 'projects', '2.14.3', 100, { reason: 'Fixes the empty library' })
  await activate(server, 'projects', '2.15.0', 10)
})

const tell = (version: string, ...events: Partial<TelemetryEvent>[]) =>
  server.call(sendTelemetry, {
    body: { data: { events: events.map((event) => ({ kind: 'session', app: 'projects', version, ...event })) } },
  })
const series = async () => (await server.call(releaseSeries, { params: { app: 'projects' }, token })).body.data.versions

describe('What pages told in the last 24 hours', () => {
  it('is counted per hour and version, and forgotten by the hour', async () => {
    await tell('2.15.0', {}, {}, {}, {}, { kind: 'failure', stage: 'load' }, { kind: 'LCP', value: 900 })
    clock.advance({ hours: 2 })
    await tell('2.15.0', {}, {}, { kind: 'CLS', value: 0.02 })
    await tell('2.14.3', {}, {}, {}, {}, {}, {})
    const versions = await series()
    expect(versions.map(({ version, role }) => [version, role])).toEqual([
      ['2.14.3', 'active'],
      ['2.15.0', 'trial'],
      ['2.14.2', 'previous'],
    ])
    const trial = versions.find(({ role }) => role === 'trial')
    expect(trial?.total).toMatchObject({ sessions: 6, INP: null })
    expect(trial?.total.failures).toBeCloseTo(100 / 6)
    expect(trial?.hours).toHaveLength(24)
    expect(trial?.hours.at(-1)).toMatchObject({ at: '2026-03-02T10:00:00.000Z', sessions: 2, failures: 0, LCP: null })
    expect(trial?.hours.at(-3)).toMatchObject({ at: '2026-03-02T08:00:00.000Z', sessions: 4, failures: 25, LCP: 875 })
    expect(trial?.hours[0]).toMatchObject({ at: '2026-03-01T11:00:00.000Z', sessions: 0, failures: null })
    clock.advance({ hours: 22 })
    expect((await series()).find(({ role }) => role === 'trial')?.total.sessions).toBe(2)
    clock.advance({ days: 40 })
    await forgetOldMeasurements(server.context)
    expect(await server.context.db.select().from(versionHours)).toEqual([])
  })

  it('is 100 % of failures for a version that never came as far as a session', async () => {
    const previous = async () => (await series()).find(({ role }) => role === 'previous')?.total
    expect(await previous()).toMatchObject({ sessions: 0, failures: null })
    await tell('2.14.2', { kind: 'failure', stage: 'load' })
    expect(await previous()).toMatchObject({ sessions: 0, failures: 100 })
    clock.advance({ days: 2 })
  })

  it('adds what a server of the release before has counted per day', async () => {
    const row = { app: 'projects', version: '2.14.3', measure: 'error', bucket: 0, count: 3 }
    await server.context.db.insert(versionMeasurements).values({ ...row, day: clock.now().toISOString().slice(0, 10) })
    await tell('2.14.3', { kind: 'error' })
    const { body } = await server.call(listVersionHealth, { token })
    expect(body.data.find(({ version }) => version === '2.14.3')?.errors).toBe(4)
  })
})

describe('The overview', () => {
  it('says what is active, on trial and newest, with sizes of the builds', async () => {
    await tell('2.15.0', {}, {})
    await tell('2.14.3', {}, {}, {})
    const { body } = await server.call(releaseOverview, { token })
    expect(body.data).toMatchObject([
      {
        app: 'projects',
        pointer: '"3"',
        active: { version: '2.14.3', by: 'operator', reason: 'Fixes the empty library' },
        trial: { version: '2.15.0', share: 10, limits: { failures: 2, minimum: 20 } },
        newest: { version: '2.15.0', misfits: [], missing: null },
        previous: '2.14.3',
        last24h: { sessions: 5, failures: 0 },
      },
    ])
    const size = (await series()).find(({ version }) => version === '2.15.0')?.size
    // Manifest, compressed entry and the exposed module.
    const manifest = Buffer.byteLength(
      JSON.stringify({
        name: 'lamella_projects_2_15_0',
        metaData: { remoteEntry: { name: 'remote-entry.js' } },
        exposes: [{ assets: { js: { sync: ['expose.js'] }, css: { sync: [] } } }],
      }),
    )
    expect(size?.firstLoad).toBe(manifest + 100 + 30)
    expect(size?.bytes).toBeGreaterThan(1000)
    const other = (await series()).find(({ version }) => version === '2.14.3')?.size
    expect(other?.firstLoad).toBeNull()
  })

  it('says in a few words why the newest build does not fit', async () => {
    const manifest = { id: 'quality', contract: '^9.0.0', routes: [], menu: [] }
    await publish(
      server,
      'quality',
      '1.0.0',
      filesOf('quality', '1.0.0', { 'manifest.json': JSON.stringify(manifest) }),
    )
    const { body } = await server.call(releaseOverview, { token })
    expect(body.data.find(({ app }) => app === 'quality')).toMatchObject({
      active: null,
      trial: null,
      previous: null,
      newest: { missing: 'Needs contract ^9.0.0', misfits: [expect.stringContaining('works with contract ^9.0.0')] },
    })
  })

  it('of series of an unknown app is refused', async () => {
    expect(await server.call(releaseSeries, { params: { app: 'nothing' }, token })).toMatchObject({ code: 'ERR_6002' })
  })
})
