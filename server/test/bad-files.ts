import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { allowedExtensions, type FileType, type Image } from '@lamella/shared/contract'
import { type Connection, connect } from '../src/platform/db/database.ts'
import { finalStates, followImages, type ImageEvents } from './image-events.ts'
import { filesOf } from './image-server.ts'
import { dataPath } from './imaging-data.ts'
import { createLab } from './lab.ts'
import { createHome, type ServerProcess, startServerProcess } from './server-process.ts'
import { type StartedUpload, UploadClient } from './upload-client.ts'

/**
 * Expected outcome per damaged, hostile or unusual file: a sentence, or a picture that was compared by eye with the description in the
 * file name. Columns: path, `available`, size, pixels, mean colour of the four quarters of its thumbnail;
 * or path, `processingFailed`, sentence.
 */
export const table = readFileSync(join(import.meta.dirname, 'bad-input.table.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'))
  // Files may be missing from the collection; new files need a row.
  .filter(([path = '']) => existsSync(dataPath(path)))
/** Formats that are recognised by extension, only to explain why they cannot be read. */
export const proprietary: Record<string, string> = {
  vmic: 'VMIC is a proprietary format that cannot be read here; export the image as TIFF or SVS and upload it again.',
  ctl: 'CTL is a proprietary format that cannot be read here; export the image as TIFF or OME-TIFF and upload it again.',
}
export const extensionsByContent = allowedExtensions.TwoDimensions.filter((extension) => !(extension in proprietary))

/** A real server process for uploads, with two decoders at once. */
export interface FileServer {
  process: ServerProcess
  client: UploadClient
  send(path: string, kind: FileType, originalFilename: string): Promise<StartedUpload>
  /** Uploads a file and waits until it is processed. */
  outcomeOf(upload: StartedUpload): Promise<Image>
  /** All uploaded files. */
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

/** Adds the last test of a file: the process is still the first one, and its folder contains nothing unfinished. */
export const testWhatIsLeft = (server: FileServer): void =>
  test('after all of them the same process goes on, and nothing unfinished lies in its folder', async () => {
    expect((await fetch(`${server.process.url}/readyz`)).status).toBe(200)
    // The started process is still running and ends orderly now.
    expect(await server.process.stop()).toBe(0)
    const places = (await filesOf(server.process.home.dataDir)).map((name) => name.split('/'))
    expect(new Set(places.map(([top, part]) => `${top}/${part}`))).toEqual(new Set(['blobs/media']))
    const originals = places.filter((place) => place.at(-1) === 'original').map(([, , mediumId]) => mediumId)
    expect(originals.sort()).toEqual(server.uploads.map(({ mediumId }) => mediumId).sort())
    const pictured = new Set(places.filter(([, , , part]) => part === 'pictures').map(([, , mediumId]) => mediumId))
    expect([...pictured].sort()).toEqual((await server.mediaWith('available')).sort())
  })
