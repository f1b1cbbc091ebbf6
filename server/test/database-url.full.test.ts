import { readdirSync } from 'node:fs'
import type { Project } from '@lamella/shared/contract'
import pg from 'pg'
import { createFolder } from './cluster.ts'
import { type DatabaseByHand, startDatabaseByHand } from './database-by-hand.ts'
import { createProject, type KeptPicture, logInToDemo, lookAtPicture, uploadPicture } from './demo-journey.ts'
import { type Home, type ServerProcess, startServerProcess } from './server-process.ts'
import { UploadClient } from './upload-client.ts'

/** A new cluster and four starts of a server, on a busy machine. */
jest.setTimeout(180_000)

describe('Servers on the database of DATABASE_URL', () => {
  let database: DatabaseByHand
  let server: ServerProcess
  /** A server on the same data folder, for calls but not for jobs. */
  let second: ServerProcess
  let client: UploadClient
  let project: string
  const pictures: KeptPicture[] = []

  const cleanUp = new AsyncDisposableStack()
  const start = async (home: Home, env: NodeJS.ProcessEnv): Promise<ServerProcess> => {
    const started = await startServerProcess({ home, env: { WORKER_CONCURRENCY: '1', ...env } })
    cleanUp.defer(async () => void (await started.stop()))
    return started
  }
  const addPicture = async () => void pictures.push(await uploadPicture(client, project, pictures.length))
  const expectAllPictures = async () => {
    const seen = await Promise.all(pictures.map((picture) => lookAtPicture(client, picture)))
    expect(seen).toEqual(pictures.map(({ sha256 }) => ({ status: 'available', sha256 })))
  }
  const ask = async (sql: string): Promise<unknown[]> => {
    const connection = new pg.Client({ connectionString: database.url })
    await connection.connect()
    try {
      return (await connection.query(sql)).rows
    } finally {
      await connection.end()
    }
  }

  beforeAll(async () => {
    database = await startDatabaseByHand()
    cleanUp.defer(database.stop)
    const home = { dataDir: createFolder('data'), databaseUrl: database.url }
    // Both start on the empty database and the empty folder.
    const starts = [start(home, { LAMELLA_DEMO: '1' }), start(home, { LAMELLA_ROLE: 'api' })] as const
    await Promise.allSettled(starts)
    ;[server, second] = await Promise.all(starts)
    client = await logInToDemo(server)
    project = await createProject(client, 'Slides')
  })
  afterAll(() => cleanUp.disposeAsync())

  it('create the tables once and start no database of their own', async () => {
    for (const { url } of [server, second]) expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect(await ask('SELECT * FROM client_apps')).toHaveLength(1)
    for (const { home } of [server, second]) {
      expect(readdirSync(home.dataDir).filter((name) => name.startsWith('postgres'))).toEqual([])
    }
  })

  it('process images, and go on after a stop, which leaves the database alone', async () => {
    await addPicture()
    await expectAllPictures()
    expect(await server.stop()).toBe(0)
    expect(await ask('SELECT 1 AS one')).toEqual([{ one: 1 }])
    server = await start(server.home, {})
    client = new UploadClient(server.url, client.token)
    await expectAllPictures()
  })

  it('answer alike: sessions and data of one of them are valid at the other', async () => {
    const other = new UploadClient(second.url, client.token)
    const made = await createProject(other, 'Made elsewhere')
    const listed = await client.json<Project[]>('/api/v2/projects')
    expect(listed.map(({ id }) => id)).toEqual([made, project])
    expect(await other.json<Project[]>('/api/v2/projects')).toEqual(listed)
  })

  it('do each job once, with a worker beside them on the same folder', async () => {
    const worker = await start(server.home, { LAMELLA_ROLE: 'worker' })
    const earlier = pictures.length
    // The server was restarted and has run none yet.
    const tries = () => [...triesOf(server), ...triesOf(worker)]
    while (triesOf(server).length === 0 || triesOf(worker).length === 0) await addPicture()
    await expectAllPictures()
    expect(await worker.stop()).toBe(0)
    // The log lines of a process arrive a moment after its work.
    while (tries().length < pictures.length - earlier) await client.request('GET', '/healthz')
    expect(tries()).toHaveLength(pictures.length - earlier)
    expect(new Set(tries()).size).toBe(tries().length)
    expect(triesOf(second)).toEqual([])
  })
})

/** Job ids of all image processings that this process has finished or failed. */
const triesOf = ({ log }: ServerProcess): string[] =>
  log.flatMap((entry) => {
    const isTry =
      entry && typeof entry === 'object' && 'jobId' in entry && 'job' in entry && entry.job === 'process-image'
    return isTry ? [String(entry.jobId)] : []
  })
