import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { createFolder } from '../cluster.ts'
import { type Home, projectNode } from '../server-process.ts'

/** Sources of the server and of the contract of the release before, without tests and networks. Made by `store-server.ts`. */
const archive = join(import.meta.dirname, 'server.tar.br')

const root = join(import.meta.dirname, '../../..')
const models = 'server/src/learning/models'

/** Packages of which npm has put another version into the folder of a workspace. */
const linkPackages = (from: string, to: string): void => {
  mkdirSync(join(to, 'node_modules'))
  const packages = existsSync(join(from, 'node_modules')) ? readdirSync(join(from, 'node_modules')) : []
  for (const name of packages.filter((each) => !each.startsWith('.'))) {
    symlinkSync(join(from, 'node_modules', name), join(to, 'node_modules', name))
  }
}

/**
 * Unpacks the server of the release before. Its packages are those of this work tree, its networks too: what it is tried for are its SQL and its
 * calls.
 * @returns the command that runs it
 */
export const unpackServer = (): NonNullable<Home['command']> => {
  const folder = createFolder('older-server')
  execFileSync('tar', ['-xf', '-'], { cwd: folder, input: brotliDecompressSync(readFileSync(archive)) })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const workspace of ['server', 'shared']) linkPackages(join(root, workspace), join(folder, workspace))
  cpSync(join(root, models), join(folder, models), { recursive: true })
  // Its own contract, not that of the work tree.
  mkdirSync(join(folder, 'server/node_modules/@lamella'), { recursive: true })
  symlinkSync(join(folder, 'shared'), join(folder, 'server/node_modules/@lamella/shared'))
  return [projectNode, join(folder, 'server/src/main/main.ts')]
}
