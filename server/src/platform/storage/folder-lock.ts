import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process holds the data folder. The message is meant for the operator. */
export class FolderInUse extends Error {
  constructor(folder: string, owner: string) {
    super(
      `The data folder ${folder} is in use by another Lamella process${owner && ` (process ${owner})`}. ` +
        'Stop that process, or set LAMELLA_DATA to another folder.',
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

/**
 * Locks a folder for this process until `release` or the end of the process, kill -9 included. SQLite gives portable access to
 * the kernel's file locks: a file with a process id can be stale, a kernel lock cannot.
 *
 * @param waitMs - how long to wait for another owner, blocking the process
 * @throws FolderInUse
 */
export const lockFolder = (folder: string, waitMs = 0): { release: () => void } => {
  const lock = new DatabaseSync(join(folder, '.lock'), { timeout: waitMs })
  const ownerFile = join(folder, '.lock-owner')
  try {
    // Nothing is ever written to the database.
    lock.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (isBusy(error)) throw new FolderInUse(folder, ownerOf(ownerFile))
    throw error
  }
  writeFileSync(ownerFile, String(process.pid))
  return { release: () => lock.close() }
}
