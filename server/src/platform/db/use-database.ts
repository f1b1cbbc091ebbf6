import { mkdir } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { FolderInUse, lockFolder } from '../storage/folder-lock.ts'
import { findEmbedded, startEmbedded } from './embedded.ts'

/** Runs with the embedded database of the data folder, exclusively. @throws FolderInUse */
const withOwnEmbedded = async <T>(dataDir: string, use: (url: string) => Promise<T>): Promise<T> => {
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  const lock = lockFolder(dataDir)
  try {
    const database = await startEmbedded(dataDir)
    try {
      return await use(database.url)
    } finally {
      await database.stop()
    }
  } finally {
    lock.release()
  }
}

/** For commands that need exclusive use of the data folder. @throws FolderInUse while a server runs on it */
export const withOwnDatabase = async <T>(config: Config, use: (url: string) => Promise<T>): Promise<T> =>
  config.databaseUrl ? use(config.databaseUrl) : withOwnEmbedded(config.dataDir, use)

/** For commands that may run beside a server: uses the running database, or starts the embedded one for the time of the command. */
export const withAnyDatabase = async <T>(config: Config, use: (url: string) => Promise<T>): Promise<T> => {
  try {
    return await withOwnDatabase(config, use)
  } catch (error) {
    const running = error instanceof FolderInUse ? await findEmbedded(config.dataDir) : null
    if (!running) throw error
    return use(running)
  }
}
