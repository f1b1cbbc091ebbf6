import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Command } from 'commander'
import { createRemote } from '../src/main/cli/remote/create-remote.ts'
import { remoteCommands } from '../src/main/cli/remote/index.ts'

const execute = promisify(execFile)
const repository = join(import.meta.dirname, '../..')
const tools = join(repository, 'node_modules', '.bin')

/** A work tree whose shared part and packages are those of this one. */
let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'lamella-remote-'))
  for (const folder of ['shared', 'scripts', 'node_modules'])
    await symlink(join(repository, folder), join(root, folder))
  for (const file of ['package.json', 'biome.json', 'CODEOWNERS']) await cp(join(repository, file), join(root, file))
})
afterEach(() => rm(root, { recursive: true }))

const owner = '@lamella/quality'

const workspaces = async (): Promise<string[]> =>
  JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).workspaces

describe('A new remote', () => {
  it.each(['Quality control', "The lab's plates", 'Plates "A" & <B>'])('called %j is formatted', async (title) => {
    const folder = await createRemote(root, { name: 'quality-control', title, owner })
    const options = ['--vcs-enabled=false', '--vcs-use-ignore-file=false']
    await execute(join(tools, 'biome'), ['check', ...options, folder], { cwd: root })
  })

  it('has the types of the contract, and passes its own tests', async () => {
    const cwd = join(root, await createRemote(root, { name: 'quality-control', title: "The lab's plates", owner }))
    const env = { ...process.env, PATH: `${tools}:${process.env.PATH}` }
    await execute('npm', ['run', '--silent', 'typecheck'], { cwd, env })
    const { stderr } = await execute(join(tools, 'jest'), ['--colors=false'], { cwd, env })
    expect(stderr).toMatch(/Tests: +4 passed, 4 total/)
  }, 240_000)

  it('is beside the others in "workspaces" and in CODEOWNERS', async () => {
    await createRemote(root, { name: 'plates', title: 'Plates', owner })
    const folders = await workspaces()
    expect(folders[folders.indexOf('server') - 1]).toBe('mfe-plates')
    const lines = (await readFile(join(root, 'CODEOWNERS'), 'utf8')).split('\n')
    const remotes = lines.filter((line) => line.startsWith('/mfe-'))
    expect(remotes.at(-1)).toMatch(/^\/mfe-plates\/ +@lamella\/quality$/)
    expect(lines.indexOf(remotes.at(-1) ?? '') - lines.indexOf(remotes[0] ?? '')).toBe(remotes.length - 1)
  })

  it('asks for no more of the contract than its major version: it must not wait for a newer shell', async () => {
    const folder = await createRemote(root, { name: 'plates', title: 'Plates', owner })
    expect(await readFile(join(root, folder, 'manifest.ts'), 'utf8')).toMatch(/^ {2}contract: '\^\d+\.0\.0',$/m)
  })

  it.each(['shell', 'storage', 'project', 'viewer', 'home', 'api'])(
    'is never called %s, as the shell or the server has it',
    async (name) => {
      const program = new Command('lamella').exitOverride()
      remoteCommands(program)
      for (const each of [...program.commands, ...program.commands.flatMap(({ commands }) => commands)])
        each.exitOverride().configureOutput({ writeErr: () => undefined })
      const made = program.parseAsync(['remote', 'new', name, '--root', root, '--no-install'], { from: 'user' })
      await expect(made).rejects.toThrow('choose another')
      expect(await workspaces()).not.toContain(`mfe-${name}`)
    },
  )

  it('is refused where its folder exists, and nothing is changed', async () => {
    await createRemote(root, { name: 'plates', title: 'Plates', owner })
    await writeFile(join(root, 'mfe-plates', 'manifest.ts'), 'mine')
    await expect(createRemote(root, { name: 'plates', title: 'Others', owner })).rejects.toThrow(
      'There is a folder mfe-plates already.',
    )
    expect(await readFile(join(root, 'mfe-plates', 'manifest.ts'), 'utf8')).toBe('mine')
    expect((await workspaces()).filter((folder) => folder === 'mfe-plates')).toHaveLength(1)
    expect((await readdir(root)).filter((file) => file.endsWith('.new'))).toEqual([])
  })
})
