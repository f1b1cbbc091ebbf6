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

/** Where clusters and programs go when the user may not enter their own place. */
export const systemFolder = '/var/lib/lamella'

const account = 'postgres'
const lookUp = async (): Promise<Owner> => {
  const [uid, gid] = await Promise.all([run('id', ['-u', account]), run('id', ['-g', account])])
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

/** PostgreSQL refuses to run as root: root lends it the account `postgres`, made when missing. Null: runs as ourselves. */
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

/** Whether the owner may enter the folder: every folder above must let it pass. */
export const canReach = async (folder: string, owner: Owner): Promise<boolean> => {
  for (let path = await realpath(folder); ; path = dirname(path)) {
    const { mode, uid, gid } = await stat(path)
    const needed = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001
    if (!(mode & needed)) return false
    if (path === dirname(path)) return true
  }
}
