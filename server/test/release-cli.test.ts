import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { appName } from '@lamella/shared/contract'
import { createHome, type Home, type ServerProcess, spawnLamella, startServerProcess } from './server-process.ts'

interface Outcome {
  code: number | null
  out: string
  err: string
}

const lamella = async (home: Home, port: string, ...args: string[]): Promise<Outcome> => {
  const child = spawnLamella(['release', ...args], home, { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` })
  if (!child.stdout || !child.stderr) throw new Error('The program cannot be started')
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, out, err }
}

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
    const { code, out } = await lamella(home, port, 'list')
    expect(out).toBe('Nothing is published yet: lamella release publish <app>\n')
    expect(code).toBe(0)
  }, 30_000)

  it('prints the error of the server, and ends with 1', async () => {
    const { code, err } = await lamella(home, port, 'activate', 'auth', '1.0.0')
    expect(err).toContain('There is no such remote or version. (ERR_6002)')
    expect(code).toBe(1)
  }, 30_000)

  it.each([
    ['an app that does not exist', ['rollback', 'nobody'], `It is one of ${appName.options.join(', ')}.`],
    ['a version that is none', ['activate', 'auth', 'newest'], 'It looks like 1.2.0'],
    ['a share of nobody', ['activate', 'auth', '1.0.0', '--traffic', '0%'], 'from 1% to 100%'],
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

  it('works offline when no server runs', async () => {
    await server.stop()
    const { code, out, err } = await lamella(home, deadPort, 'history', 'auth')
    expect(`${err}${out}`).toContain('when  action')
    expect(code).toBe(0)
  }, 60_000)
})
