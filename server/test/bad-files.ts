import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { allowedExtensions, type FileType, type Image, type ImageView } from '@lamella/shared/contract'
import sharp from 'sharp'
import { type Connection, connect } from '../src/platform/db/database.ts'
import { finalStates, followImages, type ImageEvents } from './image-events.ts'
import { filesOf } from './image-server.ts'
import { dataPath } from './imaging-data.ts'
import { createLab } from './lab.ts'
import { createHome, type ServerProcess, startServerProcess } from './server-process.ts'
import { type StartedUpload, UploadClient } from './upload-client.ts'

/**
 * Expected outcome of each damaged, hostile or unusual file: an error message, or an image that was compared by eye with the description in
 * its name. Columns: path, `available`, size, pixels, mean colours of the four quarters of the thumbnail; or path, `processingFailed`, message.
 */
export const table = readFileSync(join(import.meta.dirname, 'bad-input.table.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'))
  // Rows of files that are no longer in the collection are ignored; new files need a row.
  .filter(([path = '']) => existsSync(dataPath(path)))
/** Messages for formats that are recognised by extension only. */
export const proprietary: Record<string, string> = {
  vmic: 'VMIC is a proprietary format that cannot be read here; export the image as TIFF or SVS and upload it again.',
  ctl: 'CTL is a proprietary format that cannot be read here; export the image as TIFF or OME-TIFF and upload it again.',
}
/** Extensions of formats that are recognised by content. */
const extensionsByContent = allowedExtensions.TwoDimensions.filter((extension) => !(extension in proprietary))

/** A real server that processes uploads with two workers. */
export interface FileServer {
  process: ServerProcess
  client: UploadClient
  send(path: string, kind: FileType, originalFilename: string): Promise<StartedUpload>
  /** The image after processing; waits for it. */
  outcomeOf(upload: StartedUpload): Promise<Image>
  /** All uploads so far. */
  uploads: StartedUpload[]
  mediaWith(status: string): Promise<string[]>
  close(): Promise<void>
}

export const startFileServer = async (): Promise<FileServer> => {
  const home = await createHome()
  const connection: Connection = connect(home.databaseUrl ?? '')
  const lab = await createLab(connection.db)
  const project = await lab.addProject(lab.admin)
  const process = await startServerProcess({ home, env: { LAMELLA_ROLE: 'all', WORKER_CONCURRENCY: '2' } })
  const client = new UploadClient(process.url, lab.admin.token)
  const events: ImageEvents = await followImages(client)
  const uploads: StartedUpload[] = []
  return {
    process,
    client,
    uploads,
    mediaWith: async (status) =>
      (await connection.pool.query<{ id: string }>('SELECT id FROM media WHERE status = $1', [status])).rows.map(
        ({ id }) => id,
      ),
    send: async (path, kind, originalFilename) => {
      const bytes = await readFile(dataPath(path))
      const upload = await client.upload(bytes, { project, fileType: kind, originalFilename })
      uploads.push(upload)
      return upload
    },
    outcomeOf: async ({ imageId }) => {
      await events.until(imageId, finalStates)
      return client.json<Image>(`/api/v1/images/${imageId}`)
    },
    close: async () => {
      events.close()
      await process.stop()
      await connection.close()
    },
  }
}

/** The last test of a file: the server process was never restarted, and its data folder holds nothing unfinished. */
export const testWhatIsLeft = (server: FileServer): void =>
  test('afterwards the same server process is still running, and its folder holds nothing unfinished', async () => {
    expect((await fetch(`${server.process.url}/readyz`)).status).toBe(200)
    // The process that was started: it exits only now, and regularly.
    expect(await server.process.stop()).toBe(0)
    const places = (await filesOf(server.process.home.dataDir)).map((name) => name.split('/'))
    expect(new Set(places.map(([top, part]) => `${top}/${part}`))).toEqual(new Set(['blobs/media']))
    const originals = places.filter((place) => place.at(-1) === 'original').map(([, , mediumId]) => mediumId)
    expect(originals.sort()).toEqual(server.uploads.map(({ mediumId }) => mediumId).sort())
    const pictured = new Set(places.filter(([, , , part]) => part === 'pictures').map(([, , mediumId]) => mediumId))
    expect([...pictured].sort()).toEqual((await server.mediaWith('available')).sort())
  })

const colourTolerance = 6

/**
 * Sends the files of the given rows to the server and compares what becomes of each with its row.
 *
 * @param around - runs the sending and the processing, to measure it
 */
export const testOutcomes = (
  server: FileServer,
  rows: readonly string[][],
  around = (work: () => Promise<void>): Promise<void> => work(),
): void => {
  const rowsWith = (status: string) => rows.filter((row) => row[1] === status)
  const outcomes = new Map<string, Image>()

  const sendAll = async (): Promise<void> => {
    const sent: [path: string, upload: StartedUpload][] = []
    for (const [index, [path = '']] of rows.entries()) {
      const extension = extensionsByContent[index % extensionsByContent.length]
      sent.push([path, await server.send(path, 'TwoDimensions', `${basename(path)}.${extension}`)])
    }
    for (const [path, upload] of sent) outcomes.set(path, await server.outcomeOf(upload))
  }
  beforeAll(() => around(sendAll))

  test.each(rowsWith('processingFailed'))('%s: %s: %s', (path, status, sentence) => {
    expect(outcomes.get(path)).toMatchObject({ status, statusErrors: [sentence] })
  })

  test.each(rowsWith('available'))('%s: %s, %s, %s, %s', async (path, status, size, pixels, colours = '') => {
    const image = outcomes.get(path)
    expect(image).toMatchObject({ status, statusErrors: [] })
    const view = await server.client.json<ImageView>(`/api/v1/images/${image?.id}/view`)
    expect(`${view.width}x${view.height}`).toBe(size)
    expect(`${view.sampleFormat} ${view.samplesPerPixel === 3 ? 'rgb' : 'gray'}`).toBe(pixels)
    const thumbnail = await server.client.request('GET', image?.thumbnailUrl ?? '')
    const quarters = await sharp(thumbnail.body)
      .resize(2, 2, { fit: 'fill', kernel: 'linear' })
      .toColourspace('srgb')
      .raw()
      .toBuffer()
    const expected = colours.split(/[ ,]/).map(Number)
    const distance = Math.max(...expected.map((value, i) => Math.abs(value - (quarters[i] ?? Number.NaN))))
    expect(distance).toBeLessThanOrEqual(colourTolerance)
  })
}
