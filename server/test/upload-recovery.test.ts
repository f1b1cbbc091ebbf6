import { randomBytes } from 'node:crypto'
import { appendFile, rm } from 'node:fs/promises'
import type { FileUpload, Image } from '@lamella/shared/contract'
import { cleanUpUploads } from '../src/domains/uploads/clean-up.ts'
import { finishAdopted } from '../src/domains/uploads/finish-upload.ts'
import { announceSha256, changeUpload, findUpload } from '../src/domains/uploads/repository.ts'
import { openUploadStore } from '../src/domains/uploads/upload-store.ts'
import { connect } from '../src/platform/db/database.ts'
import { blobKeys } from '../src/platform/storage/blobs.ts'
import { setUpImageServer } from './image-server.ts'
import { type StartedUpload, sha256Of } from './upload-client.ts'

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
