import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process holds the data folder. The message is meant for the operator. */
export class FolderInUse extends Error {
  /** @param owner - process id; empty: there may be several */
  constructor(folder: string, owner: string) {
    super(
      `The data folder ${folder} is in use by another Lamella process${owner && ` (process ${owner})`}. ` +
        'Stop that process, or set LAMELLA_DATA to another folder. Processes that share a folder need a database that they share: ' +
        'the same DATABASE_URL for each of them (docs/running.md, "Several processes").',
    )
    this.name = 'FolderInUse'
  }
}

const ownerOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return ''
  }
}

/** SQLITE_BUSY */
const isBusy = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'errcode' in error && error.errcode === 5

/** How a folder is locked. */
interface FolderLocking {
  /** Other processes may share it too, but none may have it alone. */
  isShared?: boolean
  /** How long to wait for another owner, blocking the process. */
  waitMs?: number
}

/**
 * Locks a folder for this process until `release` or the end of the process, kill -9 included: alone, or shared with others. SQLite
 * gives portable access to the kernel's file locks: a file with a process id can be stale, a kernel lock cannot.
 *
 * @throws FolderInUse
 */
export const lockFolder = (
  folder: string,
  { isShared = false, waitMs = 0 }: FolderLocking = {},
): { release: () => void } => {
  const lock = new DatabaseSync(join(folder, '.lock'), { timeout: waitMs })
  const ownerFile = join(folder, '.lock-owner')
  try {
    // Nothing is ever written to the database. A transaction that has read holds a shared lock until its end.
    lock.exec('PRAGMA journal_mode = OFF')
    lock.exec(isShared ? 'BEGIN; SELECT * FROM sqlite_schema' : 'BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (isBusy(error)) throw new FolderInUse(folder, ownerOf(ownerFile))
    throw error
  }
  if (isShared) rmSync(ownerFile, { force: true })
  else writeFileSync(ownerFile, String(process.pid))
  return { release: () => lock.close() }
}
