import { chmod, chown, lchown, link, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { canReach } from '../db/embedded/owner.ts'
import type { ChildUser } from './child-user.ts'
import type { Isolation } from './isolation.ts'

/** What a child process was given; input of `reclaimOwnership`. */
export interface ChildAccess {
  isolation: Isolation
  /** Path of the source as the child sees it; '' where there is none. */
  source: string
}

/** Lets the group read a file. Only users who may enter the folders above can use this. */
const letRead = async (file: string, { gid }: ChildUser): Promise<void> => {
  const { uid } = await stat(file)
  await chown(file, uid, gid)
  await chmod(file, 0o640)
}

/** Changes the owner of a folder and its content; of links themselves, not of their targets. */
const giveAll = async (folder: string, uid: number, gid: number): Promise<void> => {
  await lchown(folder, uid, gid)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), uid, gid)
  }
}

/**
 * Lets a child process write to its folder and read its one source.
 * @param source - '' where there is none
 * @returns the isolation to use: `permission` where the folder cannot be opened to the child's user alone
 */
export const grantChildAccess = async (isolation: Isolation, folder: string, source: string): Promise<ChildAccess> => {
  const user = isolation.kind === 'permission' ? null : isolation.user
  if (!user) return { isolation, source }
  await giveAll(folder, user.uid, user.gid)
  if (source) await letRead(source, user)
  if (isolation.kind === 'view') return { isolation, source }

  const parent = dirname(folder)
  const { mode, uid } = await stat(parent)
  if (!(mode & 0o001)) {
    await chown(parent, uid, user.gid)
    await chmod(parent, (mode & 0o777) | 0o010)
  }
  // A data folder below one that is closed to others (as in the home of root) cannot be opened to a single user.
  if (!(await canReach(folder, user))) {
    await giveAll(folder, uid, user.gid)
    return { isolation: { kind: 'permission' }, source }
  }
  if (!source) return { isolation, source }
  const inside = join(folder, 'source')
  await rm(inside, { force: true })
  await link(source, inside)
  return { isolation, source: inside }
}

/** Makes the user of the server the owner of all that a child wrote. Call it after the child and its helpers have ended. */
export const reclaimOwnership = async ({ isolation }: ChildAccess, folder: string): Promise<void> => {
  if (isolation.kind === 'permission' || !isolation.user) return
  if (isolation.kind === 'user') await rm(join(folder, 'source'), { force: true })
  await giveAll(folder, process.getuid?.() ?? 0, process.getgid?.() ?? 0)
}
