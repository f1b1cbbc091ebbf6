import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, rm, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { FileUpload, Image } from '@lamella/shared/contract'
import { sql } from 'drizzle-orm'
import { cleanUpUploads } from '../src/domains/uploads/clean-up.ts'
import { finishAdopted } from '../src/domains/uploads/finish-upload.ts'
import { announceSha256, changeUpload, findUpload } from '../src/domains/uploads/repository.ts'
import { openUploadStore } from '../src/domains/uploads/upload-store.ts'
import { connect } from '../src/platform/db/database.ts'
import { blobKeys } from '../src/platform/storage/blobs.ts'
import { setUpImageServer } from './image-server.ts'
import { reprDigest, type StartedUpload, sha256Of } from './upload-client.ts'

const file = randomBytes(500)
const day = 24 * 3600 * 1000

describe('What a killed or absent party leaves', () => {
  let clock = 0
  const server = setUpImageServer({ now: () => new Date(Date.now() + clock) })

  const start = () => server.client.start({ project: server.project, size: file.length })
  const imageOf = ({ imageId }: StartedUpload) => server.client.json<Image>(`/api/v1/images/${imageId}`)
  const pathOf = ({ uploadId }: StartedUpload) => openUploadStore(server.context).files.path(uploadId)

  const cleanUpIn = async (days: number) => {
    clock = days * day
    await cleanUpUploads(server.context)
    clock = 0
  }

  /** The state that a server leaves when it is killed after the last byte and before its answer. */
  const killedAfterLastByte = async (announced: string | null) => {
    const upload = await start()
    await server.client.part(upload, file, 0, 100)
    if (announced) await announceSha256(server.context.db, upload.uploadId, announced)
    await appendFile(pathOf(upload), file.subarray(100))
    return upload
  }
  /** The state that a server leaves when it is killed between moving the file and recording that. */
  const killedAfterAdoption = async () => {
    const upload = await killedAfterLastByte(sha256Of(file))
    await server.context.blobs.adopt(blobKeys.original(upload.mediumId), pathOf(upload))
    return upload
  }

  it.each([
    ['after the last byte', () => killedAfterLastByte(sha256Of(file))],
    ['after the last byte of a client without checksum', () => killedAfterLastByte(null)],
    ['after handing the file over', killedAfterAdoption],
  ])('a server killed %s: the next question completes the upload', async (_when, leave) => {
    const upload = await leave()
    expect((await server.client.askProgress(upload, file.length)).status).toBe(201)
    expect((await imageOf(upload)).status).toBe('uploadFinished')
    const download = await server.client.request('GET', `/api/v1/images/${upload.imageId}/download`)
    expect(download.body).toEqual(file)
    expect(download.headers.get('etag')).toBe(`"${sha256Of(file)}"`)
  })

  it.each([
    ['after the last byte', () => killedAfterLastByte(sha256Of(file))],
    ['after handing the file over', killedAfterAdoption],
  ])('a server killed %s: without any client the hourly job completes the upload', async (_when, leave) => {
    const upload = await leave()
    await cleanUpUploads(server.context)
    expect((await imageOf(upload)).status).toBe('uploadFinished')
  })

  it('a checksum that was announced is compared after a restart too', async () => {
    const upload = await killedAfterLastByte(sha256Of(randomBytes(500)))
    expect((await server.client.askProgress(upload, file.length)).code).toBe('ERR_2003')
    expect((await imageOf(upload)).status).toBe('uploadFailed')
    expect(await server.storedFiles()).not.toContain(`uploads/${upload.uploadId}`)
  })

  it('an upload without a byte for seven days is given up, a younger one is not', async () => {
    const old = await start()
    await server.client.part(old, file, 0, 100)
    const silent = await start()
    await cleanUpIn(6.9)
    expect((await imageOf(old)).status).toBe('uploading')
    await cleanUpIn(7.1)
    for (const upload of [old, silent]) {
      expect(await imageOf(upload)).toMatchObject({
        status: 'uploadFailed',
        statusErrors: ['The upload was given up because no data came for 7 days. Upload the file again.'],
      })
    }
    expect(await server.storedFiles()).not.toContain(`uploads/${old.uploadId}`)
    expect((await server.client.askProgress(old, file.length)).status).toBe(404)
    const list = await server.client.json<FileUpload[]>('/api/v2/files/uploads')
    expect(list.map(({ id }) => id)).not.toContain(old.uploadId)
  })

  it('an error of the disk at one upload is left to the next run, and the others are cleaned up', async () => {
    const [damaged, old] = [await start(), await start()]
    const { files } = server.context.state.uploads
    const stat = files.stat.bind(files)
    const failing = jest
      .spyOn(files, 'stat')
      .mockImplementation((id) => (id === damaged.uploadId ? Promise.reject(new Error('EIO')) : stat(id)))
    await cleanUpIn(7.1)
    failing.mockRestore()
    expect([(await imageOf(damaged)).status, (await imageOf(old)).status]).toEqual(['uploadPending', 'uploadFailed'])
    await cleanUpIn(7.1)
    expect((await imageOf(damaged)).status).toBe('uploadFailed')
  })

  it('stored bytes are hashed once after a restart, although the part that asked for it breaks', async () => {
    const upload = await start()
    await server.client.part(upload, file, 0, 300)
    const { files, hashes } = server.context.state.uploads
    hashes.drop(upload.uploadId)
    const short = new Blob([file.subarray(300, 400)]).stream()
    expect((await server.client.put(upload, 'bytes 300-499/500', short)).code).toBe('ERR_2008')
    // Were they read again, the hash would be another one.
    await writeFile(files.path(upload.uploadId), Buffer.alloc(300))
    expect((await server.client.part(upload, file, 300, 500, reprDigest(file))).status).toBe(201)
  })

  it('a database that ends the connection with the locks ends the writer, and not the process', async () => {
    const connection = connect(server.databaseUrl)
    const { locks } = openUploadStore({ ...server.context, db: connection.db })
    const stopped = await locks.hold(randomUUID(), async ({ signal }) => {
      const aborted = once(signal, 'abort')
      await server.context.db.execute(sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'lamella' AND query LIKE '%pg_try_advisory_lock(%' AND pid <> pg_backend_pid()`)
      await aborted
      // The driver tells of the loss a second time.
      await delay(200)
      return true
    })
    expect(stopped).toBe(true)
    expect(await locks.hold(randomUUID(), async () => 'held again')).toBe('held again')
    await connection.close()
  })

  it('a database that ends the connection of a transaction fails the transaction, and not the process', async () => {
    const lost: Error[] = []
    const { db, close } = connect(server.databaseUrl, 1, (error) => lost.push(error))
    const broken = db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`)
      await server.context.db.execute(sql`SELECT pg_terminate_backend(${rows[0]?.pid})`)
      await delay(200)
      await tx.execute(sql`SELECT 1`)
    })
    await expect(broken).rejects.toThrow()
    expect(lost.length).toBeGreaterThan(0)
    expect((await db.execute(sql`SELECT 1 AS one`)).rows).toEqual([{ one: 1 }])
    await close()
  })

  it('a file whose upload is gone is removed', async () => {
    const upload = await start()
    await server.client.part(upload, file, 0, 100)
    await changeUpload(server.context.db, upload.uploadId, 'cancelled', new Date())
    await cleanUpUploads(server.context)
    expect(await server.storedFiles()).not.toContain(`uploads/${upload.uploadId}`)
  })

  it('another server process that writes to an upload keeps this one out', async () => {
    const upload = await start()
    const connection = connect(server.databaseUrl)
    const other = openUploadStore({ ...server.context, db: connection.db })
    await other.locks.hold(upload.uploadId, async () => {
      const answer = await server.client.part(upload, file, 0, 100)
      expect([answer.status, answer.code]).toEqual([409, 'ERR_2007'])
    })
    expect((await server.client.part(upload, file, 0, 100)).status).toBe(308)
    await connection.close()
  })

  it('an upload that another process has finished meanwhile keeps its file', async () => {
    const upload = await start()
    const { blobs, db } = server.context
    const adopt = blobs.adopt.bind(blobs)
    const adopted = jest.spyOn(blobs, 'adopt').mockImplementation(async (...args) => {
      await adopt(...args)
      // The locks of this process were lost, and a question for progress has reached another one.
      const row = await findUpload(db, upload.uploadId)
      if (row) await finishAdopted(server.context, row)
    })
    expect((await server.client.part(upload, file, 0, 500)).status).toBe(201)
    adopted.mockRestore()
    expect((await imageOf(upload)).status).toBe('uploadFinished')
    const download = await server.client.request('GET', `/api/v1/images/${upload.imageId}/download`)
    expect(download.body).toEqual(file)
  })

  it('an upload that another process has cancelled after the last byte is not found', async () => {
    const upload = await start()
    const { blobs, db } = server.context
    const adopt = blobs.adopt.bind(blobs)
    const adopted = jest.spyOn(blobs, 'adopt').mockImplementation(async (...args) => {
      await changeUpload(db, upload.uploadId, 'cancelled', new Date())
      await rm(pathOf(upload))
      await adopt(...args)
    })
    expect((await server.client.part(upload, file, 0, 500)).status).toBe(404)
    adopted.mockRestore()
  })

  it('what another server process stored is hashed too', async () => {
    const upload = await start()
    await server.client.part(upload, file, 0, 100)
    await appendFile(pathOf(upload), file.subarray(100, 300))
    const answer = await server.client.part(upload, file, 300, 500)
    expect(answer.status).toBe(201)
    const download = await server.client.request('GET', `/api/v1/images/${upload.imageId}/download`)
    expect(download.headers.get('etag')).toBe(`"${sha256Of(file)}"`)
  })
})
