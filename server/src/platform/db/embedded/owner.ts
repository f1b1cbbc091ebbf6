import { execFile } from 'node:child_process'
import { realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The system user that PostgreSQL runs as. */
export interface Owner {
  uid: number
  gid: number
}

/** Folder for clusters and programs when the PostgreSQL user may not enter the data folder or the project. */
export const systemFolder = '/var/lib/lamella'

const account = 'postgres'
const lookUp = async (): Promise<Owner> => {
  const [uid, gid] = await Promise.all([run('id', ['-u', account]), run('id', ['-g', account])])
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

/**
 * The system user for PostgreSQL, which refuses to run as root: the account `postgres`, created when missing. Null: not root, the user
 * of the server.
 */
export const findOwner = async (): Promise<Owner | null> => {
  if (process.getuid?.() !== 0) return null
  try {
    return await lookUp()
  } catch {
    await run('groupadd', ['--system', '--force', account])
    await run('useradd', ['--system', '--gid', account, '--no-create-home', '--shell', '/usr/sbin/nologin', account])
    return lookUp()
  }
}

/** Whether the owner may enter the folder, which requires the right to pass every folder above. */
export const canReach = async (folder: string, owner: Owner): Promise<boolean> => {
  for (let path = await realpath(folder); ; path = dirname(path)) {
    const { mode, uid, gid } = await stat(path)
    const needed = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001
    if (!(mode & needed)) return false
    if (path === dirname(path)) return true
  }
}
