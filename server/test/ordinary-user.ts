import { execFileSync } from 'node:child_process'
import { chownSync, cpSync } from 'node:fs'
import { join, relative } from 'node:path'
import { canReach, type Owner } from '../src/platform/db/embedded/owner.ts'
import { createFolder } from './cluster.ts'
import type { Home } from './server-process.ts'

const root = join(import.meta.dirname, '..', '..')

const ask = (program: string, ...args: string[]): string => execFileSync(program, args, { cwd: root, encoding: 'utf8' })

/** Folders that a server needs, relative to the root of the repository. */
const runtimeFolders = (): string[] =>
  ask('npm', 'ls', '--workspace=server', '--omit=dev', '--all', '--parseable')
    .trim()
    .split('\n')
    .map((folder) => relative(root, folder))
    .filter((folder) => folder !== '')
    .concat('server/src', 'shared', 'node_modules/node')

/** The work tree, or a copy of what a server needs of it where other users may not enter it (as in the home of root). */
const treeFor = async (user: Owner): Promise<string> => {
  const folders = [import.meta.dirname, join(root, 'node_modules', 'node')]
  if ((await Promise.all(folders.map((folder) => canReach(folder, user)))).every(Boolean)) return root
  const copy = createFolder('program')
  for (const folder of runtimeFolders()) {
    cpSync(join(root, folder), join(copy, folder), { recursive: true, verbatimSymlinks: true })
  }
  ask('chmod', '-R', 'a+rX', copy)
  return copy
}

/** The home of a server with an embedded database that runs as `nobody` if the tests run as root, else as their user. */
export const createOrdinaryHome = async (): Promise<Home> => {
  const home = { dataDir: createFolder('data'), databaseUrl: undefined }
  if (process.getuid?.() !== 0) return home
  const user = { uid: Number(ask('id', '-u', 'nobody')), gid: Number(ask('id', '-g', 'nobody')) }
  chownSync(home.dataDir, user.uid, user.gid)
  const tree = await treeFor(user)
  return {
    ...home,
    user,
    command: [join(tree, 'node_modules', 'node', 'bin', 'node'), join(tree, 'server', 'src', 'main', 'main.ts')],
  }
}
