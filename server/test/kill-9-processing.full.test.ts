import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { madeBy } from './helper.ts'
import { filesOf } from './image-server.ts'
import { sizeOf, startKilledServer } from './killed-server.ts'
import { seededRandom } from './seed.ts'
import { until } from './until.ts'
import type { StartedUpload } from './upload-client.ts'

const kills = 10

/** Ten starts of a server, on a machine that may be busy. */
jest.setTimeout(300_000)

describe('kill -9', () => {
  const server = madeBy(beforeAll, () => startKilledServer({ width: 1700, height: 1500 }))
  afterAll(() => server.close())
  const random = seededRandom('kill-9-processing')

  /** Locks the row of an image in processing that has its preview, so that it cannot become available before the kill. @returns releases the lock */
  const holdBack = async ({ mediumId }: StartedUpload): Promise<() => Promise<void>> => {
    const holder = await server.connection.pool.connect()
    const lock = "SELECT 1 FROM media WHERE id = $1 AND status = 'processing' AND has_preview FOR NO KEY UPDATE"
    await holder.query('BEGIN')
    await until(async () => (await holder.query(lock, [mediumId])).rowCount === 1, 2)
    return async () => {
      await holder.query('ROLLBACK')
      holder.release()
    }
  }
  const pictureHashes = async (mediumId: string) => {
    const names = (await filesOf(server.home.dataDir)).filter((name) => name.includes(`${mediumId}/pictures/`))
    const hashes = names.map(async (name) => [
      name.split('/').at(-1),
      createHash('sha256')
        .update(await readFile(join(server.home.dataDir, name)))
        .digest('hex'),
    ])
    return Object.fromEntries(await Promise.all(hashes))
  }

  it('at ten points of processing: each image is processed again automatically, with the same bytes, and nothing is left over', async () => {
    const reference = await server
      .client()
      .upload(server.file, { project: server.project, originalFilename: 'field.tif' })
    expect((await server.untilSettled(reference)).status).toBe('available')
    const expected = await pictureHashes(reference.mediumId)
    const planeOf = (mediumId: string) => join(server.home.dataDir, 'blobs/media', mediumId, 'pictures/plane-c0-t0.tif')
    const total = (await sizeOf(planeOf(reference.mediumId))) ?? 0
    const mediumState = 'SELECT status, description FROM media WHERE id = $1'
    const waitingUpdates = `SELECT count(*)::int FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = $1`

    const written = async ({ mediumId }: StartedUpload) => {
      const names = (await filesOf(server.home.dataDir)).filter(
        (name) => name.includes(mediumId) && !name.endsWith('original'),
      )
      const sizes = await Promise.all(names.map((name) => sizeOf(join(server.home.dataDir, name))))
      return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
    }
    const points: [name: string, isReached: (upload: StartedUpload) => Promise<boolean>][] = [
      ...Array.from({ length: kills - 2 }, () => random.integer(total)).map((bytes): (typeof points)[number] => [
        `${bytes} bytes written`,
        async (upload) => (await written(upload)) >= bytes,
      ]),
      ['the first file adopted', async ({ mediumId }) => (await sizeOf(planeOf(mediumId))) !== null],
      ['the commit under way', async () => (await server.count(waitingUpdates, 'transactionid')) > 0],
    ]
    const uploads: StartedUpload[] = []
    for (const [point, isReached] of points) {
      const upload = await server
        .client()
        .upload(server.file, { project: server.project, originalFilename: 'field.tif' })
      uploads.push(upload)
      const letGo = await holdBack(upload)
      try {
        await until(() => isReached(upload), 2)
        await server.kill9()
        const { rows } = await server.connection.pool.query(mediumState, [upload.mediumId])
        expect({ point, rows }).toEqual({ point, rows: [{ status: 'processing', description: null }] })
      } finally {
        await letGo()
      }
      await server.start()
    }
    for (const upload of uploads) {
      const { status, statusErrors } = await server.untilSettled(upload)
      expect({ status, statusErrors }).toEqual({ status: 'available', statusErrors: [] })
      expect(await pictureHashes(upload.mediumId)).toEqual(expected)
      expect(await server.count('SELECT count(*)::int FROM images WHERE medium_id = $1', upload.mediumId)).toBe(1)
    }
    await server.untilNoJobs()
    const strays = (await filesOf(server.home.dataDir)).filter(
      (name) => !name.startsWith('blobs/media/') || name.endsWith('preview.jpg'),
    )
    expect(strays).toEqual([])
  })
})
