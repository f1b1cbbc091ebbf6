import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compileCache } from './child-environment.ts'
import type { ChildUser } from './child-user.ts'
import { findProgram } from './find-program.ts'

/**
 * How child processes are kept apart, by what the system allows (docs/adr/0042):
 * `view`: namespaces in which there is no network, no other process, and no file but those named;
 * `user`: a user of their own, for a server that was started as root where namespaces are not allowed;
 * `permission`: Node's own permission model, which binds JavaScript but not native libraries.
 * Each also has its limits of memory, time and files.
 */
export type Isolation =
  | { kind: 'view'; user: ChildUser | null }
  | { kind: 'user'; user: ChildUser }
  | { kind: 'permission' }

export interface IsolatedProgram {
  program: string
  /** Its only folder to write to. */
  folder: string
  /** Files that it reads beside its program. */
  reads: readonly string[]
}

const root = join(import.meta.dirname, '../../../..')
const viewScript = join(import.meta.dirname, 'child-view.sh')

/** What every child reads: Node, the packages, and the sources of the server. */
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

/** Node's arguments for a program under its permission model. The programs of the system that it may start are not bound by it. */
const permissionsOf = ({ kind }: Isolation, { program, folder, reads }: IsolatedProgram): string[] => {
  // Node uses a cache only where it might write. Under a user of its own the system denies that.
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

/** @param nodeFlags - of Node itself @returns the command that runs the program isolated */
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
