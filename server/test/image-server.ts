import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { madeBy, startTestApp, type TestApp, type TestAppOptions } from './helper.ts'
import { createLab, type Lab, type LabLimits } from './lab.ts'
import { UploadClient } from './upload-client.ts'

export interface ImageServer extends TestApp {
  lab: Lab
  /** Access token of the lab's admin. */
  project: string
  /** Client of the lab's admin. */
  client: UploadClient
  clientOf(person: { token: string }): UploadClient
  /** Files of uploads and images in the data folder, relative to it. */
  storedFiles(): Promise<string[]>
}

/** A listening server with one lab. */
export const startImageServer = async (options: TestAppOptions & LabLimits = {}): Promise<ImageServer> => {
  const server = await startTestApp(options)
  const lab = await createLab(server.context.db, options)
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const clientOf = ({ token }: { token: string }) => new UploadClient(address, token)
  return {
    ...server,
    lab,
    project: await lab.addProject(lab.admin),
    client: clientOf(lab.admin),
    clientOf,
    storedFiles: () => filesOf(server.context.config.dataDir),
  }
}

/** As `setUpServer`: started before the first test of a file or `describe` and closed after the last. */
export const setUpImageServer = (options?: TestAppOptions & LabLimits): ImageServer => {
  const server = madeBy(beforeAll, () => startImageServer(options))
  afterAll(() => server.close())
  return server
}

export const filesOf = async (dataDir: string): Promise<string[]> => {
  const folders = ['uploads', 'tmp', 'blobs/media', 'blobs/.partial']
  const found = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => [])
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(dataDir.length + 1))
    }),
  )
  return found.flat().sort()
}
