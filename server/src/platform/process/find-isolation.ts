import { execFile } from 'node:child_process'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import { childEnvironment } from './child-environment.ts'
import { findChildUser } from './child-user.ts'
import { warmCompileCache } from './compile-cache.ts'
import { findProgram } from './find-program.ts'
import { type Isolation, isolated } from './isolation.ts'

const run = promisify(execFile)
const probeProgram = join(import.meta.dirname, 'isolation-probe-child.ts')
/** Time limit of a probe: far above its usual 0.3 s (ADR 42), for machines under load. */
const patienceMs = 20_000

/** Part of util-linux, coreutils and any shell, and so of nearly every Linux. */
const neededForView = ['unshare', 'sh', 'mount', 'chroot', 'setpriv']

/** Whether a child with this isolation can work on this machine. */
const works = async (isolation: Isolation): Promise<boolean> => {
  const folder = await mkdtemp(join(tmpdir(), 'lamella-probe-'))
  const user = isolation.kind === 'permission' ? null : isolation.user
  try {
    if (user) await chown(folder, user.uid, user.gid)
    const [command = '', ...args] = isolated(isolation, { program: probeProgram, folder, reads: [] }, [])
    const identity = isolation.kind === 'user' ? isolation.user : {}
    const options = { env: childEnvironment(folder), timeout: patienceMs, killSignal: 'SIGKILL', ...identity } as const
    return (await run(command, args, options)).stdout === 'ready'
  } catch {
    return false
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const find = async (): Promise<Isolation> => {
  const user = await findChildUser()
  const candidates: Isolation[] = [
    ...(process.platform === 'linux' && neededForView.every(findProgram) ? [{ kind: 'view', user } as const] : []),
    ...(user ? [{ kind: 'user', user } as const] : []),
  ]
  for (const candidate of candidates) if (await works(candidate)) return candidate
  return { kind: 'permission' }
}

let found: Promise<Isolation> | undefined

/** The strongest isolation that works on this machine (ADR 42); found once per process. */
export const findIsolation = (): Promise<Isolation> => {
  found ??= find()
  return found
}

const sentences: Record<Isolation['kind'], string> = {
  view: 'uploaded files are opened in isolated processes: no network, no other process, only the files they need',
  user: 'uploaded files are opened under a user of their own; this system allows no namespaces, so that network and public files stay within reach',
  permission:
    "uploaded files are opened by processes that are held by Node's permission model only: this system allows neither namespaces nor another user",
}

/** Logs at boot how files of users are opened, and fills the compile cache of the programs that open them. */
export const prepareIsolation = async (log: Logger, programs: readonly string[]): Promise<void> => {
  const isolation = await findIsolation()
  const user = isolation.kind === 'permission' ? null : isolation.user
  log[isolation.kind === 'view' ? 'info' : 'warn'](
    { isolation: isolation.kind, uid: user?.uid },
    sentences[isolation.kind],
  )
  await warmCompileCache(isolation, programs).catch((err: unknown) =>
    log.info({ err }, 'compiled code of child processes cannot be kept: they start a little slower'),
  )
}
