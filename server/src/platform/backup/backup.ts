import { createWriteStream } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { type BlobStore, blobRoots } from '../storage/blobs.ts'
import { moveDurably } from '../storage/durable-files.ts'
import { openFileBlobs } from '../storage/file-blobs.ts'
import { holdRemovals } from './backup-lock.ts'
import { copyBlob, type Measured, measure } from './hashing.ts'
import { blobFolder, type Manifest, manifestFile, tableFile } from './manifest.ts'
import { currentMigration, jobTable, listTables, openJobs } from './tables.ts'

const rowsAtOnce = 500

async function* readRows(client: pg.Client, table: string, counted: (rows: number) => void): AsyncGenerator<string> {
  const condition = table === jobTable ? `WHERE ${openJobs}` : ''
  // A table may have a column of the name of its alias, which would then be meant.
  await client.query(
    `DECLARE rows CURSOR FOR SELECT row_to_json(whole_row)::text AS line FROM ${table} whole_row ${condition}`,
  )
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`FETCH ${rowsAtOnce} FROM rows`)
    if (rows.length === 0) break
    counted(rows.length)
    yield rows.map(({ line }) => `${line}\n`).join('')
  }
  await client.query('CLOSE rows')
}

const dumpTable = async (client: pg.Client, table: string, folder: string): Promise<Manifest['tables'][number]> => {
  let rows = 0
  const lines = readRows(client, table, (count) => {
    rows += count
  })
  const { through, result } = measure()
  await pipeline(Readable.from(lines), through, createWriteStream(tableFile(folder, table), { flush: true }))
  return { name: table, rows, ...result() }
}

const copyBlobs = async (from: BlobStore, to: BlobStore): Promise<Record<string, Measured>> => {
  const copied: Record<string, Measured> = {}
  for (const root of blobRoots) {
    for await (const key of from.list(root)) {
      copied[key] = await copyBlob(key, from, to)
    }
  }
  return copied
}

const makeEmptyFolder = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty: a backup needs a folder of its own.`)
}

/**
 * Writes all rows of one moment and the blobs that they refer to, to an empty folder (ADR 32). The server may run meanwhile.
 * @throws Error in words; the folder then holds no complete backup
 */
export const backUp = async (databaseUrl: string, blobs: BlobStore, folder: string, now: Date): Promise<Manifest> => {
  await makeEmptyFolder(folder)
  await mkdir(join(folder, 'tables'), { mode: 0o700 })
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'lamella backup' })
  await client.connect()
  try {
    await holdRemovals(client)
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const tables: Manifest['tables'] = []
    for (const table of await listTables(client)) tables.push(await dumpTable(client, table, folder))
    const migration = await currentMigration(client)
    await client.query('COMMIT')

    const copied = await copyBlobs(blobs, await openFileBlobs(blobFolder(folder), true))
    const manifest: Manifest = { format: 1, created: now.toISOString(), migration, tables, blobs: copied }
    const draft = `${manifestFile(folder)}.partial`
    await writeFile(draft, JSON.stringify(manifest, null, 2), { mode: 0o600, flush: true })
    await moveDurably(draft, manifestFile(folder))
    return manifest
  } finally {
    await client.end()
  }
}
