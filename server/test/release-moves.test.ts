import {
  listReleases,
  registry as registrySchema,
  releaseHistory,
  releaseOverview,
  removeRelease,
} from '@lamella/shared/contract'
import { setUpServer } from './helper.ts'
import { activate, complete, filesOf, hashesOf, operatorToken, publish, putFile, rollBack } from './release-files.ts'

const app = 'projects'

describe('Going back several versions', () => {
  const server = setUpServer()
  let token: string

  const releases = async () =>
    (await server.call(listReleases, { token })).body.data.filter((release) => release.app === app)
  const activeVersions = async () =>
    (await releases()).filter(({ traffic }) => traffic > 0).map(({ version, traffic }) => `${version} ${traffic}`)

  beforeAll(async () => {
    token = await operatorToken(server)
    for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0']) await publish(server, app, version)
  })
  beforeEach(async () => {
    for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0']) await activate(server, app, version)
  })

  it('goes so many steps, or to a chosen version, with one reason', async () => {
    expect((await rollBack(server, app, { steps: 2 })).body.data.version).toBe('1.1.0')
    await activate(server, app, '1.3.0')
    expect((await rollBack(server, app, { to: '1.0.0', reason: 'Slow since then' })).body.data.version).toBe('1.0.0')
    expect(await activeVersions()).toEqual(['1.0.0 100'])
    const { body } = await server.call(releaseHistory, { params: { app }, token })
    expect(body.data.slice(0, 2)).toMatchObject([
      { action: 'rollback', version: '1.0.0', reason: 'Slow since then' },
      { action: 'rollback', version: '1.1.0', reason: 'Slow since then' },
    ])
  })

  it('is undone by activating an earlier version, too: what came after it is no fallback and no way back', async () => {
    expect((await activate(server, app, '1.1.0', 100, { reason: 'Slow since then' })).status).toBe(204)
    expect(await activeVersions()).toEqual(['1.1.0 100'])
    const { microFrontends } = registrySchema.parse((await server.app.inject('/registry.json')).json())
    const [entry] = microFrontends[app] ?? []
    expect(entry?.extras.fallbacks?.map(({ version }) => version)).toEqual(['1.0.0'])
    const { body } = await server.call(releaseHistory, { params: { app }, token })
    expect(body.data.slice(0, 4)).toMatchObject([
      { action: 'activate', version: '1.1.0', traffic: 100, reason: 'Slow since then' },
      { action: 'rollback', version: '1.1.0', reason: 'Slow since then' },
      { action: 'rollback', version: '1.2.0', reason: 'Slow since then' },
      { action: 'activate', version: '1.3.0' },
    ])
    expect((await rollBack(server, app)).body.data.version).toBe('1.0.0')
  })

  it('does not end the trial of another version by a share for the version that all others have', async () => {
    await activate(server, app, '1.0.0', 5)
    const answer = await activate(server, app, '1.3.0', 10)
    expect(answer).toMatchObject({ status: 409, code: 'ERR_0409' })
    expect(JSON.parse(answer.raw.toString()).errors[0].detail).toBe(
      'projects 1.3.0 is active for all others already: it cannot have a share beside itself. ' +
        'To end the trial of 1.0.0, roll back, or activate 1.3.0 for all.',
    )
    expect((await activeVersions()).sort()).toEqual(['1.0.0 5', '1.3.0 95'])
    expect((await activate(server, app, '1.3.0')).status).toBe(204)
    expect(await activeVersions()).toEqual(['1.3.0 100'])
    expect(await activate(server, app, '1.3.0', 10)).toMatchObject({ code: 'ERR_0409' })
  })

  it('ends a trial as the first step', async () => {
    await activate(server, app, '1.0.0', 5)
    expect((await rollBack(server, app, { to: '1.3.0' })).body.data.version).toBe('1.3.0')
    await activate(server, app, '1.0.0', 5)
    expect((await rollBack(server, app, { steps: 2 })).body.data.version).toBe('1.2.0')
  })

  it('passes over versions that were removed since, as the overview says, and offers none that is not there', async () => {
    const remote = 'slides'
    const versions = ['1.0.0', '1.1.0', '1.2.0', '1.3.0']
    for (const version of versions) {
      await publish(server, remote, version)
      await activate(server, remote, version)
    }
    const remove = async (version: string) => {
      const params = { app: remote, version }
      const body = { data: { force: true, reason: 'A key was in it' } }
      expect((await server.call(removeRelease, { params, body, token })).status).toBe(204)
    }
    const told = async () => {
      const { body } = await server.call(releaseOverview, { token })
      const one = body.data.find(({ app: name }) => name === remote)
      return [one?.active?.version, one?.previous, one?.earlier]
    }
    await remove('1.0.0')
    expect(await told()).toEqual(['1.3.0', '1.2.0', ['1.2.0', '1.1.0']])
    expect((await rollBack(server, remote)).body.data.version).toBe('1.2.0')
    // No fallback any more.
    await remove('1.3.0')
    expect((await rollBack(server, remote)).body.data.version).toBe('1.1.0')
    expect(await told()).toEqual(['1.1.0', null, []])
    const answer = await rollBack(server, remote)
    expect(answer).toMatchObject({ status: 409, code: 'ERR_6003' })
    expect(answer.raw.toString()).toContain('takes it out of the portal')
    // Published again, it is there again.
    await publish(server, remote, '1.0.0')
    expect(await told()).toEqual(['1.1.0', '1.0.0', ['1.0.0']])
    for (const version of ['1.4.0', '1.5.0', '1.6.0', '1.7.0']) {
      await publish(server, remote, version)
      await activate(server, remote, version)
    }
    await remove('1.4.0')
    expect((await rollBack(server, remote, { steps: 3 })).body.data.version).toBe('1.1.0')
  })

  it('changes nothing when there is no such version', async () => {
    expect(await rollBack(server, app, { steps: 9 })).toMatchObject({ status: 409, code: 'ERR_6003' })
    const answer = await rollBack(server, app, { to: '7.0.0' })
    expect(answer).toMatchObject({ status: 409, code: 'ERR_6003' })
    expect(answer.raw.toString()).toContain('7.0.0 is not among the earlier versions.')
    expect(await activeVersions()).toEqual(['1.3.0 100'])
  })

  it('refuses the second of two operators who decided on the same state', async () => {
    const pointer = (await releases())[0]?.pointer
    expect((await rollBack(server, app, {}, pointer)).body.data.version).toBe('1.2.0')
    const answer = await rollBack(server, app, {}, pointer)
    expect(answer).toMatchObject({ status: 412, code: 'ERR_6006' })
    expect(answer.raw.toString()).toContain('changed by somebody else')
    expect(await activate(server, app, '1.0.0', 100, {}, pointer)).toMatchObject({ status: 412 })
    expect(await activeVersions()).toEqual(['1.2.0 100'])
    expect((await rollBack(server, app, {}, (await releases())[0]?.pointer)).status).toBe(200)
  })

  it.each(['activate', 'rollback', 'trial/end'])('refuses to %s without the state that was decided on', async (act) => {
    const path = act === 'activate' ? `1.0.0/${act}` : act
    const headers = { authorization: `Bearer ${token}` }
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/v1/releases/${app}/${path}`,
      headers,
      payload: { data: {} },
    })
    expect(answer.statusCode).toBe(428)
    expect(answer.json().errors).toMatchObject([{ code: 'ERR_6009', detail: expect.stringContaining('--expect') }])
    expect(await activeVersions()).toEqual(['1.3.0 100'])
  })

  it.each(['PUT', 'PATCH'] as const)('refuses %s of a trial without the state that was decided on', async (method) => {
    const headers = { authorization: `Bearer ${token}` }
    const payload = { data: { version: '1.0.0', share: 10 } }
    const answer = await server.app.inject({ method, url: `/api/v1/releases/${app}/trial`, headers, payload })
    expect(answer.statusCode).toBe(428)
    expect(await activeVersions()).toEqual(['1.3.0 100'])
  })

  it('keeps the notes of a release', async () => {
    const files = filesOf(app, '2.0.0')
    for (const [path, bytes] of Object.entries(files)) await putFile(server, app, '2.0.0', path, bytes)
    await complete(server, app, '2.0.0', hashesOf(files), 'Jobs can be repeated')
    const found = (await releases()).find(({ version }) => version === '2.0.0')
    expect(found?.notes).toBe('Jobs can be repeated')
  })
})
