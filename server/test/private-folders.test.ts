import { chmodSync, mkdirSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hDabField, toTiff } from '@lamella/shared/testing/pictures/index.ts'
import { createProcessImage } from '../src/domains/images/jobs/process-image.ts'
import { makeFoldersPrivate } from '../src/platform/storage/private-folders.ts'
import { createFolder } from './cluster.ts'
import { setUpImageServer } from './image-server.ts'

/** Path → rights of other users, who are neither owner nor in the group, on each file and folder. */
const openToOthers = async (folder: string): Promise<Record<string, string>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = [folder, ...entries.map((entry) => join(entry.parentPath, entry.name))]
  const modes = await Promise.all(paths.map(async (path) => [path, (await stat(path)).mode & 0o7] as const))
  return Object.fromEntries(modes.filter(([, mode]) => mode !== 0).map(([path, mode]) => [path, mode.toString(8)]))
}

describe('Files of users', () => {
  const server = setUpImageServer()

  it('are closed to other users of the machine, from the first byte to the pictures', async () => {
    const { dataDir } = server.context.config
    const bytes = toTiff(hDabField({ seed: 2, width: 600, height: 400 }), 0.5)
    const unfinished = await server.client.start({ project: server.project, size: bytes.length })
    await server.client.part(unfinished, bytes, 0, 1000)
    const { mediumId } = await server.client.upload(bytes, { project: server.project, originalFilename: 'a.tif' })
    await createProcessImage(server.context)({ mediumId }, { signal: new AbortController().signal, isLastTry: true })
    expect((await server.storedFiles()).length).toBeGreaterThan(3)
    for (const name of ['uploads', 'tmp', 'blobs']) expect(await openToOthers(join(dataDir, name))).toEqual({})
  })

  it('that an earlier version left open are closed at the next start', async () => {
    const dataDir = createFolder('data')
    for (const name of ['uploads', 'tmp', 'blobs']) {
      mkdirSync(join(dataDir, name))
      chmodSync(join(dataDir, name), 0o755)
    }
    await makeFoldersPrivate(dataDir)
    for (const name of ['uploads', 'tmp', 'blobs']) {
      expect([name, (await stat(join(dataDir, name))).mode & 0o067]).toEqual([name, 0])
    }
  })
})
