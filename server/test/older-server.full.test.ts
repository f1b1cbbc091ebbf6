import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { Project, StorageStatistics } from '@lamella/shared/contract'
import { eq, sql } from 'drizzle-orm'
import { keepTotals } from '../src/domains/totals/keep-totals.ts'
import { httpReleases } from '../src/main/cli/release-http.ts'
import { connect } from '../src/platform/db/database.ts'
import { media, projectTotals } from '../src/platform/db/schema/index.ts'
import { createDatabase, createFolder } from './cluster.ts'
import { createProject, logInToDemo, lookAtPicture, uploadPicture } from './demo-journey.ts'
import { madeBy } from './helper.ts'
import { readMigrations } from './old-release-rules.ts'
import { filesOf, hashesOf } from './release-files.ts'
import { type Home, type ServerProcess, spawnLamella, startServerProcess } from './server-process.ts'
import { unpackServer } from './stored/stored-server.ts'

type ProjectStorage = StorageStatistics & { projectId: string }

/** Two servers, one of which migrates, on a busy machine. */
jest.setTimeout(180_000)

const token = 'a-token-of-the-operator-that-is-long-enough'
const env = { LAMELLA_DEMO: '1', LAMELLA_OPERATOR_TOKEN: token }

interface Pair {
  older: ServerProcess
  newer: ServerProcess
  /** Migrations of the older one alone. */
  known: number
  /** And after the newer one has started. */
  migrated: number
  databaseUrl: string
}

/** The server of the release before, and then today's beside it, which migrates their database and answers requests only. */
const startPair = async (): Promise<Pair> => {
  const database = await createDatabase({ isEmpty: true })
  const home: Home = { dataDir: createFolder('data'), databaseUrl: database.url }
  const older = await startServerProcess({ home: { ...home, command: unpackServer() }, env })
  const connection = connect(database.url)
  const count = async (): Promise<number> =>
    (await connection.pool.query('SELECT 1 FROM drizzle.__drizzle_migrations')).rowCount ?? 0
  const known = await count()
  const newer = await startServerProcess({ home, env: { ...env, LAMELLA_ROLE: 'api' } })
  const migrated = await count()
  await connection.close()
  return { older, newer, known, migrated, databaseUrl: database.url }
}

describe('A server of the release before, after this release has migrated its database', () => {
  const pair = madeBy(beforeAll, startPair)
  afterAll(() => Promise.all([pair.older?.stop(), pair.newer?.stop()]))

  it('has fewer migrations than the database by now', () => {
    expect(pair.migrated).toBe(readMigrations().length)
    expect(pair.known).toBeLessThan(pair.migrated)
  })

  it('goes on: log-in, lists, a project, an upload, and the job that makes a picture of it', async () => {
    const client = await logInToDemo(pair.older)
    const before = (await client.json<Project[]>('/api/v2/projects')).length
    const project = await createProject(client, 'At the older server')
    expect(await client.json<Project[]>('/api/v2/projects')).toHaveLength(before + 1)
    const picture = await uploadPicture(client, project, 1)
    // The newer one does no jobs.
    expect(await lookAtPicture(client, picture)).toEqual({ status: 'available', sha256: picture.sha256 })
    const beside = await logInToDemo(pair.newer)
    expect(await lookAtPicture(beside, picture)).toEqual({ status: 'available', sha256: picture.sha256 })
  })

  it('and the newer one share what either writes', async () => {
    const beside = await logInToDemo(pair.newer)
    const project = await createProject(beside, 'At the newer server')
    const picture = await uploadPicture(beside, project, 2)
    const client = await logInToDemo(pair.older)
    expect(await lookAtPicture(client, picture)).toEqual({ status: 'available', sha256: picture.sha256 })
  })

  it('is in the totals that the newer one keeps: triggers note what it writes', async () => {
    const beside = await logInToDemo(pair.newer)
    const client = await logInToDemo(pair.older)
    const project = await createProject(client, 'Kept')
    const connection = connect(pair.databaseUrl)
    await keepTotals(connection.db)
    const rows = () => connection.db.$count(projectTotals, eq(projectTotals.projectId, project))
    expect(await rows()).toBe(1)
    const picture = await uploadPicture(client, project, 3)
    await lookAtPicture(client, picture)
    const { statistics } = await beside.json<Project>(`/api/v1/projects/${project}`)
    expect(statistics.imageCount).toBe(1)
    const stored = await beside.json<ProjectStorage[]>('/api/v1/statistics/storage/projects')
    const counted = await connection.db
      .select({ size: sql`sum(size + picture_bytes)`.mapWith(Number) })
      .from(media)
      .where(eq(media.id, picture.mediumId))
    expect(stored.find(({ projectId }) => projectId === project)?.total).toMatchObject(counted[0] ?? {})
    // It was kept and does not hold any more.
    expect(await rows()).toBe(1)
    await connection.close()
  })

  it('has a command line that overwrites nothing at the newer one, and is told how to go on', async () => {
    const { newer, older } = pair
    const api = httpReleases(newer.url, token)
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
      const files = filesOf('quality-control', version)
      for (const [path, content] of Object.entries(files)) {
        await api.storeFile('quality-control', version, path, content)
      }
      await api.complete('quality-control', version, hashesOf(files))
    }
    await api.activate({ app: 'quality-control', version: '1.0.0', traffic: 100 }, { expected: '"0"' })
    const lamella = async (...args: string[]) => {
      const place = { PORT: new URL(newer.url).port, PUBLIC_URL: newer.url, LAMELLA_OPERATOR_TOKEN: token }
      const child = spawnLamella(['release', ...args], older.home, place)
      if (!child.stdout || !child.stderr) throw new Error('The program cannot be started')
      const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
      return { code: child.exitCode, out, err }
    }
    const active = async () => (await api.list()).filter(({ traffic }) => traffic > 0).map(({ version }) => version)
    const refused = await lamella('activate', 'quality-control', '1.1.0')
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringMatching(/--expect and the active version\..*ERR_6009/),
    })
    expect(await active()).toEqual(['1.0.0'])
    expect(await lamella('activate', 'quality-control', '1.1.0', '--expect', '1.0.0')).toMatchObject({ code: 0 })
    expect(await active()).toEqual(['1.1.0'])
    expect(await lamella('activate', 'quality-control', '1.2.0', '--expect', '1.0.0')).toMatchObject({ code: 1 })
    expect(await active()).toEqual(['1.1.0'])
  })
})
