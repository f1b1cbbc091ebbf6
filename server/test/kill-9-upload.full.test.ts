import { join } from 'node:path'
import { types } from 'node:util'
import { madeBy } from './helper.ts'
import { filesOf } from './image-server.ts'
import { sizeOf, startKilledServer } from './killed-server.ts'
import { seededRandom } from './seed.ts'
import { until } from './until.ts'
import { reprDigest, type StartedUpload, sha256Of } from './upload-client.ts'

const kills = 10
const chunk = 2 * 1024 ** 2

/** Ten starts of a server on a busy machine. */
jest.setTimeout(300_000)

describe('kill -9', () => {
  const server = madeBy(beforeAll, () => startKilledServer({ width: 2400, height: 2200 }))
  afterAll(() => server.close())
  const random = seededRandom('kill-9-upload')

  /** As the client of the portal does: queries the progress and sends the rest, until the server is gone. */
  const sendRest = async (upload: StartedUpload): Promise<boolean> => {
    try {
      const status = await server.client().askProgress(upload, server.file.length)
      if (status.status === 201) return true
      let at = Number(/-(\d+)$/.exec(status.headers.get('range') ?? '')?.[1] ?? -1) + 1
      while (at < server.file.length) {
        const end = Math.min(server.file.length, at + chunk)
        const answer = await server
          .client()
          .part(upload, server.file, at, end, end === server.file.length ? reprDigest(server.file) : {})
        if (answer.status === 201) return true
        if (answer.status !== 308) throw new Error(`A part was answered by ${answer.status} ${answer.body}`)
        at = end
      }
      return false
    } catch (error) {
      // The error of fetch for a lost connection; its class is of another realm than this test's.
      if (types.isNativeError(error) && /fetch failed|terminated/.test(error.message)) return false
      throw error
    }
  }

  it('at ten points of an upload: it continues after the last byte, nothing is lost or done twice', async () => {
    const upload = await server
      .client()
      .start({ project: server.project, size: server.file.length, originalFilename: 'field.tif' })
    const path = join(server.home.dataDir, 'uploads', upload.uploadId)
    const points: number[] = []
    for (let kill = 0; kill < kills; kill++) {
      const stored = (await sizeOf(path)) ?? 0
      // The last kills are at the moment in which the complete file is moved and recorded.
      const isEnd = kill >= kills - 2
      const step = 1 + random.integer(Math.max(1, Math.ceil((server.file.length - stored) / 4)))
      const point = isEnd ? server.file.length : Math.min(server.file.length, stored + step)
      points.push(point)
      let isSent = false
      const sending = sendRest(upload).finally(() => {
        isSent = true
      })
      // On a busy machine everything may be sent between two looks.
      await until(async () => {
        const size = await sizeOf(path)
        return isSent || (size === null ? isEnd : size >= point)
      }, 1)
      await server.kill9()
      await server.start()
      await sending
    }
    expect(await sendRest(upload)).toBe(true)

    const image = await server.untilSettled(upload)
    await server.untilNoJobs()
    expect({ points, status: image.status }).toEqual({ points, status: 'available' })
    const download = await server.client().request('GET', `/api/v1/images/${upload.imageId}/download`)
    expect(sha256Of(download.body)).toBe(sha256Of(server.file))
    expect(await server.count('SELECT count(*)::int FROM uploads WHERE medium_id = $1', upload.mediumId)).toBe(1)
    expect(await server.count('SELECT count(*)::int FROM images WHERE medium_id = $1', upload.mediumId)).toBe(1)
    expect(await filesOf(server.home.dataDir)).toEqual([
      `blobs/media/${upload.mediumId}/original`,
      `blobs/media/${upload.mediumId}/pictures/plane-c0-t0.tif`,
      `blobs/media/${upload.mediumId}/pictures/thumbnail.jpg`,
    ])
  })
})
