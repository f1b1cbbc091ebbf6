import { readConfig } from '../../platform/config.ts'
import { connect, type Database } from '../../platform/db/database.ts'
import { migrateDatabase } from '../../platform/db/migrate.ts'
import { withAnyDatabase } from '../../platform/db/use-database.ts'

/** Runs with the migrated database of the installation, beside a server or without one. */
export const withDatabase = <T>(use: (db: Database) => Promise<T>): Promise<T> =>
  withAnyDatabase(readConfig(), async (url) => {
    await migrateDatabase(url)
    const { db, close } = connect(url, 2)
    try {
      return await use(db)
    } finally {
      await close()
    }
  })
