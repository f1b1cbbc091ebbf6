import { types } from 'node:util'
import type { Image } from '@lamella/shared/contract'
import { madeBy } from './helper.ts'
import { filesOf } from './image-server.ts'
import { startKilledServer } from './killed-server.ts'
import { seededRandom } from './seed.ts'
import { until } from './until.ts'
import { reprDigest, type StartedUpload, sha256Of } from './upload-client.ts'

/** Ten are cheap enough for each run; `LAMELLA_TEST_UPLOADS=50` is the whole proof, with eight kills. */
const count = Number(process.env.LAMELLA_TEST_UPLOADS ?? 10)
const kills = Math.ceil(count / 7)
const chunk = 64 * 1024
/** Clients at the same time. */
const clients = 4
/** Share of requests that fail on their way. */
const failing = 0.3

/** Several starts of a server, and up to fifty images that are processed. */
jest.setTimeout(300_000)

class Lost extends Error {}

describe('kill -9 of server and worker, with 30 % of the requests failing', () => {
  const server = madeBy(beforeAll, () => startKilledServer({ width: 240, height: 220 }))
  afterAll(() => server.close())
  const random = seededRandom('kill-9-uploads')

  /** The file with other pixels, so that each upload has a hash of its own. */
  const fileOf = (index: number): Buffer => {
    const file = Buffer.from(server.file)
    file.writeUInt16LE(index, file.length >> 1)
    return file
  }

  /** Half of a part, or less, before the connection breaks. */
  const cutAt = (bytes: Uint8Array, at: number) =>
    new ReadableStream({
      start: (controller) => controller.enqueue(bytes.slice(0, at)),
      pull: (controller) => controller.error(new Lost()),
    })

  /** Sends a part over a network that loses it, its answer, or what comes after some byte. */
  const sendPart = async (
    upload: StartedUpload,
    file: Buffer,
    from: number,
  ): Promise<{ status: number; at: number }> => {
    const end = Math.min(file.length, from + chunk)
    const fault = random.integer(1000) < failing * 1000 ? random.integer(3) : null
    if (fault === 0) throw new Lost()
    const headers = end === file.length ? reprDigest(file) : {}
    const range = `bytes ${from}-${end - 1}/${file.length}`
    const body = fault === 1 ? cutAt(file.subarray(from, end), random.integer(end - from)) : file.subarray(from, end)
    const { status } = await server.client().put(upload, range, body, headers)
    if (fault === 2) throw new Lost()
    return { status, at: end }
  }

  /** Asks how far it is and sends the rest, once. @returns whether it is complete */
  const sendRest = async (upload: StartedUpload, file: Buffer): Promise<boolean> => {
    const told = await server.client().askProgress(upload, file.length)
    if (told.status === 201) return true
    if (told.status !== 308) return false
    let at = Number(/-(\d+)$/.exec(told.headers.get('range') ?? '')?.[1] ?? -1) + 1
    for (;;) {
      const sent = await sendPart(upload, file, at)
      if (sent.status !== 308) return sent.status === 201
      at = sent.at
    }
  }

  const uploadWhole = async (upload: StartedUpload, file: Buffer, onTry: () => void): Promise<void> => {
    await until(async () => {
      onTry()
      try {
        return await sendRest(upload, file)
      } catch (error) {
        // The error of fetch for a lost connection is of another realm than this test's.
        if (error instanceof Lost || types.isNativeError(error)) return false
        throw error
      }
    }, 20)
  }

  it(`all ${count} uploads arrive with their bytes, none twice, and nothing is left on the disk`, async () => {
    const uploads: StartedUpload[] = []
    for (let index = 0; index < count; index++) {
      const started = { project: server.project, size: server.file.length, originalFilename: `${index}.tif` }
      uploads.push(await server.client().start(started))
    }
    let tries = 0
    let isOver = false
    const waiting = uploads.map((upload, index) => ({ upload, file: fileOf(index) }))
    const run = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        await uploadWhole(next.upload, next.file, () => {
          tries += 1
        })
      }
    }
    const kill = async (): Promise<void> => {
      for (let done = 0; done < kills && !isOver; done++) {
        const at = tries + 1 + random.integer(12)
        await until(async () => isOver || tries >= at, 5)
        await server.kill9()
        await server.start()
      }
    }
    const killing = kill()
    await Promise.all(Array.from({ length: clients }, run))
    isOver = true
    await killing

    for (const [index, upload] of uploads.entries()) {
      const { status } = await server.untilSettled(upload)
      const download = await server.client().request('GET', `/api/v1/images/${upload.imageId}/download`)
      expect([index, status, sha256Of(download.body)]).toEqual([index, 'available', sha256Of(fileOf(index))])
    }
    await server.untilNoJobs()
    const images = await server.client().json<Image[]>(`/api/v2/projects/${server.project}/images`)
    expect(images.map(({ id }) => id).sort()).toEqual(uploads.map(({ imageId }) => imageId).sort())
    const ofMedium = (id: string) => [
      `blobs/media/${id}/original`,
      `blobs/media/${id}/pictures/plane-c0-t0.tif`,
      `blobs/media/${id}/pictures/thumbnail.jpg`,
    ]
    expect(await filesOf(server.home.dataDir)).toEqual(uploads.flatMap(({ mediumId }) => ofMedium(mediumId)).sort())
  })
})
