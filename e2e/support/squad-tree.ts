import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const root = path.resolve(import.meta.dirname, '../..')

/** The work tree of a squad: a copy of this one, with its changes, in which files may be made and changed. */
export interface SquadTree {
  folder: string
  /** Runs `npm …` as the README says. @returns what it prints @throws Error with it when it fails */
  npm(args: readonly string[], env?: Record<string, string>): Promise<string>
  /** Runs `npm …` until it is ended. */
  npmServer(args: readonly string[], env?: Record<string, string>): { end(): Promise<void> }
  remove(): Promise<void>
}

/** What a remote is made and built of. */
const isNeeded = (file: string): boolean =>
  /^([^/]+\.(json|cjs)|CODEOWNERS|(shared|server\/src|server\/package\.json))(\/|$)/.test(file)

/** Below this work tree, where git ignores it, so that packages are found in the `node_modules` above. */
export const makeSquadTree = async (): Promise<SquadTree> => {
  await mkdir(path.join(root, 'test-results'), { recursive: true })
  const folder = await mkdtemp(path.join(root, 'test-results', 'squad-'))
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  for (const file of listed.split('\0').filter(isNeeded)) await cp(path.join(root, file), path.join(folder, file))
  // What `npm install` would link; a package of a workspace alone lies in its own folder.
  await mkdir(path.join(folder, 'node_modules', '@lamella'), { recursive: true })
  await symlink(path.join(folder, 'shared'), path.join(folder, 'node_modules', '@lamella', 'shared'))
  // Named by its path in the scripts of a remote.
  const compiler = path.join('node_modules', 'typescript-native')
  await symlink(path.join(root, compiler), path.join(folder, compiler))
  for (const workspace of ['shared', 'server'])
    await symlink(path.join(root, workspace, 'node_modules'), path.join(folder, workspace, 'node_modules'))

  const environment = (env: Record<string, string> = {}) => ({
    ...process.env,
    PATH: `${path.join(root, 'node_modules', '.bin')}${path.delimiter}${process.env.PATH ?? ''}`,
    // Playwright asks for colours, which are in the words that tests look for.
    FORCE_COLOR: '0',
    npm_config_update_notifier: 'false',
    ...env,
  })
  return {
    folder,
    npm: async (args, env) => {
      const { stdout, stderr } = await promisify(execFile)('npm', args, { cwd: folder, env: environment(env) })
      return stdout + stderr
    },
    npmServer: (args, env) => {
      // In a group of its own: npm starts a shell, and that the server.
      const server = spawn('npm', args, { cwd: folder, env: environment(env), stdio: 'ignore', detached: true })
      const closed = once(server, 'close')
      return {
        end: async () => {
          if (server.pid && server.exitCode === null) process.kill(-server.pid, 'SIGTERM')
          await closed
        },
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
