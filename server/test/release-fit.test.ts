import { checkRelease, listReleases, registry as registrySchema, rollbackRelease } from '@lamella/shared/contract'
import { setUpServer } from './helper.ts'
import { activate, filesOf, manifestOf, operatorToken, publish, rollBack } from './release-files.ts'

describe('A remote that was added after the server was built', () => {
  const server = setUpServer()
  let token: string
  const app = 'quality-control'

  const publishWithPaths = (name: string, version: string, paths: string[]) =>
    publish(server, name, version, filesOf(name, version, { 'manifest.json': JSON.stringify(manifestOf(name, paths)) }))

  beforeAll(async () => {
    token = await operatorToken(server)
    await publishWithPaths('projects', '1.0.0', ['/projects', '/projects/:projectId'])
    await activate(server, 'projects', '1.0.0')
  })

  it('is published, checked, activated, listed, served and rolled back', async () => {
    await publish(server, app, '1.0.0')
    await publish(server, app, '1.1.0')
    const check = await server.call(checkRelease, { params: { app, version: '1.0.0' }, token })
    expect(check.body.data).toMatchObject({ files: 5, damaged: [], misfits: [], compared: false })
    expect(await activate(server, app, '1.0.0')).toMatchObject({ status: 204 })
    expect(await activate(server, app, '1.1.0')).toMatchObject({ status: 204 })
    expect((await rollBack(server, app)).body.data.version).toBe('1.0.0')

    const { body } = await server.call(listReleases, { token })
    expect(body.data.filter((one) => one.app === app && one.traffic > 0)).toMatchObject([{ version: '1.0.0' }])
    const { microFrontends } = registrySchema.parse((await server.app.inject('/registry.json')).json())
    expect(microFrontends[app]).toMatchObject([{ extras: { manifest: { routes: [{ path: `/${app}` }] } } }])
    expect((await server.app.inject(microFrontends[app]?.[0]?.url ?? '')).statusCode).toBe(200)
  })

  it.each(['Quality', 'quality_control', '1st', 'q'.repeat(33)])('cannot be called %s', async (name) => {
    const answer = await server.call(rollbackRelease, { params: { app: name }, body: undefined, token })
    expect(answer).toMatchObject({ status: 400, code: 'ERR_0400' })
  })

  it('is refused, with the route and the app, while it would take addresses of another remote', async () => {
    await publishWithPaths(app, '2.0.0', ['/quality', '/projects/archive'])
    const answer = await activate(server, app, '2.0.0')
    expect(answer).toMatchObject({ status: 409, code: 'ERR_6005' })
    expect(answer.raw.toString()).toContain(
      'quality-control 2.0.0 has the route /projects/archive, which takes addresses of /projects/:projectId of projects 1.0.0.',
    )
    const { microFrontends } = registrySchema.parse((await server.app.inject('/registry.json')).json())
    expect(microFrontends[app]).toMatchObject([{ metadata: { version: '1.0.0' } }])
  })

  it('is refused for a part of the browsers too, and when it would come back by a rollback', async () => {
    expect(await activate(server, app, '2.0.0', 5)).toMatchObject({ status: 409, code: 'ERR_6005' })
    await publishWithPaths('datastorage', '1.0.0', ['/reports'])
    await publishWithPaths('datastorage', '1.1.0', ['/datastorage'])
    await publishWithPaths(app, '3.0.0', ['/reports'])
    for (const [name, version] of [
      ['datastorage', '1.0.0'],
      ['datastorage', '1.1.0'],
      [app, '3.0.0'],
    ] as const) {
      expect(await activate(server, name, version)).toMatchObject({ status: 204 })
    }
    const answer = await rollBack(server, 'datastorage')
    expect(answer).toMatchObject({ status: 409, code: 'ERR_6005' })
    expect(answer.raw.toString()).toContain('/reports')
  })
})
