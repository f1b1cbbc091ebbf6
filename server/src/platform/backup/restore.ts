import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { type BlobStore, blobRoots } from '../storage/blobs.ts'
import { openFileBlobs } from '../storage/file-blobs.ts'
import { copyBlob, type Measured, measure } from './hashing.ts'
import { blobFolder, type Manifest, readManifest, tableFile } from './manifest.ts'
import { currentMigration, jobTable, listTables } from './tables.ts'

const rowsAtOnce = 500

const damaged = (what: string) => new Error(`The backup is damaged: ${what} differs from what was written.`)

const isSame = (found: Measured, written: Measured) => found.sha256 === written.sha256 && found.bytes === written.bytes

/** Columns that take a value: generated ones do not. */
const columnsOf = async (client: pg.Client, table: string): Promise<string> => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(attname) AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [table],
  )
  return rows.map(({ name }) => name).join(', ')
}

const loadTable = async (client: pg.Client, folder: string, table: Manifest['tables'][number]): Promise<void> => {
  const columns = await columnsOf(client, table.name)
  const insert = async (lines: string[]): Promise<void> => {
    await client.query(
      `INSERT INTO ${table.name} (${columns})
       SELECT ${columns} FROM json_populate_recordset(NULL::${table.name}, $1::json)`,
      [`[${lines.join(',')}]`],
    )
  }
  let batch: string[] = []
  for await (const line of createInterface({
    input: createReadStream(tableFile(folder, table.name)),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    batch.push(line)
    if (batch.length < rowsAtOnce) continue
    await insert(batch)
    batch = []
  }
  if (batch.length > 0) await insert(batch)
}

const checkTables = async (folder: string, { tables }: Manifest): Promise<void> => {
  for (const table of tables) {
    const { through, result } = measure()
    await pipeline(createReadStream(tableFile(folder, table.name)), through.resume())
    if (!isSame(result(), table)) throw damaged(`the table ${table.name}`)
  }
}

const loadTables = async (client: pg.Client, folder: string, { tables }: Manifest): Promise<void> => {
  const known = new Set(await listTables(client))
  for (const table of tables) {
    if (!known.has(table.name)) throw new Error(`The backup has a table ${table.name} that is not known here.`)
    await loadTable(client, folder, table)
  }
  // No worker runs them any more.
  await client.query(
    `UPDATE ${jobTable} SET state = 'retry', started_on = NULL, heartbeat_on = NULL, start_after = now()
     WHERE state = 'active'`,
  )
}

const refuseRows = async (client: pg.Client): Promise<void> => {
  for (const table of await listTables(client)) {
    const { rowCount } = await client.query(`SELECT 1 FROM ${table} LIMIT 1`)
    if (rowCount) throw new Error(`The database is not empty (${table}): a backup is restored into a new one only.`)
  }
}

const refuseBlobs = async (blobs: BlobStore): Promise<void> => {
  for (const root of blobRoots) {
    for await (const key of blobs.list(root)) {
      throw new Error(`The blob store is not empty (${key}): a backup is restored into a new one only.`)
    }
  }
}

const copyBlobs = async (from: BlobStore, to: BlobStore, { blobs }: Manifest): Promise<void> => {
  for (const [key, written] of Object.entries(blobs)) {
    const copied = await copyBlob(key, from, to)
    if (!isSame(copied, written)) throw damaged(`the blob ${key}`)
  }
}

const removeAll = async (blobs: BlobStore): Promise<void> => {
  for (const root of blobRoots) await blobs.remove(root)
}

/**
 * Restores a backup into a migrated but empty database and an empty blob store. All or nothing: when a hash differs, the target is
 * empty again.
 *
 * @throws Error in words
 */
export const restore = async (databaseUrl: string, blobs: BlobStore, folder: string): Promise<Manifest> => {
  const manifest = await readManifest(folder)
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'lamella restore' })
  await client.connect()
  try {
    await refuseRows(client)
    await refuseBlobs(blobs)
    if ((await currentMigration(client)) !== manifest.migration) {
      throw new Error('The backup was made by another version of Lamella: restore it with that version, then upgrade.')
    }
    await checkTables(folder, manifest)
    await client.query('BEGIN')
    try {
      await loadTables(client, folder, manifest)
      await copyBlobs(await openFileBlobs(blobFolder(folder), false), blobs, manifest)
      await client.query('COMMIT')
    } catch (error) {
      await client.query('ROLLBACK')
      await removeAll(blobs)
      throw error
    }
    return manifest
  } finally {
    await client.end()
  }
}
