import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import * as schema from './schema/index.ts'

export type Database = NodePgDatabase<typeof schema> & { $client: pg.Pool }
/** A transaction is used like the database itself: repositories take either. */
export type Executor = Database | Parameters<Parameters<Database['transaction']>[0]>[0]

export interface Connection {
  db: Database
  pool: pg.Pool
  close: () => Promise<void>
}

/** @param url - PostgreSQL connection string. @param connections - most connections of this process. */
export const connect = (url: string, connections = 10): Connection => {
  const pool = new pg.Pool({ connectionString: url, max: connections, application_name: 'lamella' })
  // An idle connection that the server ends must not end the process: the next query opens another.
  pool.on('error', () => undefined)
  return { db: drizzle(pool, { schema, casing: 'snake_case' }), pool, close: () => pool.end() }
}

/** Whether the role of these connections may do anything, also to other databases and to files of the machine. */
export const isSuperuser = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ rolsuper: boolean }>('SELECT rolsuper FROM pg_roles WHERE rolname = current_user')
  return rows[0]?.rolsuper === true
}
