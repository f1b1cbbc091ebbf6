import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import * as schema from './schema/index.ts'

/** Drizzle on the pool of this process. */
export type Database = NodePgDatabase<typeof schema> & { $client: pg.Pool }
/** The database or a transaction: repositories take either. */
export type Executor = Database | Parameters<Parameters<Database['transaction']>[0]>[0]

/** A pool with drizzle on it. `close` waits for queries under way. */
export interface Connection {
  db: Database
  pool: pg.Pool
  close: () => Promise<void>
}

/**
 * Opens a pool.
 * @param url - PostgreSQL connection string
 * @param connections - largest size of the pool
 * @param lost - called when the database ends a connection, perhaps more than once for it
 */
export const connect = (url: string, connections = 10, lost: (error: Error) => void = () => undefined): Connection => {
  const pool = new pg.Pool({ connectionString: url, max: connections, application_name: 'lamella' })
  // Without listeners, a connection that the database ends would end the process: the pool listens to idle ones only, and nobody to
  // those of transactions. Who uses one learns of it by the next query, and the pool opens another.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', lost))
  return { db: drizzle(pool, { schema, casing: 'snake_case' }), pool, close: () => pool.end() }
}

/**
 * Whether an error says that the database cannot be reached, in whatever it is wrapped: no connection was made, the server ended it (severity
 * FATAL), or it broke.
 */
export const isUnreachable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { severity, syscall, code } = error as Error & { severity?: string; syscall?: string; code?: string }
  if (severity === 'FATAL' || syscall === 'connect' || code === 'ECONNRESET') return true
  return (
    /^(Connection terminated|timeout exceeded when trying to connect)/.test(error.message) || isUnreachable(error.cause)
  )
}

/** Whether the role of these connections is a superuser, who may also change other databases and files of the machine. */
export const isSuperuser = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ rolsuper: boolean }>('SELECT rolsuper FROM pg_roles WHERE rolname = current_user')
  return rows[0]?.rolsuper === true
}
