import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { pino } from 'pino'
import { backUp } from '../../platform/backup/backup.ts'
import type { Manifest } from '../../platform/backup/manifest.ts'
import { restore } from '../../platform/backup/restore.ts'
import { readConfig } from '../../platform/config.ts'
import { connect } from '../../platform/db/database.ts'
import { migrateDatabase } from '../../platform/db/migrate.ts'
import { withAnyDatabase, withOwnDatabase } from '../../platform/db/use-database.ts'
import { openJobStore } from '../../platform/queue/queue.ts'
import { openFileBlobs } from '../../platform/storage/file-blobs.ts'
import { checkInstallation, joinInstallation } from '../../platform/storage/installation.ts'

const summary = ({ tables, blobs }: Manifest): string => {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const bytes = Object.values(blobs).reduce((sum, blob) => sum + blob.bytes, 0)
  return `${rows} rows, ${Object.keys(blobs).length} files with ${bytes} bytes`
}

/** Creates all tables, those of the queue included. */
const prepare = async (url: string): Promise<void> => {
  await migrateDatabase(url)
  const connection = connect(url)
  const store = await openJobStore(connection, pino({ level: 'error' }), { works: false })
  await store.stop()
  await connection.close()
}

/** Adds `lamella backup` and `lamella restore`. */
export const backupCommands = (program: Command): void => {
  program
    .command('backup <folder>')
    .description('write the database and all files to an empty folder; the server may run')
    .action(async (folder: string) => {
      const config = readConfig()
      const manifest = await withAnyDatabase(config, async (url) => {
        await checkInstallation(url, config.dataDir)
        const blobs = await openFileBlobs(join(config.dataDir, 'blobs'), false)
        return backUp(url, blobs, resolve(folder), new Date())
      })
      console.log(`Backed up to ${resolve(folder)}: ${summary(manifest)}.`)
    })
  program
    .command('restore <folder>')
    .description('put a backup into an empty data folder (or database and data folder); no server may run')
    .action(async (folder: string) => {
      const config = readConfig()
      const manifest = await withOwnDatabase(config, async (url) => {
        await prepare(url)
        await joinInstallation(url, config.dataDir)
        const blobs = await openFileBlobs(join(config.dataDir, 'blobs'), false)
        return restore(url, blobs, resolve(folder))
      })
      console.log(`Restored from ${resolve(folder)}: ${summary(manifest)}.`)
    })
}
