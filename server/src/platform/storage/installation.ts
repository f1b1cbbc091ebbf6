import { randomUUID } from 'node:crypto'
import { link, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { hasCode } from '../error-code.ts'
import { blobRoots } from './blobs.ts'
import { syncFolder } from './durable-files.ts'

/** Holds the id of the installation whose database uses the folder. */
const fileOf = (dataDir: string) => join(dataDir, 'installation.id')

const readId = async (dataDir: string): Promise<string | null> => {
  try {
    return (await readFile(fileOf(dataDir), 'utf8')).trim()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

/** Writes it durably and as a whole. What is there already stays: another database may be joining the folder at this moment. */
const writeId = async (dataDir: string, id: string): Promise<void> => {
  const draft = join(dataDir, `.installation-${randomUUID()}`)
  await writeFile(draft, `${id}\n`, { mode: 0o644, flush: true })
  try {
    await link(draft, fileOf(dataDir))
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    await rm(draft, { force: true })
  }
  await syncFolder(dataDir)
}

const checkSettings = 'Check LAMELLA_DATA and DATABASE_URL'

/** For who knows better: a folder whose files are lost, or that came back without the hidden half of a copy. */
const remedy = (dataDir: string, id: string) =>
  `If they belong together all the same, write ${id} into ${fileOf(dataDir)} (docs/running.md, "One database, one folder").`

const otherFolder = (dataDir: string, id: string, found: string | null) =>
  new Error(
    found
      ? `The data folder ${dataDir} belongs to the installation ${found}, the database to ${id}. ${checkSettings}. ${remedy(dataDir, id)}`
      : `The database belongs to the installation ${id}, the data folder ${dataDir} to none: it is empty, or not mounted, or another one. ` +
          `${checkSettings}. ${remedy(dataDir, id)}`,
  )

const otherDatabase = (dataDir: string, found: string) =>
  new Error(
    `The data folder ${dataDir} belongs to the installation ${found}, the database to none: it is a new one, or another one. ` +
      `${checkSettings}. A backup is restored into a new database and a new folder. If these two belong together all the same, ` +
      `remove ${fileOf(dataDir)} (docs/running.md, "One database, one folder").`,
  )

/** Looked at as folders: a blob store would be made where there is none. */
const holdsBlobs = async (dataDir: string): Promise<boolean> => {
  for (const root of blobRoots) {
    const names = await readdir(join(dataDir, 'blobs', root)).catch((error) => {
      if (hasCode(error, 'ENOENT')) return []
      throw error
    })
    if (names.length > 0) return true
  }
  return false
}

/** Of an installation from before ids: the database names files, and the folder has none. */
const refuseEmptyFolder = async (client: pg.Client, dataDir: string): Promise<void> => {
  const { rowCount } = await client.query(
    `SELECT 1 WHERE EXISTS (SELECT 1 FROM media WHERE sha256 IS NOT NULL)
       OR EXISTS (SELECT 1 FROM releases WHERE complete AND manifest->>'origin' IS NULL)`,
  )
  if (!rowCount || (await holdsBlobs(dataDir))) return
  throw new Error(
    `The data folder ${dataDir} is empty, but the database has images or releases whose files it should hold: it is another folder, or ` +
      `not mounted. ${checkSettings}. If the files are lost, restore a backup (docs/running.md, "One database, one folder").`,
  )
}

interface Row {
  id: string
  joined: boolean
}

const findRow = async (client: pg.Client): Promise<Row | undefined> =>
  (await client.query<Row>('SELECT id, joined FROM installation')).rows[0]

const insertRow = async (client: pg.Client): Promise<Row> => {
  const row = { id: randomUUID(), joined: false }
  await client.query('INSERT INTO installation (id) VALUES ($1)', [row.id])
  return row
}

const withClient = async <T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url, application_name: 'lamella installation' })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/**
 * Makes database and data folder one installation at their first start, by an id that both keep, and refuses any other pair afterwards:
 * the files of one would be missing, and the secrets of the other would be made anew. The id is in the database first, as not joined, so
 * that a start which is killed between the two is completed by the next.
 * @param url - of a migrated database
 * @throws Error in words
 */
export const joinInstallation = (url: string, dataDir: string): Promise<void> =>
  withClient(url, async (client) => {
    // Processes that start together wait for the first. The lock ends with the connection.
    await client.query("SELECT pg_advisory_lock(hashtextextended('installation', 0))")
    const found = await readId(dataDir)
    const known = await findRow(client)
    if (!known) {
      if (found) throw otherDatabase(dataDir, found)
      await refuseEmptyFolder(client, dataDir)
    }
    const { id, joined } = known ?? (await insertRow(client))
    if (!found && !joined) await writeId(dataDir, id)
    const kept = await readId(dataDir)
    if (kept !== id) throw otherFolder(dataDir, id, kept)
    if (!joined) await client.query('UPDATE installation SET joined = true')
  })

/**
 * Refuses a data folder of another installation, without changing anything: a backup of both would lack files.
 * @throws Error in words
 */
export const checkInstallation = (url: string, dataDir: string): Promise<void> =>
  withClient(url, async (client) => {
    const table = await client.query("SELECT 1 WHERE to_regclass('installation') IS NOT NULL")
    const known = table.rowCount ? await findRow(client) : undefined
    if (!known?.joined) return
    const found = await readId(dataDir)
    if (found !== known.id) throw otherFolder(dataDir, known.id, found)
  })
