import {
  changeTrial,
  listReleases,
  registry as registrySchema,
  releaseHistory,
  startTrial,
} from '@lamella/shared/contract'
import { lockPointers } from '../src/domains/releases/repository.ts'
import { blobKeys } from '../src/platform/storage/blobs.ts'
import { setUpServer } from './helper.ts'
import { activate, asItIsNow, filesOf, operatorToken, publish, rollBack } from './release-files.ts'
import { until } from './until.ts'

describe('A release whose stored files are missing or damaged', () => {
  const server = setUpServer()
  let token: string
  let last = 0

  const active = async (app: string) => {
    const { microFrontends } = registrySchema.parse((await server.app.inject('/registry.json')).json())
    return microFrontends[app]?.map(({ metadata }) => metadata.version)
  }
  const published = async (app: string): Promise<string> => {
    last += 1
    const version = `${last}.0.0`
    await publish(server, app, version)
    return version
  }
  const lose = (app: string, version: string, ...paths: string[]) =>
    Promise.all(paths.map((path) => server.context.blobs.remove(blobKeys.release(app, version) + path)))
  const sentence = ({ raw }: { raw: Buffer }): string => JSON.parse(raw.toString()).errors[0].detail
  const force = { force: true, reason: 'The files come tonight' }

  beforeAll(async () => {
    token = await operatorToken(server)
  })

  it('is not activated: a shell without its page stays where it is, unless it is forced', async () => {
    const good = await published('shell')
    await activate(server, 'shell', good)
    const bad = await published('shell')
    await lose('shell', bad, 'index.html')
    await server.context.blobs.write(`${blobKeys.release('shell', bad)}main.js`, Buffer.from('other()'))
    const refused = await activate(server, 'shell', bad)
    expect(refused).toMatchObject({ status: 409, code: 'ERR_6005' })
    const words = `shell ${bad}: of its 4 files, index.html, main.js are missing or damaged on this server.`
    expect(sentence(refused)).toBe(words)
    expect(await active('shell')).toEqual([good])
    expect((await activate(server, 'shell', bad, 100, force)).status).toBe(204)
    const { body } = await server.call(releaseHistory, { params: { app: 'shell' }, token })
    expect(body.data[0]).toMatchObject({ version: bad, forced: true, misfits: [words] })
    expect((await rollBack(server, 'shell')).body.data.version).toBe(good)
  })

  it('is no target of a rollback, unless it is forced or lacks no more than a compressed variant', async () => {
    const [earlier, later] = [await published('auth'), await published('auth')]
    await activate(server, 'auth', earlier)
    await activate(server, 'auth', later)
    await lose('auth', earlier, 'main.js.br')
    expect((await rollBack(server, 'auth')).body.data.version).toBe(earlier)
    await activate(server, 'auth', later)
    await lose('auth', earlier, 'main.js')
    const refused = await rollBack(server, 'auth')
    expect(refused).toMatchObject({ status: 409, code: 'ERR_6005' })
    expect(sentence(refused)).toBe(`auth ${earlier}: of its 3 files, main.js is missing or damaged on this server.`)
    expect(await active('auth')).toEqual([later])
    expect((await rollBack(server, 'auth', force)).body.data.version).toBe(earlier)
  })

  it('is not put on trial; a trial whose files were lost since can be changed and ended, but not made active for all', async () => {
    const app = 'projects'
    const [stable, trial] = [await published(app), await published(app)]
    await activate(server, app, stable)
    const start = async () =>
      server.call(startTrial, {
        params: { app },
        headers: await asItIsNow(server, app),
        body: { data: { version: trial, share: 10 } },
        token,
      })
    await lose(app, trial, 'main.js')
    expect(await start()).toMatchObject({ status: 409, code: 'ERR_6005' })
    const script = filesOf(app, trial)['main.js']
    await server.context.blobs.write(`${blobKeys.release(app, trial)}main.js`, script ?? Buffer.of())
    expect(await start()).toMatchObject({ status: 204 })
    await lose(app, trial, 'main.js')
    const headers = await asItIsNow(server, app)
    const body = { data: { share: 20 } }
    expect((await server.call(changeTrial, { params: { app }, headers, body, token })).status).toBe(204)
    expect(await activate(server, app, trial)).toMatchObject({ code: 'ERR_6005' })
    expect((await rollBack(server, app)).body.data.version).toBe(stable)
    expect(await active(app)).toEqual([stable])
  })

  it('is read once, and before anybody has to wait for it', async () => {
    const app = 'datastorage'
    const version = await published(app)
    const expected = (await server.call(listReleases, { token })).body.data.find((one) => one.app === app)?.pointer
    const reads = jest.spyOn(server.context.blobs, 'read')
    const scripts = () => reads.mock.calls.filter(([key]) => key === `${blobKeys.release(app, version)}main.js`).length
    let activation: ReturnType<typeof activate> | undefined
    await server.context.db.transaction(async (tx) => {
      await lockPointers(tx, [app])
      activation = activate(server, app, version, 100, {}, expected)
      await until(async () => scripts() > 0)
    })
    expect((await activation)?.status).toBe(204)
    expect(scripts()).toBe(1)
    reads.mockRestore()
  })
})
