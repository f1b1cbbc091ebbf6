import {
  listReleases,
  registry as registrySchema,
  releaseHistory,
  releaseOverview,
  removeRelease,
  startTrial,
} from '@lamella/shared/contract'
import { sql } from 'drizzle-orm'
import { setUpServer } from './helper.ts'
import { activate, asItIsNow, operatorToken, publish, rollBack } from './release-files.ts'

const app = 'projects'

describe('After the clock of the database was ahead', () => {
  const server = setUpServer()
  let token: string

  const registryNow = async (): Promise<string[]> => {
    const { microFrontends } = registrySchema.parse((await server.app.inject('/registry.json')).json())
    return microFrontends[app]?.map(({ metadata, deployment }) => `${metadata.version} ${deployment.traffic}`) ?? []
  }
  const listNow = async (): Promise<string[]> =>
    (await server.call(listReleases, { token })).body.data
      .filter((one) => one.app === app && one.traffic > 0)
      .map(({ version, traffic }) => `${version} ${traffic}`)
  const history = async () => (await server.call(releaseHistory, { params: { app }, token })).body.data
  const newest = async () => {
    const [entry] = await history()
    return `${entry?.action} ${entry?.version}`
  }

  beforeAll(async () => {
    token = await operatorToken(server)
    for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0']) await publish(server, app, version)
    for (const version of ['1.0.0', '1.1.0']) await activate(server, app, version)
  })
  beforeEach(async () => {
    await server.context.db.execute(sql`UPDATE release_history SET at = at + interval '1 day'`)
  })

  it('an activation takes effect in the registry, the list and the history', async () => {
    expect((await activate(server, app, '1.2.0')).status).toBe(204)
    expect([await registryNow(), await listNow(), await newest()]).toEqual([
      ['1.2.0 100'],
      ['1.2.0 100'],
      'activate 1.2.0',
    ])
  })

  it('a rollback of several steps takes effect, with its entries in their order', async () => {
    expect((await rollBack(server, app, { steps: 2 })).body.data.version).toBe('1.0.0')
    expect([await registryNow(), await listNow()]).toEqual([['1.0.0 100'], ['1.0.0 100']])
    expect((await history()).slice(0, 2).map(({ version }) => version)).toEqual(['1.0.0', '1.1.0'])
  })

  it('a trial takes effect, and so does its end', async () => {
    const body = { data: { version: '1.3.0', share: 10 } }
    const headers = await asItIsNow(server, app)
    expect((await server.call(startTrial, { params: { app }, headers, body, token })).status).toBe(204)
    expect(await registryNow()).toEqual(['1.0.0 90', '1.3.0 10'])
    expect((await listNow()).sort()).toEqual(['1.0.0 90', '1.3.0 10'])
    expect(await newest()).toBe('activate 1.3.0')
    expect((await rollBack(server, app)).body.data.version).toBe('1.0.0')
    const overview = (await server.call(releaseOverview, { token })).body.data.find((one) => one.app === app)
    expect([await registryNow(), overview?.trial]).toEqual([['1.0.0 100'], null])
  })

  it('a publication is the newest entry, and a removal comes after it, and before the next publication', async () => {
    await publish(server, app, '1.4.0')
    expect(await newest()).toBe('publish 1.4.0')
    await server.context.db.execute(sql`UPDATE release_history SET at = at + interval '1 day'`)
    const params = { app, version: '1.4.0' }
    expect((await server.call(removeRelease, { params, body: { data: {} }, token })).status).toBe(204)
    expect((await history())[0]).toMatchObject({ action: 'publish', removed: { actor: 'operator' } })
    await publish(server, app, '1.4.0')
    const [again, first] = await history()
    expect([again?.version, again?.removed, first?.version]).toEqual(['1.4.0', undefined, '1.4.0'])
    expect(first?.removed).toMatchObject({ actor: 'operator' })
  })
})
