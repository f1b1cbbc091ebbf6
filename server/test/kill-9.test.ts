import { createHash, randomInt } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { types } from 'node:util'
import type { Image } from '@lamella/shared/contract'
import { largeField } from '@lamella/shared/testing/pictures/large-field.ts'
import { type Connection, connect } from '../src/platform/db/database.ts'
import { createFolder } from './cluster.ts'
import { filesOf } from './image-server.ts'
import { createLab, type Lab } from './lab.ts'
import { createHome, type Home, type ServerProcess, startServerProcess } from './server-process.ts'
import { reprDigest, type StartedUpload, sha256Of, UploadClient } from './upload-client.ts'

const kills = 10
const chunk = 2 * 1024 ** 2

/** Ten starts of a server, each on a machine with other things to do. */
jest.setTimeout(300_000)

describe('kill -9', () => {
  let home: Home
  let server: ServerProcess
  let connection: Connection
  let lab: Lab
  let project: string
  let file: Buffer

  beforeAll(async () => {
    home = await createHome()
    connection = connect(home.databaseUrl ?? '')
    lab = await createLab(connection.db)
    project = await lab.addProject(lab.admin)
    const path = join(createFolder('pictures'), 'field.tif')
    await largeField({ path, width: 2400, height: 2200 })
    file = await readFile(path)
    server = await startServerProcess({ home })
  })
  afterAll(async () => {
    await server.stop()
    await connection.close()
  })

  const client = () => new UploadClient(server.url, lab.admin.token)
  const restart = async () => {
    await server.kill9()
    server = await startServerProcess({ home })
  }
  const count = async (sql: string, id: string) => (await connection.pool.query(sql, [id])).rows[0]?.count
  const sizeOf = (path: string) =>
    stat(path).then(
      ({ size }) => size,
      () => null,
    )
  const untilSettled = async ({ imageId }: StartedUpload): Promise<Image> => {
    for (;;) {
      const image = await client().json<Image>(`/api/v1/images/${imageId}`)
      if (image.status === 'available' || image.status === 'processingFailed') return image
    }
  }
  /** A job is gone from its queue after everything else that it does. */
  const untilNoJobs = async () => {
    const jobs = "SELECT count(*)::int FROM jobs.job WHERE data->>'name' = $1"
    while ((await count(jobs, 'process-image')) > 0);
  }
  /** Once an image is processed, keeps it from becoming available: a kill comes before that, however busy the machine. */
  const holdBack = async ({ mediumId }: StartedUpload): Promise<() => Promise<void>> => {
    const holder = await connection.pool.connect()
    const lock = "SELECT 1 FROM media WHERE id = $1 AND status = 'processing' FOR NO KEY UPDATE"
    await holder.query('BEGIN')
    while ((await holder.query(lock, [mediumId])).rowCount !== 1);
    return async () => {
      await holder.query('ROLLBACK')
      holder.release()
    }
  }
  const pictureHashes = async (mediumId: string) => {
    const names = (await filesOf(home.dataDir)).filter((name) => name.includes(`${mediumId}/pictures/`))
    const hashes = names.map(async (name) => [
      name.split('/').at(-1),
      createHash('sha256')
        .update(await readFile(join(home.dataDir, name)))
        .digest('hex'),
    ])
    return Object.fromEntries(await Promise.all(hashes))
  }

  /** As the client of the portal does: asks where the server stands and sends the rest, until the server is gone. */
  const sendRest = async (upload: StartedUpload): Promise<boolean> => {
    try {
      const status = await client().status(upload, file.length)
      if (status.status === 201) return true
      let at = Number(/-(\d+)$/.exec(status.headers.get('range') ?? '')?.[1] ?? -1) + 1
      while (at < file.length) {
        const end = Math.min(file.length, at + chunk)
        const answer = await client().part(upload, file, at, end, end === file.length ? reprDigest(file) : {})
        if (answer.status === 201) return true
        if (answer.status !== 308) throw new Error(`A part was answered by ${answer.status} ${answer.body}`)
        at = end
      }
      return false
    } catch (error) {
      // What fetch says when the connection is gone; its class is of another realm than this test's.
      if (types.isNativeError(error) && /fetch failed|terminated/.test(error.message)) return false
      throw error
    }
  }

  it('at ten points of an upload: it goes on from the last byte, nothing is lost or done twice', async () => {
    const upload = await client().start({ project, size: file.length, originalFilename: 'field.tif' })
    const path = join(home.dataDir, 'uploads', upload.uploadId)
    const points: number[] = []
    for (let kill = 0; kill < kills; kill++) {
      const stored = (await sizeOf(path)) ?? 0
      // The last ones hit the moment in which the file is complete, handed over and written down.
      const isEnd = kill >= kills - 2
      const point = isEnd ? file.length : stored + randomInt(1, Math.ceil((file.length - stored) / 4))
      points.push(point)
      const sending = sendRest(upload)
      for (;;) {
        const size = await sizeOf(path)
        if (size === null ? isEnd : size >= point) break
      }
      await restart()
      await sending
    }
    expect(await sendRest(upload)).toBe(true)

    const image = await untilSettled(upload)
    await untilNoJobs()
    expect({ points, status: image.status }).toEqual({ points, status: 'available' })
    const download = await client().request('GET', `/api/v1/images/${upload.imageId}/download`)
    expect(sha256Of(download.body)).toBe(sha256Of(file))
    expect(await count('SELECT count(*)::int FROM uploads WHERE medium_id = $1', upload.mediumId)).toBe(1)
    expect(await count('SELECT count(*)::int FROM images WHERE medium_id = $1', upload.mediumId)).toBe(1)
    expect(await filesOf(home.dataDir)).toEqual([
      `blobs/media/${upload.mediumId}/original`,
      `blobs/media/${upload.mediumId}/pictures/plane-c0-t0.tif`,
      `blobs/media/${upload.mediumId}/pictures/thumbnail.jpg`,
    ])
  })

  it('at ten points of processing: each image is made by itself, with the same bytes, and nothing is left over', async () => {
    const reference = await client().upload(file, { project, originalFilename: 'field.tif' })
    expect((await untilSettled(reference)).status).toBe('available')
    const expected = await pictureHashes(reference.mediumId)
    const planeOf = (mediumId: string) => join(home.dataDir, 'blobs/media', mediumId, 'pictures/plane-c0-t0.tif')
    const total = (await sizeOf(planeOf(reference.mediumId))) ?? 0
    const mediumState = 'SELECT status, description FROM media WHERE id = $1'
    const waitingUpdates = `SELECT count(*)::int FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = $1`

    const written = async ({ mediumId }: StartedUpload) => {
      const names = (await filesOf(home.dataDir)).filter(
        (name) => name.includes(mediumId) && !name.endsWith('original'),
      )
      const sizes = await Promise.all(names.map((name) => sizeOf(join(home.dataDir, name))))
      return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
    }
    const points: [name: string, isReached: (upload: StartedUpload) => Promise<boolean>][] = [
      ...Array.from({ length: kills - 2 }, () => randomInt(0, total)).map((bytes): (typeof points)[number] => [
        `${bytes} bytes written`,
        async (upload) => (await written(upload)) >= bytes,
      ]),
      ['the first file adopted', async ({ mediumId }) => (await sizeOf(planeOf(mediumId))) !== null],
      ['the commit under way', async () => (await count(waitingUpdates, 'transactionid')) > 0],
    ]
    const uploads: StartedUpload[] = []
    for (const [point, isReached] of points) {
      const upload = await client().upload(file, { project, originalFilename: 'field.tif' })
      uploads.push(upload)
      const letGo = await holdBack(upload)
      try {
        while (!(await isReached(upload)));
        await server.kill9()
        const { rows } = await connection.pool.query(mediumState, [upload.mediumId])
        expect({ point, rows }).toEqual({ point, rows: [{ status: 'processing', description: null }] })
      } finally {
        await letGo()
      }
      server = await startServerProcess({ home })
    }
    for (const upload of uploads) {
      const { status, statusErrors } = await untilSettled(upload)
      expect({ status, statusErrors }).toEqual({ status: 'available', statusErrors: [] })
      expect(await pictureHashes(upload.mediumId)).toEqual(expected)
      expect(await count('SELECT count(*)::int FROM images WHERE medium_id = $1', upload.mediumId)).toBe(1)
    }
    await untilNoJobs()
    const strays = (await filesOf(home.dataDir)).filter((name) => !name.startsWith('blobs/media/'))
    expect(strays).toEqual([])
  })
})
