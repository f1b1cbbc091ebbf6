import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '../error-code.ts'
import { childEnvironment, compileCache } from './child-environment.ts'
import type { Isolation } from './isolation.ts'

/** User id as the child sees it: Node keeps one cache per user. Undefined: it uses none. */
const uidSeenBy = (isolation: Isolation): number | undefined => {
  if (isolation.kind === 'permission') return undefined
  return isolation.kind === 'view' ? (isolation.user?.uid ?? 0) : isolation.user.uid
}

/**
 * Fills the compile cache, which children only read, by running their programs once without input as the user of the server: if a
 * child with an untrusted file could write it, the next child would execute what it wrote. Without the cache children start slower.
 * @throws Error of the file system when the folder cannot be written
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
