import {
  type CallDescription,
  type Compatibility,
  checkRelease,
  contractVersion,
  describeCall,
  listProjects,
  registry as registrySchema,
  releaseHistory,
  releaseOverview,
  remoteForm,
  type Structure,
  updateProject,
} from '@lamella/shared/contract'
import { blobKeys } from '../src/platform/storage/blobs.ts'
import { setUpServer } from './helper.ts'
import { activate, filesOf, manifestOf, operatorToken, publish, rollBack } from './release-files.ts'

const base: Compatibility = {
  contract: contractVersion,
  remoteForms: [remoteForm],
  calls: [],
  needs: {},
  provides: {},
}
const known = describeCall('listProjects', listProjects, 'client')
const provides = (names: string[], version = '9.7.3'): Partial<Compatibility> => ({
  provides: { '@mantine/core/rest': { version, names }, react: { version: '19.3.1', names: null } },
})
const needs = (names: string[], range = '^9.7.3'): Partial<Compatibility> => ({
  needs: { '@mantine/core/rest': { range, names }, react: { range: '^19.0.0', names: ['use'] } },
})
const calls = (...made: CallDescription[]): Partial<Compatibility> => ({ calls: made })

/** The same call, with an item of the list as the build knew it. */
const withItem = (change: (item: Structure) => Structure): CallDescription => {
  const { answer } = known
  const data = answer?.properties?.data
  if (!data || typeof data.items !== 'object') throw new Error('listProjects has no list')
  const items = change(data.items)
  return { ...known, answer: { ...answer, properties: { ...answer?.properties, data: { ...data, items } } } }
}

