import { listReleases, registry, releaseHistory, releaseOverview } from '@lamella/shared/contract'
import { setUpServer } from './helper.ts'
import { activate, filesOf, operatorToken, publish, rollBack } from './release-files.ts'

const app = 'quality-control'

describe('The first release of a remote', () => {
  const server = setUpServer()
  let token: string

  const appsOfPortal = async () => {
    const { microFrontends } = registry.parse((await server.app.inject('/registry.json')).json())
    return Object.keys(microFrontends)
  }
  const own = async () => (await server.call(listReleases, { token })).body.data.filter((one) => one.app === app)
  const overview = async () =>
    (await server.call(releaseOverview, { token })).body.data.find((each) => each.app === app)

  beforeAll(async () => {
    token = await operatorToken(server)
    await publish(server, 'shell', '1.0.0', filesOf('shell', '1.0.0'))
    await activate(server, 'shell', '1.0.0')
    for (const version of ['1.0.0', '1.1.0']) await publish(server, app, version)
    await activate(server, app, '1.0.0')
  })

  it('has no version to go back to, and the refusal says how it is undone', async () => {
    const answer = await rollBack(server, app)
    expect(answer).toMatchObject({ status: 409, code: 'ERR_6003' })
    expect(answer.raw.toString()).toContain('There is no earlier version of quality-control to go back to.')
    expect(answer.raw.toString()).toContain('--to none')
    expect(await appsOfPortal()).toEqual([app, 'shell'])
  })

  it('is undone by taking the remote out of the portal; its files stay for open pages', async () => {
    const { body } = await rollBack(server, app, { to: 'none', reason: 'Not ready' })
    expect(body.data.version).toBe('1.0.0')
    expect(await appsOfPortal()).toEqual(['shell'])
    expect((await own()).map(({ version, traffic }) => [version, traffic])).toEqual([
      ['1.1.0', 0],
      ['1.0.0', 0],
    ])
    expect(await overview()).toMatchObject({ active: null, trial: null, previous: null, earlier: [] })
    expect((await server.app.inject(`/remotes/${app}/1.0.0/main.js`)).statusCode).toBe(200)
    const history = (await server.call(releaseHistory, { params: { app }, token })).body.data
    expect(history[0]).toMatchObject({ action: 'rollback', version: '1.0.0', traffic: 0, reason: 'Not ready' })
  })

  it('that is withdrawn cannot be withdrawn again, nor tried with a share', async () => {
    const answer = await rollBack(server, app, { to: 'none' })
    expect(answer).toMatchObject({ status: 409, code: 'ERR_6003' })
    expect(answer.raw.toString()).toContain('No version of quality-control is active.')
    expect(await activate(server, app, '1.1.0', 10)).toMatchObject({ status: 409, code: 'ERR_0409' })
  })

  it('is no fallback of the version that comes after it', async () => {
    await activate(server, app, '1.1.0')
    expect(await overview()).toMatchObject({ active: { version: '1.1.0' }, previous: null, earlier: [] })
    await activate(server, app, '1.0.0')
    expect(await overview()).toMatchObject({ active: { version: '1.0.0' }, previous: '1.1.0', earlier: ['1.1.0'] })
  })

  it('is withdrawn with its trial and the versions before it', async () => {
    await activate(server, app, '1.1.0', 10)
    expect(await overview()).toMatchObject({ trial: { version: '1.1.0' } })
    expect((await rollBack(server, app, { to: 'none' })).body.data.version).toBe('1.0.0')
    expect(await overview()).toMatchObject({ active: null, trial: null })
    expect(await appsOfPortal()).toEqual(['shell'])
  })

  it('of the shell is never withdrawn', async () => {
    const answer = await rollBack(server, 'shell', { to: 'none' })
    expect(answer).toMatchObject({ status: 409, code: 'ERR_0409' })
    expect(answer.raw.toString()).toContain('Without a shell there is no portal')
    expect(await appsOfPortal()).toEqual(['shell'])
  })
})
