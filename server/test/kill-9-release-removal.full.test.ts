import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { remoteManifest } from '@lamella/shared/contract'
import { integrityOf } from '../src/domains/releases/release-content.ts'
import { insertRelease } from '../src/domains/releases/repository.ts'
import { type Connection, connect } from '../src/platform/db/database.ts'
import { openFileBlobs } from '../src/platform/storage/file-blobs.ts'
import { filesOf, hashesOf, manifestOf } from './release-files.ts'
import { createHome, type Home, type ServerProcess, startServerProcess } from './server-process.ts'
import { until } from './until.ts'
import { UploadClient } from './upload-client.ts'

const app = 'projects'
const versions = Array.from({ length: 100 }, (_, index) => `1.${index}.0`)
const keep = 2
const moreFiles = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`${index}.txt`, 'x']))
const filesPerVersion = Object.keys(filesOf(app, '1.0.0', moreFiles)).length
const token = 'a-token-of-the-operator-that-is-long-enough'

/** Several starts of a server on a busy machine. */
jest.setTimeout(300_000)

describe('kill -9 in the middle of the removal of versions', () => {
  let home: Home
  let connection: Connection
  let server: ServerProcess
  const start = async () => {
    server = await startServerProcess({ home, env: { LAMELLA_OPERATOR_TOKEN: token } })
  }
  beforeAll(async () => {
    home = await createHome()
    connection = connect(home.databaseUrl ?? '')
    const blobs = await openFileBlobs(join(home.dataDir, 'blobs'), true)
    for (const [index, version] of versions.entries()) {
      const files = filesOf(app, version, moreFiles)
      for (const [path, bytes] of Object.entries(files)) {
        await blobs.write(`releases/${app}/${version}/${path}`, bytes)
      }
      const hashes = hashesOf(files)
      const manifest = remoteManifest.parse(manifestOf(app))
      const published = new Date(Date.UTC(2026, 0, index + 1))
      await insertRelease(connection.db, {
        app,
        version,
        integrity: integrityOf(hashes),
        files: hashes,
        manifest,
        published,
        notes: undefined,
      })
    }
    await start()
  })
  afterAll(async () => {
    await server.stop()
    await connection.close()
  })

  const operator = () => new UploadClient(server.url, token)
  const prune = () =>
    operator().request('POST', `/api/v1/releases/${app}/prune`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: { keep } }),
    })
  const rows = async () =>
    (await connection.pool.query<{ version: string }>('SELECT version FROM releases ORDER BY published')).rows.map(
      ({ version }) => version,
    )
  const filesLeft = async (version: string): Promise<number> =>
    (await readdir(join(home.dataDir, 'blobs', 'releases', app, version)).catch(() => [])).length
  /** Versions of which any file is left. */
  const stored = async (): Promise<string[]> => {
    const left = await Promise.all(versions.map(async (version) => ({ version, files: await filesLeft(version) })))
    return left.flatMap(({ version, files }) => (files > 0 ? [version] : []))
  }
  const newest = versions.slice(-keep)
  const openJobs = async () =>
    (
      await connection.pool.query(
        "SELECT 1 FROM jobs.job WHERE data->>'name' = 'remove-release' AND state IN ('created', 'retry', 'active')",
      )
    ).rowCount

  it('at five points: rows go all or none, what has a row has its files, and no file is left of the rest', async () => {
    const points: number[] = []
    for (const point of [100, 70, 45, 25, 10]) {
      // Its answer is lost with the server; after one that was completed it finds nothing more to remove.
      const asked = prune().catch(() => null)
      await until(async () => (await stored()).length <= point, 1)
      await server.kill9()
      await asked
      points.push((await stored()).length)
      const published = await rows()
      expect([versions.length, keep]).toContain(published.length)
      for (const version of published) expect([version, await filesLeft(version)]).toEqual([version, filesPerVersion])
      await start()
    }
    expect((await prune()).status).toBe(200)
    await until(async () => (await openJobs()) === 0)
    // Otherwise the test would show little.
    expect(points.filter((count) => count > keep && count < versions.length).length).toBeGreaterThan(1)
    expect({ points, rows: await rows(), stored: await stored() }).toEqual({ points, rows: newest, stored: newest })
    for (const version of newest) {
      const check = await operator().json<{ damaged: string[] }>(`/api/v1/releases/${app}/${version}/check`)
      expect(check.damaged).toEqual([])
    }
  })
})