describe('A release is compared with the server and with what is active', () => {
  const server = setUpServer()
  let token: string
  let last = 0

  /** Publishes a build with or without data about itself. @returns its version */
  const published = async (app: string, needed: Partial<Compatibility> | null, contract?: string): Promise<string> => {
    last += 1
    const version = `${last}.0.0`
    const manifest = { ...manifestOf(app), ...(contract && { contract }) }
    const more = {
      'manifest.json': JSON.stringify(manifest),
      ...(needed && { 'compatibility.json': JSON.stringify({ ...base, ...needed }) }),
    }
    await publish(server, app, version, filesOf(app, version, more))
    return version
  }
  /** Publishes and activates. @returns the version */
  const active = async (app: string, needed: Partial<Compatibility> | null): Promise<string> => {
    const version = await published(app, needed)
    expect(await activate(server, app, version)).toMatchObject({ status: 204 })
    return version
  }
  const activeVersion = async (app: string) => {
    const { microFrontends } = registrySchema.parse((await server.app.inject('/registry.json')).json())
    return microFrontends[app]?.[0]?.metadata.version
  }

  beforeAll(async () => {
    token = await operatorToken(server)
    await active('shell', provides(['Card']))
  })

  it.each<[string, Partial<Compatibility>, string]>([
    [
      'calls an endpoint that the server does not have',
      calls({ ...known, name: 'archiveProject', method: 'POST', path: '/api/v1/projects/:id/archive' }),
      'calls archiveProject (POST /api/v1/projects/:id/archive): the server has no such call.',
    ],
    [
      'reads a field that the server does not send',
      calls(
        withItem((item) => ({
          ...item,
          properties: { ...item.properties, colour: { type: 'string' } },
          required: [...(item.required ?? []), 'colour'],
        })),
      ),
      `calls listProjects (GET ${listProjects.path}): the server does not send data[].colour.`,
    ],
    [
      'reads a field with another type',
      calls(withItem((item) => ({ ...item, properties: { ...item.properties, name: { type: 'number' } } }))),
      'the server sends string as data[].name, it expects number.',
    ],
    [
      'does not send what the server requires',
      calls(describeCall('updateProject', { ...updateProject, body: undefined }, 'client')),
      'the server requires body, which it does not send.',
    ],
    [
      'needs a part that the facade of the shell lacks',
      needs(['Card', 'Tabs']),
      'needs Tabs of @mantine/core/rest, which shell 1.0.0 does not provide.',
    ],
    [
      'needs another version of a singleton',
      needs(['Card'], '^10.0.0'),
      'needs @mantine/core/rest ^10.0.0, shell 1.0.0 provides 9.7.3.',
    ],
    [
      'needs a singleton that the shell does not provide',
      { needs: { dayjs: { range: '^1.0.0', names: [] } } },
      'needs dayjs, which shell 1.0.0 does not provide.',
    ],
    [
      'has a form that the shell does not load',
      { remoteForms: [2] },
      'is a remote of form 2, shell 1.0.0 loads form 1.',
    ],
  ])('a remote that %s is refused, in check and in activation', async (_case, needed, sentence) => {
    const version = await published('projects', needed)
    const check = await server.call(checkRelease, { params: { app: 'projects', version }, token })
    expect(check.body.data.misfits?.join('\n')).toContain(sentence)
    const answer = await activate(server, 'projects', version)
    expect(answer).toMatchObject({ status: 409, code: 'ERR_6005' })
    expect(answer.raw.toString()).toContain(`projects ${version} `)
    expect(JSON.parse(answer.raw.toString()).errors[0].detail).toContain(sentence)
    expect(await activate(server, 'projects', version, 5)).toMatchObject({
      code: expect.stringMatching(/ERR_6005|ERR_0409/),
    })
  })

  it('a remote that needs less than there is, is activated', async () => {
    const older = withItem(({ properties = {}, required = [], ...item }) => {
      const { name: _, ...others } = properties
      return { ...item, properties: others, required: required.filter((field) => field !== 'name') }
    })
    const version = await active('projects', { ...needs(['Card']), ...calls(known, older) })
    expect(await activeVersion('projects')).toBe(version)
  })

  it('builds without data about themselves are compared by the range of the contract only', async () => {
    await active('auth', null)
    const version = await published('auth', null, '^9.0.0')
    const answer = await activate(server, 'auth', version)
    expect(answer).toMatchObject({ status: 409, code: 'ERR_6005' })
    expect(answer.raw.toString()).toContain(
      `auth ${version} works with contract ^9.0.0, the server has ${contractVersion}.`,
    )
  })

  describe('a remote that brings a guard along', () => {
    const route = { title: 'Plates', crumb: null, roles: ['USER'] }
    const guarded = {
      ...manifestOf('projects'),
      routes: [
        { ...route, id: 'plates', path: '/plates', guards: ['login'], ownGuards: ['plates'] },
        { ...route, id: 'why', path: '/plates/why', guards: ['login'] },
      ],
      guards: [{ id: 'plates', guests: false, otherwise: '/plates/why' }],
    }
    /** @returns the version @throws Error when the release is refused */
    const publishWith = async (manifest: object): Promise<string> => {
      last += 1
      const version = `${last}.0.0`
      const texts = { 'manifest.json': JSON.stringify(manifest), 'compatibility.json': JSON.stringify(base) }
      await publish(server, 'projects', version, filesOf('projects', version, texts))
      return version
    }

    it('is activated beside a shell that asks it, and refused beside one that does not know it', async () => {
      const now = await active('shell', provides(['Card']))
      const version = await publishWith(guarded)
      expect(await activate(server, 'projects', version)).toMatchObject({ status: 204 })
      const before = await published('shell', { ...provides(['Card']), contract: '1.6.0' })
      const sentence = `projects ${version} brings guards along, shell ${before} has contract 1.6.0 and asks none before 1.7.`
      const answer = await activate(server, 'shell', before)
      expect(answer).toMatchObject({ status: 409, code: 'ERR_6005' })
      expect(JSON.parse(answer.raw.toString()).errors[0].detail).toContain(sentence)
      expect(await activeVersion('shell')).toBe(now)
      expect((await rollBack(server, 'projects')).status).toBe(200)
    })

    it.each([
      ['takes the name of a standard one', { guards: [{ id: 'login', otherwise: '/plates/why' }] }],
      ['sends to a page that is not its own', { guards: [{ id: 'plates', otherwise: '/projects' }] }],
      ['asks for what no guard can ask', { guards: [{ id: 'plates', otherwise: '/plates/why', building: 7 }] }],
      ['is named by a route and not there', { guards: [] }],
    ])('is not published when it %s', async (_case, change) => {
      await expect(publishWith({ ...guarded, ...change })).rejects.toThrow('ERR_6004')
    })
  })

  describe('the shell', () => {
    let older: string
    let newer: string
    beforeAll(async () => {
      older = await active('shell', provides(['Card']))
      newer = await active('shell', provides(['Card', 'Tabs']))
    })

    it('is refused when an active remote, also one on trial, needs what it lacks', async () => {
      const trial = await published('projects', needs(['Tabs']))
      expect(await activate(server, 'projects', trial, 5)).toMatchObject({ status: 204 })
      const answer = await activate(server, 'shell', older)
      expect(answer).toMatchObject({ status: 409, code: 'ERR_6005' })
      expect(answer.raw.toString()).toContain(
        `projects ${trial} needs Tabs of @mantine/core/rest, which shell ${older} does not provide.`,
      )
      expect((await rollBack(server, 'projects')).status).toBe(200)
      expect(await activate(server, 'shell', older)).toMatchObject({ status: 204 })
      expect(await activate(server, 'shell', newer)).toMatchObject({ status: 204 })
    })

    it('is not rolled back under a newer remote, but is after the remote', async () => {
      const remote = await active('projects', needs(['Tabs']))
      const answer = await rollBack(server, 'shell')
      expect(answer).toMatchObject({ status: 409, code: 'ERR_6005' })
      expect(answer.raw.toString()).toContain(`projects ${remote} needs Tabs`)
      expect(await activeVersion('shell')).toBe(newer)
      expect((await rollBack(server, 'projects')).status).toBe(200)
      expect((await rollBack(server, 'shell')).body.data.version).toBe(older)
      expect(await activate(server, 'shell', newer)).toMatchObject({ status: 204 })
    })

    it('can be forced, with a reason that the history keeps', async () => {
      await active('projects', needs(['Tabs']))
      expect(await rollBack(server, 'shell', { force: true })).toMatchObject({ status: 400, code: 'ERR_0400' })
      const forced = await rollBack(server, 'shell', { force: true, reason: 'The header is gone' })
      expect(forced.body.data.version).toBe(older)
      const { body } = await server.call(releaseHistory, { params: { app: 'shell' }, token })
      expect(body.data[0]).toMatchObject({
        action: 'rollback',
        version: older,
        actor: 'operator',
        forced: true,
        reason: 'The header is gone',
      })
      expect(body.data[1]).toMatchObject({ forced: false, reason: null })
    })
  })

  it('a change is not said to be forced where force was not needed', async () => {
    const version = await published('auth', null)
    await activate(server, 'auth', version, 100, { force: true, reason: 'To be sure' })
    const { body } = await server.call(releaseHistory, { params: { app: 'auth' }, token })
    expect(body.data[0]).toMatchObject({ action: 'activate', version, forced: false, reason: 'To be sure' })
  })

  it('a trial can be ended although the version in charge was forced', async () => {
    const odd = await published('datastorage', needs(['Nothing']))
    await activate(server, 'datastorage', odd, 100, { force: true, reason: 'Try it' })
    const trial = await published('datastorage', null)
    expect(await activate(server, 'datastorage', trial, 5)).toMatchObject({ status: 204 })
    expect((await rollBack(server, 'datastorage')).body.data.version).toBe(odd)
  })

  it('a build whose data cannot be read is refused: at once when it is no such data, later when it was damaged', async () => {
    const invalid = filesOf('auth', '800.0.0', { 'compatibility.json': '{}' })
    await expect(publish(server, 'auth', '800.0.0', invalid)).rejects.toThrow('compatibility.json is not valid')
    const version = await published('auth', {})
    await server.context.blobs.write(`${blobKeys.release('auth', version)}compatibility.json`, Buffer.from('{}'))
    const answer = await activate(server, 'auth', version)
    expect(answer).toMatchObject({ status: 409, code: 'ERR_6005' })
    expect(answer.raw.toString()).toContain('compatibility.json is missing or damaged')
  })

  describe('while what an active release needs and provides is damaged', () => {
    let shell: string
    let remote: string
    const damage = (app: string, version: string) =>
      server.context.blobs.write(`${blobKeys.release(app, version)}compatibility.json`, Buffer.from('{}'))
    const checked = async (app: string, version: string) =>
      (await server.call(checkRelease, { params: { app, version }, token })).body.data
    const words = (own: string, other: string) =>
      `${own} was not compared with ${other}, which is active, except for its routes: the manifest or compatibility.json of that one is missing or damaged.`

    it('all other apps can be changed, and check and overview name what was not compared', async () => {
      shell = await active('shell', provides(['Card', 'Tabs', 'Nothing']))
      remote = await active('auth', needs(['Card']))
      const other = await published('projects', needs(['Card']))
      const next = await published('shell', provides(['Card', 'Tabs', 'Nothing']))
      await damage('auth', remote)
      expect(await checked('projects', other)).toMatchObject({ misfits: [], warnings: [] })
      expect(await activate(server, 'projects', other)).toMatchObject({ status: 204 })
      expect((await rollBack(server, 'projects')).status).toBe(200)
      const sentence = words(`shell ${next}`, `auth ${remote}`)
      const check = await checked('shell', next)
      expect(check).toMatchObject({ misfits: [], warnings: [sentence], compared: true })
      expect(check.parts?.shell.passed).toBe((check.parts?.shell.total ?? 0) - 1)
      const { body } = await server.call(releaseOverview, { token })
      expect(body.data.find(({ app }) => app === 'shell')?.newest).toMatchObject({
        missing: null,
        warnings: [sentence],
      })
      expect(await activate(server, 'shell', next)).toMatchObject({ status: 204 })
      shell = next
    })

    it('its routes are compared still', async () => {
      last += 1
      const version = `${last}.0.0`
      const manifest = JSON.stringify(manifestOf('datastorage', ['/auth']))
      await publish(server, 'datastorage', version, filesOf('datastorage', version, { 'manifest.json': manifest }))
      const answer = await activate(server, 'datastorage', version)
      expect(answer).toMatchObject({ status: 409, code: 'ERR_6005' })
      expect(answer.raw.toString()).toContain(`takes addresses of /auth of auth ${remote}`)
    })

    it('a remote is activated beside such a shell, of which nothing is said to fit', async () => {
      await damage('shell', shell)
      const version = await published('projects', needs(['Card']))
      const check = await checked('projects', version)
      expect(check).toMatchObject({ misfits: [], warnings: [words(`projects ${version}`, `shell ${shell}`)] })
      expect(check.parts).toMatchObject({ shell: { passed: 0, total: 1 }, shared: { passed: 0, total: 2 } })
      expect(await activate(server, 'projects', version)).toMatchObject({ status: 204 })
    })
  })
})
