import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { type Compatibility, contractVersion, remoteForm } from '@lamella/shared/contract'
import { filesOf, folderWith } from './release-files.ts'
import { createHome, type Home, type ServerProcess, spawnLamella, startServerProcess } from './server-process.ts'

interface Outcome {
  code: number | null
  out: string
  err: string
}

const lamellaWith = async (home: Home, env: NodeJS.ProcessEnv, ...args: string[]): Promise<Outcome> => {
  const child = spawnLamella(['release', ...args], home, env)
  if (!child.stdout || !child.stderr) throw new Error('The program cannot be started')
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, out, err }
}

const lamella = (home: Home, port: string, ...args: string[]): Promise<Outcome> =>
  lamellaWith(home, { PORT: port }, ...args)

const withUnknownCall = {
  contract: contractVersion,
  remoteForms: [remoteForm],
  calls: [
    { name: 'archiveProject', method: 'POST', path: '/api/v1/archive', request: { type: 'object' }, answer: null },
  ],
  needs: {},
  provides: {},
} satisfies Compatibility

/** An address at which nothing listens: the port is reserved. */
const deadPort = '1'

describe('lamella release', () => {
  let home: Home
  let server: ServerProcess
  let port: string

  beforeAll(async () => {
    home = await createHome()
    server = await startServerProcess({ home })
    port = new URL(server.url).port
  }, 60_000)
  afterAll(async () => {
    await server.kill9()
  })

  it('asks the running server', async () => {
    const { code, out, err } = await lamella(home, port, 'list')
    expect(err).toBe(`Server: http://127.0.0.1:${port}\n`)
    expect(out).toBe('Nothing is published yet: lamella release publish <app>\n')
    expect(code).toBe(0)
  }, 30_000)

  it('prints the error of the server, and ends with 1', async () => {
    const { code, err } = await lamella(home, port, 'check', 'auth', '1.0.0')
    expect(err).toContain('There is no such remote or version. (ERR_6002)')
    expect(code).toBe(1)
  }, 30_000)

  it('changes nothing of an app of which nothing is published', async () => {
    const { code, err } = await lamella(home, port, 'activate', 'auth', '1.0.0')
    expect(err).toContain('No version of auth is published.')
    expect(code).toBe(1)
  }, 30_000)

  it.each([
    ['an app with a name that none can have', ['rollback', 'Quality'], 'lower-case letters'],
    ['a version that is none', ['activate', 'auth', 'newest'], 'It looks like 1.2.0'],
    ['a share of nobody', ['activate', 'auth', '1.0.0', '--traffic', '0%'], 'from 1% to 100%'],
    ['an origin with a path', ['publish', 'auth', '--origin', 'https://cdn.example/files'], 'without a path'],
    ['a share of more than all', ['activate', 'auth', '1.0.0', '--traffic', '101'], 'from 1% to 100%'],
  ])(
    'refuses %s before any request',
    async (_case, args, sentence) => {
      const { code, err } = await lamella(home, deadPort, ...args)
      expect(err).toContain(sentence)
      expect(code).toBe(1)
    },
    30_000,
  )

  it('explains why the token is not accepted', async () => {
    const stranger = await createHome()
    const { code, err } = await lamella(stranger, port, 'list')
    expect(err).toContain('holds no operator.token')
    expect(code).toBe(1)
  }, 30_000)

  it('does not change the folder of a server that it cannot reach, and explains what to set', async () => {
    const { code, err } = await lamella(home, deadPort, 'list')
    expect(err).toContain('set HOST and PORT as that process has them')
    expect(code).toBe(1)
  }, 30_000)

  it('publishes, checks, activates and rolls back a remote that the server was not built with', async () => {
    for (const version of ['1.0.0', '1.1.0']) {
      const folder = await folderWith({ ...filesOf('quality-control', version), '.DS_Store': Buffer.from('hidden') })
      const published = await lamella(
        home,
        port,
        'publish',
        'mfe-quality-control',
        '--from',
        folder,
        '--notes',
        'A first try',
      )
      expect(published.out).toContain(`quality-control ${version} is published`)
      expect((await lamella(home, port, 'activate', 'quality-control', version)).out).toContain(`${version} (100 %)`)
    }
    const check = await lamella(home, port, 'check', 'quality-control', '1.1.0')
    expect(check.out).toContain('are as published')
    expect(check.out).toContain('could not be compared: it has no compatibility.json')
    expect(check.out).not.toContain('It fits')
    expect((await lamella(home, port, 'rollback', 'quality-control')).out).toContain('is back at 1.0.0')
    expect((await lamella(home, port, 'list')).out).toMatch(/quality-control +1\.0\.0 +100 % .* A first try/)
  }, 120_000)

  it('says what does not fit, and forces it with a reason that the history shows', async () => {
    const odd = { 'compatibility.json': JSON.stringify(withUnknownCall) }
    const folder = await folderWith(filesOf('quality-control', '2.0.0', odd))
    await lamella(home, port, 'publish', 'quality-control', '--from', folder)
    const sentence = 'calls archiveProject (POST /api/v1/archive): the server has no such call.'
    const check = await lamella(home, port, 'check', 'quality-control', '2.0.0')
    expect(check).toMatchObject({ code: 1, err: expect.stringContaining(sentence) })
    const refused = await lamella(home, port, 'activate', 'quality-control', '2.0.0')
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining(sentence) })
    const unexplained = await lamella(home, port, 'activate', 'quality-control', '2.0.0', '--force')
    expect(unexplained).toMatchObject({ code: 1, err: expect.stringContaining('A forced change needs a reason') })
    const how = ['--force', '--reason', 'The archive comes tonight']
    expect(await lamella(home, port, 'activate', 'quality-control', '2.0.0', ...how)).toMatchObject({ code: 0 })
    const { out } = await lamella(home, port, 'history', 'quality-control')
    expect(out).toMatch(/activate, forced +2\.0\.0 +100 % +operator +The archive comes tonight/)
  }, 120_000)

  it('goes back to a chosen version, and does nothing when another version is active than expected', async () => {
    const unexpected = await lamella(home, port, 'rollback', 'quality-control', '--to', '1.0.0', '--expect', '1.1.0')
    expect(unexpected.err).toContain('Not 1.1.0 is active for quality-control, but 2.0.0 (100 %).')
    expect(unexpected.code).toBe(1)
    const expected = await lamella(home, port, 'rollback', 'quality-control', '--to', '1.0.0', '--expect', '2.0.0')
    expect(expected).toMatchObject({ code: 0, out: expect.stringContaining('is back at 1.0.0') })
    expect(expected.out).toContain('quality-control so far: 2.0.0 (100 %), state 4.')
    const late = await lamella(home, port, 'activate', 'quality-control', '1.1.0', '--expect', '4')
    expect(late).toMatchObject({
      code: 1,
      err: expect.stringContaining('Not state 4, but quality-control so far: 1.0.0'),
    })
  }, 60_000)

  it('shows what others wrote as text, never as orders for the terminal or as lines of its own', async () => {
    const reason = 'Slow\u001b[2J\n2026-11-23 00:00:00 UTC  activate  9.9.9  100 %  mara'
    const done = await lamella(home, port, 'activate', 'quality-control', '1.1.0', '--reason', reason)
    expect(done).toMatchObject({ code: 0 })
    const { out } = await lamella(home, port, 'history', 'quality-control')
    expect(out).not.toContain('\u001b')
    expect(out).not.toMatch(/^2026-11-23 00:00:00 UTC/m)
    expect(out).toContain('Slow\ufffd[2J 2026-11-23 00:00:00 UTC')
  }, 60_000)

  it('says where to find the build of a remote that has no folder here', async () => {
    const { code, err } = await lamella(home, port, 'publish', 'quality-control')
    expect(err).toContain('mfe-quality-control is not in this work tree: name the folder of its build with --from.')
    expect(code).toBe(1)
  }, 30_000)

  it.each([
    ['by its address alone', { HOST: '', PORT: '', PUBLIC_URL: 'http://127.0.0.1:1' }],
    ['by its address and port', { PORT: deadPort, PUBLIC_URL: 'http://127.0.0.1:1' }],
    ['by its token', { PORT: deadPort, LAMELLA_OPERATOR_TOKEN: 'a-token-of-the-operator-that-is-long-enough' }],
  ])(
    'never changes a data folder in place of a server that is named %s and does not answer',
    async (_how, env) => {
      const stopped = await createHome()
      const changed = await lamellaWith(stopped, env, 'rollback', 'quality-control')
      expect(changed).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringContaining('No Lamella server answers at http://127.0.0.1:1'),
      })
      expect(changed.err).not.toContain('Data folder')
    },
    60_000,
  )

  it('asks only the server whose address alone is named, not one that runs here', async () => {
    const env = { HOST: '', PORT: '', PUBLIC_URL: server.url }
    const { err } = await lamellaWith(home, env, 'list')
    expect(err).toBe(`Server: ${server.url}\n`)
  }, 60_000)

  it('works offline when no server runs, and says on which folder', async () => {
    await server.stop()
    const { code, out, err } = await lamella(home, deadPort, 'history', 'auth')
    expect(out).toContain('when  action')
    expect(err).toContain(`Data folder: ${home.dataDir}`)
    expect(code).toBe(0)
  }, 60_000)
})
