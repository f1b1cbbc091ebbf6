import { randomUUID } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { madeBy } from './helper.ts'
import { startKilledServer } from './killed-server.ts'
import { seededRandom } from './seed.ts'
import { until } from './until.ts'

const kills = 6
const imageCount = 60
/** Calls at once. */
const atOnce = 6

/** Six starts of a server, on a machine that may be busy. */
jest.setTimeout(300_000)

describe('kill -9 amid moving, deleting and restoring images', () => {
  const server = madeBy(beforeAll, () => startKilledServer({ width: 64, height: 64 }))
  afterAll(() => server.close())
  const random = seededRandom('kill-9-library')
  const rows = async <T extends object>(sql: string, ...values: unknown[]): Promise<T[]> =>
    (await server.connection.pool.query<T>(sql, values)).rows
  const post = (path: string, data?: object) =>
    server.client().request('POST', path, {
      ...(data && { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ data }) }),
    })

  /** Images with an original each; every second one was analysed. */
  const addImages = async (projectId: string): Promise<string[]> => {
    const [{ owner, organisation } = { owner: '', organisation: '' }] = await rows<{
      owner: string
      organisation: string
    }>('SELECT owner_id AS owner, organisation_id AS organisation FROM projects WHERE id = $1', projectId)
    const ids: string[] = []
    for (let index = 0; index < imageCount; index += 1) {
      const [mediumId, imageId] = [randomUUID(), randomUUID()]
      await rows(
        `INSERT INTO media (id, organisation_id, owner_id, file_type, original_filename, size, status, sha256)
         VALUES ($1, $2, $3, 'TwoDimensions', 'a.tif', 1, 'available', 'x')`,
        ...[mediumId, organisation, owner],
      )
      const values = [imageId, projectId, mediumId, `image ${index}`]
      await rows('INSERT INTO images (id, project_id, medium_id, name) VALUES ($1, $2, $3, $4)', ...values)
      if (index % 2 === 0) {
        await rows(
          `INSERT INTO analysis_jobs (id, project_id, image_id, owner_id, app_name, app_version, params, status)
           VALUES ($1, $2, $3, $4, 'a', '1', '{}', 'successful')`,
          ...[randomUUID(), projectId, imageId, owner],
        )
      }
      const folder = join(server.home.dataDir, 'blobs', 'media', mediumId)
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'original'), 'x')
      ids.push(imageId)
    }
    return ids
  }

  it('every act is done with its entry in the log or not at all, jobs are where their images are, and no file is left', async () => {
    const created = await post('/api/v1/projects', { name: 'Target' })
    const target = created.headers.get('location')?.split('/').at(-1) ?? ''
    const ids = await addImages(server.project)
    const projectOf = async (id: string) =>
      (await rows<{ project: string }>('SELECT project_id AS project FROM images WHERE id = $1', id))[0]?.project

    const act = async (): Promise<void> => {
      const id = ids[random.integer(ids.length)] ?? ''
      const kind = random.integer(4)
      if (kind === 0) await post(`/api/v1/images/${id}/trash`)
      else if (kind === 1) await post(`/api/v1/images/${id}/restore`)
      else if (kind === 2 && random.integer(8) === 0) await server.client().request('DELETE', `/api/v1/images/${id}`)
      else {
        const from = await projectOf(id)
        const project = from === target ? server.project : target
        const images = [id, ...ids.slice(0, 3)].filter((other, index, all) => all.indexOf(other) === index)
        await post(`/api/v1/projects/${from}/images/move`, { images, project })
      }
    }
    let acts = 0
    for (let kill = 0; kill < kills; kill += 1) {
      let isAlive = true
      const working = Array.from({ length: atOnce }, async () => {
        while (isAlive) {
          // The connection of an act breaks with the server.
          await act().catch(() => undefined)
          acts += 1
        }
      })
      const point = acts + 20 + random.integer(60)
      await until(() => acts >= point, 1)
      await server.kill9()
      isAlive = false
      await Promise.all(working)
      await server.start()
    }

    const wrongJobs = `SELECT j.id FROM analysis_jobs j JOIN images i ON i.id = j.image_id WHERE j.project_id <> i.project_id`
    expect(await rows(wrongJobs)).toEqual([])
    const last = `SELECT DISTINCT ON (object_id) object_id, action FROM audit_log
      WHERE action IN ('image.trashed', 'image.restored', 'image.deleted') ORDER BY object_id, at DESC, id DESC`
    const states = await rows<{ id: string; trashed: boolean; action: string | null }>(
      `SELECT i.id, i.trashed IS NOT NULL AS trashed, l.action FROM images i LEFT JOIN (${last}) l ON l.object_id = i.id::text`,
    )
    expect(states.filter(({ trashed, action }) => trashed !== (action === 'image.trashed'))).toEqual([])
    const moves = `SELECT DISTINCT ON (object_id) object_id, detail->>'project' AS project FROM audit_log
      WHERE action = 'image.moved' ORDER BY object_id, at DESC, id DESC`
    const misplaced = `SELECT i.id FROM images i LEFT JOIN (${moves}) m ON m.object_id = i.id::text
      WHERE i.project_id::text <> coalesce(m.project, $1)`
    expect(await rows(misplaced, server.project)).toEqual([])

    // Both trashes are emptied, with a kill in between.
    for (const id of ids.slice(0, 20)) await post(`/api/v1/images/${id}/trash`)
    const emptying = server.client().request('DELETE', `/api/v1/projects/${server.project}/trash`)
    await server.kill9()
    await emptying.catch(() => undefined)
    await server.start()
    for (const project of [server.project, target]) {
      expect((await server.client().request('DELETE', `/api/v1/projects/${project}/trash`)).status).toBe(204)
    }
    expect(await rows('SELECT id FROM images WHERE trashed IS NOT NULL')).toEqual([])
    const open =
      "SELECT 1 FROM jobs.job WHERE data->>'name' = 'remove-blobs' AND state IN ('created', 'retry', 'active')"
    await until(async () => (await rows(open)).length === 0)
    const folders = (await readdir(join(server.home.dataDir, 'blobs', 'media'))).sort()
    expect(folders).toEqual((await rows<{ id: string }>('SELECT id FROM media')).map(({ id }) => id).sort())
    const kept = (await rows('SELECT id FROM images')).length
    // Otherwise the test would show little.
    expect([acts > kills * 20, kept > 0, kept < imageCount, states.some(({ trashed }) => trashed)]).toEqual(
      Array(4).fill(true),
    )
  })
})
