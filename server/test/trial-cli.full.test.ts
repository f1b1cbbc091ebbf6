import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Command } from 'commander'
import { adminCommands } from '../src/main/cli/admin.ts'
import { releaseCommands } from '../src/main/cli/release.ts'
import { filesOf, folderWith } from './release-files.ts'
import { createHome, type Home, type ServerProcess, spawnLamella, startServerProcess } from './server-process.ts'

describe('docs/releases.md', () => {
  const program = new Command('lamella')
  releaseCommands(program)
  adminCommands(program)
  const page = readFileSync(join(import.meta.dirname, '../../docs/releases.md'), 'utf8')
  const lines = [...page.matchAll(/^npm run lamella -- (.+)$/gm)].map(([, line = '']) => line)

  it('has commands', () => expect(lines.length).toBeGreaterThan(20))

  it.each(lines)('lamella %s', (line) => {
    const words = (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''))
    let command: Command = program
    for (;;) {
      const sub = command.commands.find((one) => one.name() === words[0])
      if (!sub) break
      command = sub
      words.shift()
    }
    expect(command.commands).toEqual([])
    // Parses the rest as the command would, without running it.
    const { operands, unknown } = command.parseOptions(words)
    expect(unknown).toEqual([])
    const required = command.registeredArguments.filter(({ required: isRequired }) => isRequired)
    expect(operands.length).toBeGreaterThanOrEqual(required.length)
    expect(operands.length).toBeLessThanOrEqual(command.registeredArguments.length)
  })
})

describe('Trials, operators and tokens by the commands', () => {
  let home: Home
  let server: ServerProcess
  let port: string
  beforeAll(async () => {
    home = await createHome()
    server = await startServerProcess({ home })
    port = new URL(server.url).port
    for (const version of ['1.0.0', '1.1.0'])
      await release('publish', 'projects', '--from', await folderWith(filesOf('projects', version)))
    await release('activate', 'projects', '1.0.0')
  }, 120_000)
  afterAll(() => server.kill9())

  const lamella = async (args: string[], env: NodeJS.ProcessEnv = {}) => {
    const child = spawnLamella(args, home, { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, ...env })
    if (!child.stdout || !child.stderr) throw new Error('The program cannot be started')
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { code, out, err }
  }
  const release = (...args: string[]) => lamella(['release', ...args])

  it('start, change, show and end a trial', async () => {
    const started = await release('trial', 'projects', '1.1.0', '--share', '10%', '--promote-after', '2d')
    expect(started).toMatchObject({
      code: 0,
      out: 'projects so far: 1.0.0 (100 %), state 1.\nprojects 1.1.0 is on trial for 10 % of the users.\n',
    })
    const changed = await release('trial', 'projects', '--share', '25%', '--max-failures', '5%', '--until', 'never')
    expect(changed.err).toBe(`Server: http://127.0.0.1:${port}\n`)
    expect(changed.out).toBe(
      'projects so far: 1.1.0 (10 %), 1.0.0 (90 %), state 2.\nprojects 1.1.0 is on trial for 25 % of the users.\n',
    )
    const { out } = await release('trials')
    expect(out).toMatch(/projects +1\.1\.0 +25 % .*by operator +0 of 0, limit 5 % +active from /)
    expect((await release('trial', 'projects', '--users', 'nobody@lab.example')).err).toContain('There is no account')
    expect((await release('end-trial', 'projects')).out).toContain('The trial of projects 1.1.0 is over.')
    expect((await release('trials')).out).toBe('Nothing is on trial.\n')
  }, 60_000)

  it('show a trial for named users, which is no rollback when it is ended so', async () => {
    const user = ['--admin', '--email', 'jo@lab.example', '--organisation', 'Lab of Jo']
    await lamella(['admin', 'create-user', ...user])
    await release('trial', 'projects', '1.1.0', '--users', 'jo@lab.example')
    expect((await release('list')).out).toMatch(
      /projects +1\.1\.0 +on trial for named users +.*\n.*projects +1\.0\.0 +100 %/,
    )
    const refused = await release('rollback', 'projects', '--expect', '1.0.0')
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        'Not 1.0.0 alone is active for projects, but 1.0.0 (100 %), 1.1.0 on trial for named users.',
      ),
    })
    const { out } = await release('rollback', 'projects')
    expect(out).toContain('projects so far: 1.0.0 (100 %), 1.1.0 on trial for named users, state ')
    expect(out).toContain('The trial of 1.1.0 is over; 1.0.0 stays active.')
    expect(out).not.toContain('back at')
    await release('trial', 'projects', '1.1.0', '--share', '5%')
    expect((await release('rollback', 'projects')).out).toContain('The trial of 1.1.0 is over; 1.0.0 stays active.')
  }, 60_000)

  it('make an operator of a user, and a token that is refused outside of its scope', async () => {
    const user = ['--admin', '--email', 'mara@lab.example', '--organisation', 'Lab']
    await lamella(['admin', 'create-user', ...user])
    expect((await lamella(['admin', 'operator', 'add', 'mara@lab.example'])).out).toContain('may see and change')
    expect((await lamella(['admin', 'operator', 'list'])).out).toMatch(/mara@lab\.example +Lamella User +Lab/)
    const made = await lamella(['admin', 'token', 'add', 'ci', '--apps', 'projects', '--may', 'check,trial'])
    const [, secret = ''] = /shown only now: (lmt_\S+)/.exec(made.out) ?? []
    const asCi = { LAMELLA_OPERATOR_TOKEN: secret }
    expect((await lamella(['release', 'check', 'projects', '1.1.0'], asCi)).code).toBe(0)
    const refused = await lamella(['release', 'activate', 'projects', '1.1.0'], asCi)
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('The token "ci" may not activate projects. It may check and trial projects.')
    expect((await lamella(['admin', 'token', 'list'])).out).toMatch(/ci +projects +check, trial/)
    await lamella(['admin', 'token', 'remove', 'ci'])
    expect((await lamella(['release', 'list'], asCi)).err).toContain('This token is not known')
  }, 90_000)

  it('remove versions, and say what stays', async () => {
    expect((await release('remove', 'projects', '1.0.0')).err).toContain('projects 1.0.0 is active. (ERR_6008)')
    expect((await release('prune', '--keep', '1')).out).toContain('1.0.0 stays: It is active.')
    const how = ['--force', '--reason', 'A key was in it']
    expect((await release('remove', 'projects', '1.1.0', ...how)).out).toBe('projects 1.1.0 is removed.\n')
    expect((await release('history', 'projects')).out).toMatch(/publish, removed \d{4}-\d\d-\d\d by operator +1\.1\.0/)
  }, 60_000)
})
