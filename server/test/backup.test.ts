import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { backUp } from '../src/platform/backup/backup.ts'
import { blobFolder, manifestFile, tableFile } from '../src/platform/backup/manifest.ts'
import { restore } from '../src/platform/backup/restore.ts'
import { listTables } from '../src/platform/backup/tables.ts'
import { connect } from '../src/platform/db/database.ts'
import { createListener } from '../src/platform/db/listener.ts'
import { type BlobStore, blobKeys, blobRoots } from '../src/platform/storage/blobs.ts'
import { openFileBlobs } from '../src/platform/storage/file-blobs.ts'
import { createRemoveBlobs } from '../src/platform/storage/remove-blobs.ts'
import { createDatabase, createFolder } from './cluster.ts'
import { setUpServer, startTestApp } from './helper.ts'
import { addOrganisation, addProject } from './people.ts'
import { createHome, type Home, spawnLamella } from './server-process.ts'

/** All rows as JSON, by table. */
const contentOf = async (url: string): Promise<Record<string, string[]>> => {
  const session = await createListener(url, pino({ level: 'silent' }))
  const connection = connect(url)
  const client = await connection.pool.connect()
  const content: Record<string, string[]> = {}
  for (const table of await listTables(client as never)) {
    const rows = await session.query<{ row: string }>(
      `SELECT row_to_json(whole_row)::text AS row FROM ${table} whole_row ORDER BY 1`,
      [],
    )
    content[table] = rows.map(({ row }) => row)
  }
  client.release()
  await connection.close()
  await session.close()
  return content
}

const filesOf = async (blobs: BlobStore): Promise<Record<string, string>> => {
  const files: Record<string, string> = {}
  for (const root of blobRoots) {
    for await (const key of blobs.list(root))
      files[key] = (await blobs.withFile(key, (file) => readFile(file))).toString('hex')
  }
  return files
}

const target = async () => ({
  url: (await createDatabase()).url,
  blobs: await openFileBlobs(createFolder('restored'), true),
})

describe('Backup', () => {
  const server = setUpServer()
  beforeAll(async () => {
    const { member } = await addOrganisation(server)
    await addProject(server, member, [], 'Projekt „Ä“ \\ "quoted"\n2')
    await server.context.blobs.write(blobKeys.original('m1'), randomBytes(100_000))
    await server.context.blobs.write(`${blobKeys.release('shell', '1.0.0')}index.html`, Buffer.from('<html>'))
    await server.context.queue.enqueue('process-image', { organisationId: 'o1', mediumId: 'm1' })
  })

  const make = async (): Promise<string> => {
    const folder = createFolder('backup')
    await backUp(server.databaseUrl, server.context.blobs, folder, new Date())
    return folder
  }

  it('comes back equal in every row and file, with the jobs that were waiting', async () => {
    const folder = await make()
    const { url, blobs } = await target()
    await restore(url, blobs, folder)
    const content = await contentOf(url)
    expect(content).toEqual(await contentOf(server.databaseUrl))
    expect(content['jobs.job']).toHaveLength(1)
    expect(content['public.users']).not.toHaveLength(0)
    expect(await filesOf(blobs)).toEqual(await filesOf(server.context.blobs))
  })

  it('requires an empty folder', async () => {
    const folder = createFolder('backup')
    await writeFile(join(folder, 'notes'), 'mine')
    await expect(backUp(server.databaseUrl, server.context.blobs, folder, new Date())).rejects.toThrow('is not empty')
    expect(await readdir(folder)).toEqual(['notes'])
  })

  it('is not restored into a database or store that is in use', async () => {
    const folder = await make()
    const used = await target()
    await used.blobs.write('media/x/original', Buffer.from('x'))
    await expect(restore(used.url, used.blobs, folder)).rejects.toThrow('The blob store is not empty')
    const fresh = await target()
    await expect(restore(server.databaseUrl, fresh.blobs, folder)).rejects.toThrow('The database is not empty')
  })

  it.each([
    ['a table', (folder: string) => appendFile(tableFile(folder, 'public.organisations'), '\n')],
    ['a file', (folder: string) => appendFile(join(blobFolder(folder), blobKeys.original('m1')), 'x')],
    ['a file that is missing', (folder: string) => writeFile(manifestFile(folder), '{"format":1}')],
  ])('that is damaged (%s) is refused, and the target is as empty as before', async (_, damage) => {
    const folder = await make()
    await damage(folder)
    const { url, blobs } = await target()
    await expect(restore(url, blobs, folder)).rejects.toThrow(/damaged|not the manifest/)
    expect(Object.values(await contentOf(url)).flat()).toEqual([])
    expect(await filesOf(blobs)).toEqual({})
  })

  it('without its manifest is not complete', async () => {
    const { url, blobs } = await target()
    await expect(restore(url, blobs, createFolder('backup'))).rejects.toThrow('holds no complete backup')
  })

  it('keeps the files of rows that are deleted while it is made', async () => {
    await server.context.blobs.write(blobKeys.original('m2'), Buffer.from('soon gone'))
    const remove = createRemoveBlobs(server.context)
    const context = { signal: new AbortController().signal, isLastTry: false }
    let refused: unknown
    const meddling: BlobStore = {
      ...server.context.blobs,
      read: async (key, range) => {
        refused = await remove({ keys: [blobKeys.medium('m2')] }, context).catch((error: Error) => error.message)
        return server.context.blobs.read(key, range)
      },
    }
    const folder = createFolder('backup')
    const { blobs } = await backUp(server.databaseUrl, meddling, folder, new Date())
    expect(refused).toMatch('A backup is being made')
    expect(Object.keys(blobs)).toContain(blobKeys.original('m2'))
    await remove({ keys: [blobKeys.medium('m2')] }, context)
    expect(await server.context.blobs.stat(blobKeys.original('m2'))).toBeNull()
  })

  it('contains all kinds of keys', () => {
    const keys = Object.values(blobKeys).map((make) => make('a', 'b'))
    expect(keys.filter((key) => !blobRoots.some((root) => key.startsWith(root)))).toEqual([])
  })
})

describe('lamella backup and restore', () => {
  const run = async (args: string[], home: Home) => {
    const child = spawnLamella(args, home)
    const words = Promise.all([child.stdout, child.stderr].map((stream) => (stream ? text(stream) : '')))
    const [code] = await once(child, 'exit')
    return { code, words: (await words).join('') }
  }

  it('work on embedded databases: from one data folder to another', async () => {
    const [from, to] = [await createHome({ embedded: true }), await createHome({ embedded: true })]
    const first = createFolder('backup')
    const second = createFolder('backup')
    // Restoring creates the database; an empty one would not show that the rows came back.
    const seed = await startTestApp()
    await addOrganisation(seed)
    await backUp(seed.databaseUrl, seed.context.blobs, first, new Date())
    await seed.close()
    expect(await run(['restore', first], from)).toMatchObject({ code: 0 })
    const saved = await run(['backup', second], from)
    expect(saved).toEqual({
      code: 0,
      words: expect.stringMatching(/^Backed up to .+: \d+ rows, 0 files with 0 bytes\.\n$/),
    })
    expect(await run(['restore', second], to)).toMatchObject({ code: 0 })
    expect(await run(['restore', second], to)).toEqual({ code: 1, words: expect.stringContaining('is not empty') })

    const manifestOf = async (folder: string) => JSON.parse(await readFile(manifestFile(folder), 'utf8')).tables
    expect(await manifestOf(second)).toEqual(await manifestOf(first))
  })
})
