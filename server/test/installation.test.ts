import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { boot } from '../src/main/boot.ts'
import { readConfig } from '../src/platform/config.ts'
import { checkInstallation, joinInstallation } from '../src/platform/storage/installation.ts'
import { createDatabase, createFolder } from './cluster.ts'

const noteOf = (folder: string) => join(folder, 'installation.id')
const ask = async (url: string, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
const newPair = async () => ({ url: (await createDatabase()).url, folder: createFolder('data') })
const joinedPair = async () => {
  const pair = await newPair()
  await joinInstallation(pair.url, pair.folder)
  return { ...pair, id: (await readFile(noteOf(pair.folder), 'utf8')).trim() }
}
/** A database from before ids that names a stored file. */
const addRelease = (url: string) =>
  ask(
    url,
    `INSERT INTO releases (app, version, integrity, files, manifest, complete) VALUES ('shell', '1.0.0', '', '{}', '{}', true)`,
  )

describe('Database and data folder', () => {
  it('get one id at their first start, also by several processes at once, and keep it', async () => {
    const { url, folder } = await newPair()
    await Promise.all(Array.from({ length: 4 }, () => joinInstallation(url, folder)))
    const kept = await readFile(noteOf(folder), 'utf8')
    expect(await ask(url, 'SELECT id, joined FROM installation')).toEqual([{ id: kept.trim(), joined: true }])
    await joinInstallation(url, folder)
    expect(await readFile(noteOf(folder), 'utf8')).toBe(kept)
    expect(await readdir(folder)).toEqual(['installation.id'])
  })

  it('are joined by the next start when the first was killed in between', async () => {
    for (const hasFile of [false, true]) {
      const { url, folder, id } = await joinedPair()
      await ask(url, 'UPDATE installation SET joined = false')
      if (!hasFile) await rm(noteOf(folder))
      await joinInstallation(url, folder)
      expect(await readFile(noteOf(folder), 'utf8')).toBe(`${id}\n`)
      expect(await ask(url, 'SELECT joined FROM installation')).toEqual([{ joined: true }])
    }
  })

  it('are refused in words when the folder is another one, and the words name the way out', async () => {
    const [one, other] = [await joinedPair(), await joinedPair()]
    const words = new RegExp(
      `^The data folder ${other.folder} belongs to the installation ${other.id}, the database to ${one.id}\\.`,
    )
    await expect(joinInstallation(one.url, other.folder)).rejects.toThrow(words)
    await expect(checkInstallation(one.url, other.folder)).rejects.toThrow(words)
    await writeFile(noteOf(other.folder), one.id)
    await joinInstallation(one.url, other.folder)
  })

  it('are refused in words when the folder is empty', async () => {
    const { url, id } = await joinedPair()
    const empty = createFolder('data')
    const words = `The database belongs to the installation ${id}, the data folder ${empty} to none: it is empty`
    await expect(joinInstallation(url, empty)).rejects.toThrow(words)
    await expect(checkInstallation(url, empty)).rejects.toThrow(words)
    expect(await readdir(empty)).toEqual([])
  })

  it('are refused in words when the database is another one', async () => {
    const { folder, id } = await joinedPair()
    const { url } = await newPair()
    await expect(joinInstallation(url, folder)).rejects.toThrow(
      `belongs to the installation ${id}, the database to none`,
    )
    expect(await ask(url, 'SELECT 1 FROM installation')).toEqual([])
  })

  it('of a release before ids are joined if the files are there, and refused if the folder is empty', async () => {
    const { url, folder } = await newPair()
    await addRelease(url)
    await expect(joinInstallation(url, folder)).rejects.toThrow(
      `The data folder ${folder} is empty, but the database has`,
    )
    await mkdir(join(folder, 'blobs', 'releases', 'shell'), { recursive: true })
    await joinInstallation(url, folder)
    expect(existsSync(noteOf(folder))).toBe(true)
  })

  it('are looked at by a server before it makes anything in the folder', async () => {
    const { url } = await joinedPair()
    const folder = createFolder('data')
    const config = readConfig({ LAMELLA_DATA: folder, DATABASE_URL: url, LAMELLA_ROLE: 'api', LAMELLA_DEMO: '0' })
    await expect(boot(config, { log: pino({ level: 'silent' }) })).rejects.toThrow('the data folder')
    expect((await readdir(folder)).filter((name) => !name.startsWith('.lock'))).toEqual([])
  })
})
