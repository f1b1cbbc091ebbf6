import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A system user, by number. */
export interface ChildUser {
  uid: number
  gid: number
}

const account = 'lamella-child'

const lookUp = async (name: string): Promise<ChildUser> => {
  const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

/**
 * The system user for child processes of a server that runs as root: an account of its own, created when missing, or `nobody`
 * where none can be created. Null: this process is not root, or the system has neither.
 */
export const findChildUser = async (): Promise<ChildUser | null> => {
  if (process.getuid?.() !== 0) return null
  try {
    return await lookUp(account)
  } catch {
    const made = run('groupadd', ['--system', '--force', account])
      .then(() =>
        run('useradd', ['--system', '--gid', account, '--no-create-home', '--shell', '/usr/sbin/nologin', account]),
      )
      .then(() => lookUp(account))
    return made.catch(() => lookUp('nobody')).catch(() => null)
  }
}
