import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compileCache } from './child-environment.ts'
import type { ChildUser } from './child-user.ts'
import { findProgram } from './find-program.ts'

/**
 * How child processes are isolated, by what the system allows (ADR 42):
 * `view`: namespaces without network, other processes, and files other than those named;
 * `user`: a user of their own, for a server that was started as root where namespaces are not allowed;
 * `permission`: Node's own permission model, which binds JavaScript but not native libraries.
 * The limits of memory, time and files hold in each.
 */
export type Isolation =
  | { kind: 'view'; user: ChildUser | null }
  | { kind: 'user'; user: ChildUser }
  | { kind: 'permission' }

/** A program with the paths that it may use. */
export interface IsolatedProgram {
  program: string
  /** Its only folder to write to. */
  folder: string
  /** Files that it reads beside its program. */
  reads: readonly string[]
}

const root = join(import.meta.dirname, '../../../..')
const viewScript = join(import.meta.dirname, 'child-view.sh')

/** Paths that every child reads: Node, the packages and the sources of the server. */
const codeOf = (program: string): string[] => {
  const paths = [
    process.execPath,
    join(root, 'package.json'),
    join(root, 'node_modules'),
    join(root, 'shared'),
    join(root, 'server', 'package.json'),
    join(root, 'server', 'node_modules'),
    join(root, 'server', 'src'),
    dirname(program),
  ].filter((path) => existsSync(path))
  // Packages may lie elsewhere, behind links.
  return [...new Set([...paths, ...paths.map((path) => realpathSync(path))])]
}

/** Arguments of Node's permission model for a program. System programs that it may start are not bound by the model. */
const permissionsOf = ({ kind }: Isolation, { program, folder, reads }: IsolatedProgram): string[] => {
  // Node uses the cache only with permission to write to it. Under a user of its own the system denies the writing.
  const cached = kind === 'user' ? [compileCache] : []
  const vips = findProgram('vips')
  const readable = [...codeOf(program), ...cached, ...reads, folder, ...(vips ? [vips] : [])]
  return [
    '--permission',
    '--allow-addons',
    ...(vips ? ['--allow-child-process'] : []),
    ...readable.map((path) => `--allow-fs-read=${path}`),
    ...[folder, ...cached].map((path) => `--allow-fs-write=${path}`),
  ]
}

const namespaces = ['--mount', '--net', '--pid', '--ipc', '--uts', '--fork', '--kill-child']

/**
 * @param nodeFlags - options of Node itself
 * @returns the command and arguments that run the program in this isolation
 */
export const isolated = (isolation: Isolation, program: IsolatedProgram, nodeFlags: readonly string[]): string[] => {
  const node = [process.execPath, ...nodeFlags]
  if (isolation.kind !== 'view') return [...node, ...permissionsOf(isolation, program), program.program]
  const { user } = isolation
  const identity = user ? `${user.uid}:${user.gid}` : '-'
  const shown = [...codeOf(program.program), compileCache, ...program.reads]
  const asRoot = user ? [] : ['--user', '--map-root-user']
  const view = ['sh', viewScript, identity, program.folder, ...shown, '--', ...node, program.program]
  return ['unshare', ...asRoot, ...namespaces, '--', ...view]
}
