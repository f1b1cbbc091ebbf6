/** Written to `postgresql.conf` at each start: durable, and with little memory when idle, for the server of a small team. */
const settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_level: 'minimal',
  max_wal_senders: '0',
  min_wal_size: '64MB',
  max_wal_size: '512MB',
  // Freed segments are kept and reused, so that WAL can be written on a full disk.
  wal_recycle: 'on',
  shared_buffers: '64MB',
  // For sorting and joining the lists of large organisations in memory; taken only while a query needs it.
  work_mem: '16MB',
  // Of solid-state disks and cached pages: the default speaks of turning disks, and reads whole tables in place of indexes.
  random_page_cost: '1.1',
  max_connections: '60',
  max_worker_processes: '2',
  max_logical_replication_workers: '0',
  max_parallel_workers: '0',
  max_parallel_workers_per_gather: '0',
  io_method: 'sync',
  jit: 'off',
  // After kill -9 of the server the locks of its queries are released within a second.
  client_connection_check_interval: '1s',
  idle_in_transaction_session_timeout: '10min',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] ',
}

/** Overrides of single settings. */
export type Settings = Partial<Record<keyof typeof settings, string>>

/** Where PostgreSQL listens: a socket in a folder, or a port of loopback. */
export type Listening = { socketFolder: string } | { port: number }

const quote = (value: string) => `'${value.replaceAll("'", "''")}'`

/** The content of `postgresql.conf`. @param overrides - for tests, which need no durability */
export const configuration = (listening: Listening, overrides: Settings = {}): string => {
  const where: Record<string, string> =
    'port' in listening
      ? { listen_addresses: '127.0.0.1', port: String(listening.port), unix_socket_directories: '' }
      : { listen_addresses: '', port: '5432', unix_socket_directories: listening.socketFolder }
  const lines = Object.entries({ ...settings, ...overrides, ...where }).map(
    ([key, value]) => `${key} = ${quote(value)}`,
  )
  return `# Written by Lamella at each start: changes here are lost.\n${lines.join('\n')}\n`
}
