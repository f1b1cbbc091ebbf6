import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createProject, type KeptPicture, logInToDemo, lookAtPicture, uploadPicture } from './demo-journey.ts'
import { createOrdinaryHome } from './ordinary-user.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import type { UploadClient } from './upload-client.ts'

/** Three starts of a server, one with a new cluster, on a busy machine. */
jest.setTimeout(180_000)

describe('A server that an ordinary user runs, with its embedded database', () => {
  let server: ServerProcess
  let client: UploadClient
  const pictures: KeptPicture[] = []

  const start = async (home = server.home) => {
    server = await startServerProcess({ home, env: { HOME: home.dataDir, LAMELLA_DEMO: '1' } })
    client = await logInToDemo(server)
  }
  const addPicture = async () => {
    const project = await createProject(client, `Project ${pictures.length}`)
    pictures.push(await uploadPicture(client, project, pictures.length))
  }
  const expectAllPictures = async () => {
    const seen = await Promise.all(pictures.map((picture) => lookAtPicture(client, picture)))
    expect(seen).toEqual(pictures.map(({ sha256 }) => ({ status: 'available', sha256 })))
  }
  const inHome = (...path: string[]) => join(server.home.dataDir, ...path)

  beforeAll(async () => start(await createOrdinaryHome()))
  afterAll(async () => {
    await server.stop()
  })

  it('is ready, and stores and processes an image; the database and its files belong to that user', async () => {
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    await addPicture()
    await expectAllPictures()
    const own = ['.lock', 'demo.json', 'operator.token', 'postgres', 'postgres/postmaster.pid', 'postgres/PG_VERSION']
    const media = pictures.map(({ mediumId }) => `blobs/media/${mediumId}`)
    const ofMedia = media.flatMap((folder) => [`${folder}/original`, `${folder}/pictures/thumbnail.jpg`])
    const owners = [...own, ...ofMedia].map((path) => [path, statSync(inHome(path)).uid])
    const user = server.home.user?.uid ?? process.getuid?.()
    expect(user).not.toBe(0)
    expect(owners).toEqual(owners.map(([path]) => [path, user]))
    expect(existsSync(inHome('postgres-folder'))).toBe(false)
    // The log names the isolation of this machine once, in words.
    const told = server.log.filter((line) => JSON.stringify(line).includes('uploaded files are opened'))
    expect(told).toHaveLength(1)
  })

  it('after kill -9 takes over the database that went on, and everything that was stored', async () => {
    await server.kill9()
    await start()
    expect(JSON.stringify(server.log)).toContain('taken over')
    await addPicture()
    await expectAllPictures()
  })

  it('on SIGTERM ends itself and the database, and starts again from there', async () => {
    expect(await server.stop()).toBe(0)
    expect(existsSync(inHome('postgres', 'postmaster.pid'))).toBe(false)
    await start()
    expect(JSON.stringify(server.log)).not.toContain('taken over')
    await expectAllPictures()
  })
})
