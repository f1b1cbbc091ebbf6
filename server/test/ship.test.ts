import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type AppId, createOperatorToken, type TokenAction } from '@lamella/shared/contract'
import { httpReleases, LostAnswer } from '../src/main/cli/release-http.ts'
import { type ShipOptions, ship, type Workshop } from '../src/main/cli/ship/ship.ts'
import { startTestApp, type TestApp } from './helper.ts'
import { activate, filesOf, manifestOf, operatorToken, publish } from './release-files.ts'

/**
 * Of this work tree; what is built is the smallest release. The tools of the work tree themselves are run by e2e/new-remote-releases.spec.ts, in a
 * work tree of its own.
 */
const app = 'projects'

describe('npm run release', () => {
  let server: TestApp
  let own = ''
  beforeEach(async () => {
    server = await startTestApp()
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const folder = join(import.meta.dirname, '../../mfe-projects')
    own = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')).version
    jest.spyOn(console, 'log').mockReturnValue()
  })
  afterEach(async () => {
    jest.restoreAllMocks()
    await server.close()
  })

  const tools = (changes: Partial<Workshop> = {}, more: Record<string, string> = {}): Workshop => ({
    test: async () => undefined,
    withBuild: async (name, { version }, use) => {
      const files = filesOf(name, version, more)
      const read = async (path: string) => files[path] ?? Buffer.from('')
      await use({ app: name, version, files: Object.keys(files), read })
    },
    ...changes,
  })
  const api = async () => {
    const { port } = server.app.server.address() as AddressInfo
    return httpReleases(`http://127.0.0.1:${port}`, await operatorToken(server))
  }
  const release = async (options: Partial<ShipOptions> = {}, workshop = tools()): Promise<void> =>
    ship(await api(), app, { traffic: 10, ...options }, workshop)
  const shares = async (name: AppId = app) =>
    Object.fromEntries(
      (await (await api()).list()).flatMap((one) => (one.app === name ? [[one.version, one.traffic]] : [])),
    )

  it('gives the first version to all, and the next one to some', async () => {
    await release()
    expect(await shares()).toEqual({ [own]: 100 })
    await release({ part: 'minor', notes: 'Jobs can be repeated' })
    const next = own.replace(/^(\d+)\.(\d+)\.\d+$/, (_, major, minor) => `${major}.${Number(minor) + 1}.0`)
    expect(await shares()).toEqual({ [own]: 90, [next]: 10 })
    const [newest] = await (await api()).list()
    expect(newest?.notes).toBe('Jobs can be repeated')
    await release({ version: '7.0.0', traffic: 100 })
    expect(await shares()).toMatchObject({ '7.0.0': 100, [own]: 0 })
  })

  it.each<[string, Partial<Workshop>]>([
    ['its tests fail', { test: () => Promise.reject(new Error('projects is not released: its tests fail.')) }],
    ['it cannot be built', { withBuild: () => Promise.reject(new Error('projects could not be built.')) }],
  ])('publishes nothing when %s', async (_case, changes) => {
    await expect(release({}, tools(changes))).rejects.toThrow(/^projects (is not released|could not be built)/)
    expect(await shares()).toEqual({})
  })

  it('publishes nothing when a file cannot be stored, and can be repeated', async () => {
    const broken = tools({
      withBuild: async (name, { version }, use) => {
        const files = filesOf(name, version)
        const read = async (path: string) => {
          if (path === 'mf-manifest.json') throw new Error('The disk is gone.')
          return files[path] ?? Buffer.from('')
        }
        await use({ app: name, version, files: Object.keys(files), read })
      },
    })
    await expect(release({}, broken)).rejects.toThrow('The disk is gone.')
    expect(await shares()).toEqual({})
    await release()
    expect(await shares()).toEqual({ [own]: 100 })
  })

  it('does not say that nobody was given it when the answer to that was lost', async () => {
    await release()
    const startTrial = () => Promise.reject(new LostAnswer('It does not answer any more.'))
    const lost = ship({ ...(await api()), startTrial }, app, { traffic: 10, version: '8.9.0' }, tools())
    await expect(lost).rejects.toThrow(/any more\.\nprojects 8\.9\.0 is published\. If nobody was given it: npm run/)
  })

  it('needs a token that may publish, check and try, and says how to go on when it may not try', async () => {
    await release()
    const apiOf = async (name: string, may: TokenAction[]) => {
      const body = { data: { name, apps: [app], may } }
      const made = await server.call(createOperatorToken, { body, token: await operatorToken(server) })
      const { port } = server.app.server.address() as AddressInfo
      return httpReleases(`http://127.0.0.1:${port}`, made.body.data.secret)
    }
    await ship(await apiOf('whole', ['publish', 'check', 'trial']), app, { traffic: 10, version: '8.0.0' }, tools())
    expect(await shares()).toEqual({ [own]: 90, '8.0.0': 10 })
    const narrow = await apiOf('narrow', ['publish', 'check'])
    await expect(ship(narrow, app, { traffic: 10, version: '8.0.1' }, tools())).rejects.toThrow(
      /may not start or change a trial of projects.+\nprojects 8\.0\.1 is published, but nobody was given it\..+release trial projects 8\.0\.1 --share 10%/,
    )
    expect(await shares()).toMatchObject({ '8.0.0': 10, '8.0.1': 0 })
  })

  it('says so when the server dies amid the upload, and can be repeated with the same version', async () => {
    const broken = tools({
      withBuild: async (name, { version }, use) => {
        const files = filesOf(name, version)
        const read = async (path: string) => {
          if (path === 'mf-manifest.json') server.app.server.closeAllConnections()
          if (path === 'mf-manifest.json') await new Promise((done) => server.app.server.close(done))
          return files[path] ?? Buffer.from('')
        }
        await use({ app: name, version, files: Object.keys(files), read })
      },
    })
    await expect(release({}, broken)).rejects.toThrow(/does not answer any more.+can be repeated/)
    server.app.server.listen(0, '127.0.0.1')
    await once(server.app.server, 'listening')
    await release()
    expect(await shares()).toEqual({ [own]: 100 })
  })

  it.each([
    ['another', '0.1.0'],
    ['a first', undefined],
  ])('gives nobody the version when somebody else activates %s one meanwhile', async (_case, before) => {
    if (before) {
      await publish(server, app, before)
      await activate(server, app, before)
    }
    const overtaken = tools({
      test: async () => {
        await publish(server, app, '0.2.0')
        await activate(server, app, '0.2.0')
      },
    })
    await expect(release({}, overtaken)).rejects.toThrow(
      new RegExp(`by somebody else in the meantime\\. Look again, then decide\\..*\\n${app} .+ nobody was given it`),
    )
    expect(await shares()).toMatchObject({ '0.2.0': 100, [own]: 0 })
  })

  it('activates nothing that does not fit, and says what', async () => {
    await publish(server, app, '0.1.0')
    await activate(server, app, '0.1.0')
    const odd = { 'manifest.json': JSON.stringify({ ...manifestOf(app), contract: '^99.0.0' }) }
    await expect(release({}, tools({}, odd))).rejects.toThrow(
      new RegExp(`projects ${own} is published and not active.*\\n.*works with contract \\^99\\.0\\.0`),
    )
    expect(await shares()).toEqual({ '0.1.0': 100, [own]: 0 })
  })

  it('refuses a version that is published, and an app that this work tree does not have, before anything else', async () => {
    await release()
    const never = tools({ test: () => Promise.reject(new Error('tested')) })
    await expect(release({ version: own }, never)).rejects.toThrow(`projects ${own} is published already.`)
    await expect(ship(await api(), 'plates', { traffic: 10 }, never)).rejects.toThrow(
      'mfe-plates is not in this work tree',
    )
  })
})
