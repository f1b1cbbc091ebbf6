import { listVersionHealth, releaseOverview, sendTelemetry, type TelemetryEvent } from '@lamella/shared/contract'
import { setUpServer } from './helper.ts'
import { addOrganisation } from './people.ts'
import { operatorToken, publish } from './release-files.ts'

describe('Telemetry of versions', () => {
  const server = setUpServer()
  beforeAll(async () => {
    await publish(server, 'auth', '1.0.0')
    await publish(server, 'projects', '2.0.0')
  })

  const tell = (events: readonly TelemetryEvent[]) =>
    server.call(sendTelemetry, { body: { data: { events: [...events] } } })
  const projects = { app: 'projects', version: '2.0.0' }
  const health = async () => {
    const { body } = await server.call(listVersionHealth, { token: await operatorToken(server) })
    return body.data
  }
  const metrics = async (): Promise<string[]> => (await server.app.inject('/metrics')).body.split('\n')

  it('is told without a session, and counted by version, kind and stage', async () => {
    const { status } = await tell([
      { kind: 'failure', stage: 'render', ...projects },
      { kind: 'failure', stage: 'render', ...projects },
      { kind: 'failure', stage: 'chunk', ...projects },
      { kind: 'error', ...projects },
      { kind: 'load', value: 120, ...projects },
      { kind: 'load', value: 380, app: 'auth', version: '1.0.0' },
    ])
    expect(status).toBe(204)
    await tell([{ kind: 'failure', stage: 'chunk', ...projects }])
    expect(await health()).toEqual([
      {
        app: 'auth',
        version: '1.0.0',
        loads: 1,
        errors: 0,
        failures: [],
        // In the bucket from 200 to 400 ms.
        p75: { load: 350, LCP: null, INP: null, CLS: null },
      },
      {
        ...projects,
        loads: 1,
        errors: 1,
        failures: [
          { stage: 'chunk', count: 2 },
          { stage: 'render', count: 2 },
        ],
        p75: { load: 175, LCP: null, INP: null, CLS: null },
      },
    ])
    const lines = await metrics()
    expect(lines).toContain('remote_failures_total{app="projects",version="2.0.0",stage="render"} 2')
    expect(lines).toContain('remote_failures_total{app="projects",version="2.0.0",stage="chunk"} 2')
    expect(lines).toContain('remote_errors_total{app="projects",version="2.0.0"} 1')
    expect(lines).toContain('remote_loads_total{app="auth",version="1.0.0"} 1')
    expect(lines).toContain('remote_load_seconds_bucket{le="0.4",app="auth",version="1.0.0"} 1')
  })

  it('skips what it does not know: versions that are not published, kinds and stages of newer pages', async () => {
    const before = await health()
    const { status } = await tell([
      { kind: 'failure', stage: 'load', app: 'projects', version: '9.9.9' },
      { kind: 'failure', stage: 'load', app: 'invented', version: '2.0.0' },
      { kind: 'failure', stage: 'weather', ...projects },
      { kind: 'failure', ...projects },
      { kind: 'FCP', value: 3, ...projects },
      { kind: 'LCP', ...projects },
    ])
    expect(status).toBe(204)
    expect(await health()).toEqual(before)
    expect((await metrics()).filter((line) => /invented|9\.9\.9|weather/.test(line))).toEqual([])
  })

  it('interpolates the value of three quarters of the page views', async () => {
    const values = [900, 1600, 1700, 2400, 2400, 2400, 2700, 2800]
    await tell(values.map((value) => ({ kind: 'LCP', value, ...projects })))
    const lcp = (await health()).find(({ app }) => app === 'projects')?.p75.LCP
    // Six of eight are at most 2500 ms: the end of the bucket that holds 2400.
    expect(lcp).toBe(2500)
  })

  it('refuses more events than a page may send at once, and values that are no times', async () => {
    const event = { kind: 'error', ...projects }
    expect(await tell(Array.from({ length: 51 }, () => event))).toMatchObject({ status: 400 })
    expect(await tell([{ kind: 'LCP', value: -1, ...projects }])).toMatchObject({ status: 400 })
  })

  it('is read by operators only', async () => {
    const { admin } = await addOrganisation(server)
    expect(await server.call(listVersionHealth, { token: admin.token })).toMatchObject({ status: 403 })
    expect(await server.call(listVersionHealth, {})).toMatchObject({ status: 401 })
  })
})

describe('Telemetry of a share of the pages', () => {
  const server = setUpServer({ env: { TELEMETRY_SHARE: '0.7' } })

  it('counts each session for the pages that do not tell, though their number is no whole one', async () => {
    await publish(server, 'projects', '2.0.0')
    const projects = { app: 'projects', version: '2.0.0' }
    const session: TelemetryEvent = { kind: 'session', ...projects }
    for (let i = 0; i < 7; i++) {
      const events = Array.from({ length: 10 }, () => session)
      expect((await server.call(sendTelemetry, { body: { data: { events } } })).status).toBe(204)
    }
    const failure: TelemetryEvent = { kind: 'failure', stage: 'render', ...projects }
    await server.call(sendTelemetry, { body: { data: { events: [failure] } } })
    const { body } = await server.call(releaseOverview, { token: await operatorToken(server) })
    expect(body.data[0]?.last24h).toMatchObject({ sessions: 100, failures: 1 })
  })
})
