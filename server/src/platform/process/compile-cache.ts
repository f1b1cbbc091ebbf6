import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '../error-code.ts'
import { childEnvironment, compileCache } from './child-environment.ts'
import type { Isolation } from './isolation.ts'

/** The user that a child takes itself for: Node keeps a cache for each. */
const uidSeenBy = (isolation: Isolation): number | undefined => {
  if (isolation.kind === 'permission') return undefined
  return isolation.kind === 'view' ? (isolation.user?.uid ?? 0) : isolation.user.uid
}

/**
 * Fills the cache that children only read, by running their programs once without any input, as ourselves. What a child with a
 * stranger's file could write, the next child would execute. Where the folder cannot be written, children start without it.
 */
export const warmCompileCache = async (isolation: Isolation, programs: readonly string[]): Promise<void> => {
  const uid = uidSeenBy(isolation)
  if (uid === undefined) return
  await mkdir(compileCache, { recursive: true, mode: 0o755 })
  if ((await readdir(compileCache)).some((name) => name.endsWith(`-${uid}`))) return
  for (const program of programs) {
    const child = spawn(process.execPath, [program], { stdio: 'ignore', env: childEnvironment(compileCache) })
    await once(child, 'exit')
  }
  const own = (await readdir(compileCache)).find((name) => name.endsWith(`-${process.getuid?.()}`))
  if (!own) return
  await chmod(join(compileCache, own), 0o755)
  for (const name of await readdir(join(compileCache, own))) await chmod(join(compileCache, own, name), 0o644)
  await symlink(own, join(compileCache, own.replace(/\d+$/, String(uid)))).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error
  })
}
