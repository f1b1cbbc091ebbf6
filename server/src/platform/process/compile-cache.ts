import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '../error-code.ts'
import { childEnvironment, compileCache } from './child-environment.ts'
import type { Isolation } from './isolation.ts'

const root = join(import.meta.dirname, '../../../..')
/** What children are made of: their sources, and what npm notes of the installed packages. */
const ownSources = ['server/src', 'shared', 'node_modules/.package-lock.json'].map((path) => join(root, path))

/** User id as the child sees it: Node keeps one cache per user. Undefined: it uses none. */
const uidSeenBy = (isolation: Isolation): number | undefined => {
  if (isolation.kind === 'permission') return undefined
  return isolation.kind === 'view' ? (isolation.user?.uid ?? 0) : isolation.user.uid
}

/** Tells whether code was compiled of other files: of another folder, another Node.js, or changed under the same version. */
const fingerprintOf = async (programs: readonly string[], sources: readonly string[]): Promise<string> => {
  const hash = createHash('sha256').update(JSON.stringify([process.version, programs]))
  const add = async (path: string): Promise<void> => {
    const found = await stat(path).catch(() => null)
    if (found?.isFile()) hash.update(`${path} ${found.size} ${found.mtimeMs}\n`)
    if (!found?.isDirectory()) return
    for (const name of (await readdir(path)).sort()) if (name !== 'node_modules') await add(join(path, name))
  }
  for (const path of sources) await add(path)
  return hash.digest('hex')
}

/**
 * Fills the compile cache, which children only read, by running their programs once without input as the user of the server: if a
 * child with an untrusted file could write it, the next child would execute what it wrote. Without the cache, or with one of other code, children
 * start slower; it is filled again when the code has changed.
 * @throws Error of the file system when the folder cannot be written
 */
export const warmCompileCache = async (
  isolation: Isolation,
  programs: readonly string[],
  { cache = compileCache, sources = ownSources } = {},
): Promise<void> => {
  const uid = uidSeenBy(isolation)
  if (uid === undefined) return
  await mkdir(cache, { recursive: true, mode: 0o755 })
  const note = join(cache, `made-of.${uid}`)
  const fingerprint = await fingerprintOf(programs, sources)
  if ((await readFile(note, 'utf8').catch(() => '')) === fingerprint) return
  for (const program of programs) {
    const child = spawn(process.execPath, [program], {
      stdio: 'ignore',
      env: { ...childEnvironment(cache), NODE_COMPILE_CACHE: cache },
    })
    await once(child, 'exit')
  }
  const folders = (await readdir(cache)).filter((name) => name.startsWith(`${process.version}-`))
  const own = folders.find((name) => name.endsWith(`-${process.getuid?.()}`))
  if (!own) return
  await chmod(join(cache, own), 0o755)
  for (const name of await readdir(join(cache, own))) await chmod(join(cache, own, name), 0o644)
  await symlink(own, join(cache, own.replace(/\d+$/, String(uid)))).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error
  })
  // Not written in place: copies of the packages may share their files by links.
  await writeFile(`${note}.${process.pid}`, fingerprint, { mode: 0o644 })
  await rename(`${note}.${process.pid}`, note)
}
