import {
  checkRelease,
  listReleases,
  type Registry,
  registry as registrySchema,
  releaseHistory,
  rollbackRelease,
} from '@lamella/shared/contract'
import { removeUnpublished } from '../src/domains/releases/removal-service.ts'
import { blobKeys } from '../src/platform/storage/blobs.ts'
import { besides, setUpServer, startTestApp, type TestApp } from './helper.ts'
import { addOrganisation } from './people.ts'
import {
  activate,
  asItIsNow,
  complete,
  filesOf,
  hashesOf,
  manifestOf,
  operatorToken,
  publish,
  putFile,
  rollBack,
} from './release-files.ts'

const readRegistry = async ({ app }: TestApp): Promise<Registry> =>
  registrySchema.parse((await app.inject('/registry.json')).json())

const activeIn = (registry: Registry, app: string) =>
  (registry.microFrontends[app] ?? []).map(({ metadata, deployment, extras }) => ({
    version: metadata.version,
    traffic: deployment.traffic,
    isDefault: deployment.default,
    fallbacks: extras.fallbacks.map(({ version }) => version),
  }))

describe('Releases', () => {
  const server = setUpServer()
  let token: string
  beforeAll(async () => {
    token = await operatorToken(server)
  })

  it('are for operators only: an organisation admin is refused', async () => {
    const { admin } = await addOrganisation(server)
    expect(await server.call(listReleases, { token: admin.token })).toMatchObject({ status: 403, code: 'ERR_0403' })
    expect(await server.call(rollbackRelease, { params: { app: 'auth' }, body: undefined })).toMatchObject({
      status: 401,
    })
  })

  describe('being published', () => {
    it('appear in the list, not active', async () => {
      await publish(server, 'auth', '1.0.0')
      const { body } = await server.call(listReleases, { token })
      expect(body.data).toEqual([
        {
          app: 'auth',
          version: '1.0.0',
          integrity: expect.stringMatching(/^sha256-.{44}$/),
          published: expect.any(String),
          traffic: 0,
          notes: null,
          pointer: '"0"',
        },
      ])
      expect((await readRegistry(server)).microFrontends).toEqual({})
    })

    it('may be published again with the same content, and change nothing', async () => {
      await publish(server, 'auth', '1.0.0')
      const { body } = await server.call(releaseHistory, { params: { app: 'auth' }, token })
      expect(body.data.map(({ action }) => action)).toEqual(['publish'])
    })

    it('refuse other content for the same version, and keep what they have', async () => {
      const other = filesOf('auth', '1.0.0', { 'extra.json': '{}' })
      expect(await putFile(server, 'auth', '1.0.0', 'main.js', Buffer.from('other'))).toMatchObject({
        code: 'ERR_6001',
      })
      expect(await complete(server, 'auth', '1.0.0', hashesOf(other))).toMatchObject({ status: 409, code: 'ERR_6001' })
      const check = await server.call(checkRelease, { params: { app: 'auth', version: '1.0.0' }, token })
      expect(check.body.data.damaged).toEqual([])
    })

    it('are refused while a file is missing or has another hash, and can be completed later', async () => {
      const files = filesOf('auth', '1.1.0')
      const hashes = hashesOf(files)
      for (const [path, bytes] of Object.entries(files)) {
        await putFile(server, 'auth', '1.1.0', path, path === 'main.js' ? Buffer.from('half of') : bytes)
      }
      expect(await complete(server, 'auth', '1.1.0', hashes)).toMatchObject({ status: 422, code: 'ERR_6004' })
      expect(await activate(server, 'auth', '1.1.0')).toMatchObject({ status: 404, code: 'ERR_6002' })
      await publish(server, 'auth', '1.1.0', files)
    })

    it('leave out files of an earlier attempt', async () => {
      await putFile(server, 'auth', '1.2.0', 'left-over.js', Buffer.from('left over'))
      await publish(server, 'auth', '1.2.0')
      expect(await server.context.blobs.stat(`${blobKeys.release('auth', '1.2.0')}left-over.js`)).toBeNull()
      expect((await server.app.inject('/remotes/auth/1.2.0/left-over.js')).statusCode).toBe(404)
    })

    it.each([
      ['of another app', filesOf('projects', '3.0.0'), 'This is a build of projects, not of auth.'],
      ['of another version', filesOf('auth', '3.0.1'), 'The build is not version 3.0.0'],
      [
        'with a manifest that the contract refuses',
        filesOf('auth', '3.0.0', { 'manifest.json': '{}' }),
        'manifest.json',
      ],
      ['with a manifest that is no JSON', filesOf('auth', '3.0.0', { 'manifest.json': '<html>' }), 'is not JSON'],
    ])('refuse a build %s', async (_case, files, sentence) => {
      for (const [path, bytes] of Object.entries(files)) await putFile(server, 'auth', '3.0.0', path, bytes)
      const answer = await complete(server, 'auth', '3.0.0', hashesOf(files))
      expect(answer).toMatchObject({ status: 422, code: 'ERR_6004' })
      expect(answer.raw.toString()).toContain(sentence)
    })

    it('that are never completed lose their files a day after the last of them, and others none', async () => {
      const { blobs } = server.context
      await publish(server, 'auth', '6.0.0')
      await putFile(server, 'auth', '6.1.0', 'chunks/main.js', Buffer.from('half of'))
      const sizes = async () => {
        const stat = (version: string, path: string) => blobs.stat(blobKeys.release('auth', version) + path)
        return [(await stat('6.0.0', 'main.js')) !== null, (await stat('6.1.0', 'chunks/main.js')) !== null]
      }
      const afterHours = (hours: number) =>
        removeUnpublished({ ...server.context, now: () => new Date(Date.now() + hours * 3_600_000) })
      await afterHours(23)
      expect(await sizes()).toEqual([true, true])
      await afterHours(25)
      expect(await sizes()).toEqual([true, false])
    })

    it.each(['/apis', '/devices', '/:page/api', '/dev/kit'])('take a build with the route %s', async (path) => {
      const version = `1.${path.length}.${path.charCodeAt(4)}`
      const manifest = JSON.stringify(manifestOf('routes', [path]))
      await publish(server, 'routes', version, filesOf('routes', version, { 'manifest.json': manifest }))
    })

    it('refuse a shell without its page', async () => {
      const { 'index.html': _page, ...files } = filesOf('shell', '1.0.0')
      for (const [path, bytes] of Object.entries(files)) await putFile(server, 'shell', '1.0.0', path, bytes)
      const answer = await complete(server, 'shell', '1.0.0', hashesOf(files))
      expect(answer.raw.toString()).toContain('index.html')
    })

    it.each(['../escape.js', '.hidden', 'a/../../b.js', 'a//b.js', 'späth.js'])('refuse the path %s', async (path) => {
      const stored = await putFile(
        server,
        'auth',
        '4.0.0',
        path.split('/').map(encodeURIComponent).join('%2F'),
        Buffer.from('x'),
      )
      expect(stored).toMatchObject({ status: 400, code: 'ERR_0400' })
      const listed = await complete(server, 'auth', '4.0.0', { [path]: 'a'.repeat(64) })
      expect(listed).toMatchObject({ status: 400, code: 'ERR_0400' })
    })

    it('store one of two contents that are published at the same time, as a whole', async () => {
      const publishing = ['one', 'two'].map((text) =>
        publish(server, 'auth', '5.0.0', filesOf('auth', '5.0.0', { 'text.json': JSON.stringify(text) })),
      )
      const outcomes = await Promise.allSettled(publishing)
      expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
      const check = await server.call(checkRelease, { params: { app: 'auth', version: '5.0.0' }, token })
      expect(check.body.data.damaged).toEqual([])
    })
  })

  describe('being activated', () => {
    beforeAll(async () => {
      for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0']) await publish(server, 'projects', version)
    })

    it('need all traffic for the first one', async () => {
      expect(await activate(server, 'projects', '1.0.0', 50)).toMatchObject({ status: 409, code: 'ERR_0409' })
      expect(await activate(server, 'projects', '1.0.0')).toMatchObject({ status: 204 })
      expect(activeIn(await readRegistry(server), 'projects')).toEqual([
        { version: '1.0.0', traffic: 100, isDefault: true, fallbacks: [] },
      ])
    })

    it('carry address, integrity and manifest in the registry', async () => {
      const [entry] = (await readRegistry(server)).microFrontends.projects ?? []
      const { body } = await server.call(listReleases, { token })
      expect(entry).toMatchObject({
        url: '/remotes/projects/1.0.0/mf-manifest.json',
        metadata: {
          integrity: body.data.find(({ app, version }) => app === 'projects' && version === '1.0.0')?.integrity,
        },
        extras: { manifest: { id: 'projects', routes: [{ path: '/projects' }] } },
      })
    })

    it('share the traffic with the present version', async () => {
      await activate(server, 'projects', '1.1.0', 10)
      expect(activeIn(await readRegistry(server), 'projects')).toEqual([
        { version: '1.0.0', traffic: 90, isDefault: true, fallbacks: [] },
        { version: '1.1.0', traffic: 10, isDefault: false, fallbacks: ['1.0.0'] },
      ])
      const { body } = await server.call(listReleases, { token })
      expect(body.data.filter(({ traffic }) => traffic > 0).map(({ version, traffic }) => [version, traffic])).toEqual(
        expect.arrayContaining([
          ['1.0.0', 90],
          ['1.1.0', 10],
        ]),
      )
    })

    it('have at most two last good versions, newest first', async () => {
      for (const version of ['1.1.0', '1.2.0', '1.3.0']) await activate(server, 'projects', version)
      expect(activeIn(await readRegistry(server), 'projects')).toEqual([
        { version: '1.3.0', traffic: 100, isDefault: true, fallbacks: ['1.2.0', '1.1.0'] },
      ])
      const [entry] = (await readRegistry(server)).microFrontends.projects ?? []
      expect(entry?.fallbackUrl).toBe('/remotes/projects/1.2.0/mf-manifest.json')
    })

    it('go back one version at each rollback, and never fall back to what was rolled back', async () => {
      expect((await rollBack(server, 'projects')).body.data.version).toBe('1.2.0')
      expect(activeIn(await readRegistry(server), 'projects')).toEqual([
        { version: '1.2.0', traffic: 100, isDefault: true, fallbacks: ['1.1.0', '1.0.0'] },
      ])
      expect((await rollBack(server, 'projects')).body.data.version).toBe('1.1.0')
      expect((await rollBack(server, 'projects')).body.data.version).toBe('1.0.0')
      expect(await rollBack(server, 'projects')).toMatchObject({ status: 409, code: 'ERR_6003' })
    })

    it('record everything in the history, newest first', async () => {
      const { body } = await server.call(releaseHistory, { params: { app: 'projects' }, token })
      expect(body.data.map(({ action, version, traffic }) => `${action} ${version} ${traffic ?? ''}`.trim())).toEqual([
        'rollback 1.0.0',
        'rollback 1.1.0',
        'rollback 1.2.0',
        'activate 1.3.0 100',
        'activate 1.2.0 100',
        'activate 1.1.0 100',
        'activate 1.1.0 10',
        'activate 1.0.0 100',
        'publish 1.3.0',
        'publish 1.2.0',
        'publish 1.1.0',
        'publish 1.0.0',
      ])
      expect(new Set(body.data.map(({ actor }) => actor))).toEqual(new Set(['operator']))
    })

    it('do not lengthen the history when nothing changes', async () => {
      await activate(server, 'projects', '1.0.0')
      const { body } = await server.call(releaseHistory, { params: { app: 'projects' }, token })
      expect(body.data[0]).toMatchObject({ action: 'rollback' })
    })

    it('obey one of two operators who act at once on the same state', async () => {
      const { 'if-match': state } = await asItIsNow(server, 'projects')
      const versions = ['1.2.0', '1.3.0']
      const answers = await Promise.all(
        versions.map((version) => activate(server, 'projects', version, 100, {}, state)),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 412])
      const winner = versions[answers.findIndex(({ status }) => status === 204)]
      expect(activeIn(await readRegistry(server), 'projects')).toMatchObject([
        { version: winner, traffic: 100, fallbacks: ['1.0.0'] },
      ])
    })

    it.each([0, 101, 1.5])('refuse %s per cent', async (traffic) => {
      expect(await activate(server, 'projects', '1.0.0', traffic)).toMatchObject({ status: 400 })
    })
  })

  it('are seen by every server at the next request', async () => {
    const other = await startTestApp({ env: besides(server) })
    try {
      await publish(server, 'datastorage', '1.0.0')
      await publish(server, 'datastorage', '1.1.0')
      for (const version of ['1.0.0', '1.1.0']) {
        await activate(server, 'datastorage', version)
        expect(activeIn(await readRegistry(other), 'datastorage')[0]?.version).toBe(version)
      }
      await rollBack(server, 'datastorage')
      expect(activeIn(await readRegistry(other), 'datastorage')[0]?.version).toBe('1.0.0')
      expect(await readRegistry(other)).toEqual(await readRegistry(server))
    } finally {
      await other.close()
    }
  })

  it('are found damaged by a check that reads every byte', async () => {
    await publish(server, 'ai-trainer', '1.0.0')
    const key = blobKeys.release('ai-trainer', '1.0.0')
    await server.context.blobs.write(`${key}main.js`, Buffer.from('rotten'))
    await server.context.blobs.remove(`${key}main.js.br`)
    const check = await server.call(checkRelease, { params: { app: 'ai-trainer', version: '1.0.0' }, token })
    expect(check.body.data).toMatchObject({
      files: 5,
      damaged: ['main.js', 'main.js.br'],
      misfits: [],
      parts: { files: { passed: 3, total: 5 }, routes: { passed: 1, total: 1 } },
    })
    const unknown = await server.call(checkRelease, { params: { app: 'ai-trainer', version: '9.0.0' }, token })
    expect(unknown).toMatchObject({ status: 404, code: 'ERR_6002' })
  })
})
