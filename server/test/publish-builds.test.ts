import { listReleases, startTrial } from '@lamella/shared/contract'
import { publishBuilds } from '../src/domains/releases/publish-build.ts'
import { setUpServer } from './helper.ts'
import { setUpOrganisation } from './people.ts'
import { activate, asItIsNow, filesOf, operatorToken, publish, rollBack } from './release-files.ts'

const server = setUpServer()
const lab = setUpOrganisation(server)

/** Builds of a work tree: version by app; null: it has none. */
type Versions = Record<string, string | null>

const start = (versions: Versions, more: Record<string, string> = {}): Promise<void> =>
  publishBuilds(server.context, {
    apps: Object.keys(versions),
    read: async (app) => {
      const version = versions[app]
      if (version === undefined || version === null) return null
      const files = filesOf(app, version, more)
      const read = async (path: string) => files[path] ?? Promise.reject(new Error(`no ${path}`))
      return { app, version, files: Object.keys(files).sort(), read }
    },
  })

const activeOf = async (app: string): Promise<string[]> => {
  const { data } = (await server.call(listReleases, { token: await operatorToken(server) })).body
  return data.filter((one) => one.app === app && one.traffic > 0).map(({ version, traffic }) => `${version} ${traffic}`)
}

describe('A start with the builds of the work tree', () => {
  it('without any shell fails in words', async () => {
    await expect(start({ shell: null, projects: '1.0.0' })).rejects.toThrow('shell is not built: run npm run build.')
  })

  it('activates what has changed since the last one', async () => {
    await start({ shell: '1.0.0', projects: '1.0.0', auth: '1.0.0' })
    await start({ shell: '1.0.0', projects: '1.1.0', auth: '1.0.0' })
    expect([await activeOf('shell'), await activeOf('projects')]).toEqual([['1.0.0 100'], ['1.1.0 100']])
  })

  it('goes on with what is active where a build is missing or refused', async () => {
    const files = { 'mf-manifest.json': 'no JSON' }
    await start({ shell: '1.0.0', projects: null, auth: '1.1.0' }, files)
    expect([await activeOf('auth'), await activeOf('projects')]).toEqual([['1.0.0 100'], ['1.1.0 100']])
    await start({ shell: '1.0.0', projects: null, auth: '1.2.0' })
    expect(await activeOf('auth')).toEqual(['1.2.0 100'])
  })

  it('ends no trial, and replaces nothing that somebody else has made active, but publishes', async () => {
    await publish(server, 'projects', '2.0.0')
    const token = await operatorToken(server)
    const headers = await asItIsNow(server, 'projects')
    const trial = { params: { app: 'projects' }, headers, body: { data: { version: '2.0.0', share: 10 } }, token }
    expect((await server.call(startTrial, trial)).status).toBe(204)
    await start({ shell: '1.0.0', projects: '1.2.0', auth: '1.2.0' })
    expect(await activeOf('projects')).toEqual(expect.arrayContaining(['2.0.0 10']))

    await activate(server, 'projects', '2.0.0')
    await rollBack(server, 'projects')
    const undone = await activeOf('projects')
    await start({ shell: '1.0.0', projects: '1.3.0', auth: '1.2.0' })
    expect(await activeOf('projects')).toEqual(undone)
  })

  it('goes on to activate once its build has been made active by hand', async () => {
    expect((await activate(server, 'projects', '1.3.0')).status).toBe(204)
    await start({ shell: '1.0.0', projects: '1.4.0', auth: '1.2.0' })
    expect(await activeOf('projects')).toEqual(['1.4.0 100'])
    // Also an older version of the sources, and the newer one after it.
    await start({ shell: '1.0.0', projects: '1.3.0', auth: '1.2.0' })
    await start({ shell: '1.0.0', projects: '1.4.0', auth: '1.2.0' })
    expect(await activeOf('projects')).toEqual(['1.4.0 100'])
  })

  it('leaves a trial for named users alone', async () => {
    const data = { version: '2.0.0', share: 0, users: [lab.member.email] }
    const headers = await asItIsNow(server, 'projects')
    const trial = { params: { app: 'projects' }, headers, body: { data }, token: await operatorToken(server) }
    expect((await server.call(startTrial, trial)).status).toBe(204)
    await start({ shell: '1.0.0', projects: '1.5.0', auth: '1.2.0' })
    expect(await activeOf('projects')).toEqual(['1.4.0 100'])
  })
})
