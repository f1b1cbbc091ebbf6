import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { createOrganisation } from '../src/domains/organisations/create-organisation.ts'
import { freePlans } from '../src/domains/quotas/plans.ts'
import { insertUser } from '../src/domains/users/repository.ts'
import { readConfig } from '../src/platform/config.ts'
import { type Connection, connect } from '../src/platform/db/database.ts'
import { hasCode } from '../src/platform/error-code.ts'
import { listOutbox } from '../src/platform/mail/outbox.ts'
import type { JobName } from '../src/platform/queue/job-types.ts'
import { type JobStore, openJobStore } from '../src/platform/queue/queue.ts'
import { openFileBlobs } from '../src/platform/storage/file-blobs.ts'
import { createFolder } from './cluster.ts'
import { fillOrganisation } from './full-organisation.ts'
import { seededRandom } from './seed.ts'
import { createHome, type Home, projectNode, type ServerProcess, startServerProcess } from './server-process.ts'
import { until } from './until.ts'

const kills = 10
const projectCount = 30
/** After so many kills a job waits before its next try, and the run of the next hour comes first. */
const killsBeforeTheNextRun = 3

/** All files below a folder, also while others remove them. */
const filesUnder = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  })
  const found = entries.map((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesUnder(path) : [path]
  })
  return (await Promise.all(found)).flat()
}

/** Ten starts of a server on a busy machine. */
jest.setTimeout(300_000)

describe('kill -9 in the middle of the deletion of an organisation', () => {
  let home: Home
  let server: ServerProcess
  let connection: Connection
  let jobs: JobStore

  const created = new Date()
  const clock = join(createFolder('clock'), 'present')
  const momentOf = (daysLater: number) => new Date(created.getTime() + daysLater * 24 * 3600 * 1000)
  const setClock = (daysLater: number) => writeFileSync(clock, momentOf(daysLater).toISOString())

  const rows = async <T extends object>(sql: string, ...values: string[]): Promise<T[]> =>
    (await connection.pool.query<T>(sql, values)).rows
  const run = (name: JobName) => jobs.queue.enqueue(name, {})
  const untilNoJobs = async () => {
    const open = "SELECT 1 FROM jobs.job WHERE data->>'name' IS NOT NULL AND state IN ('created', 'retry', 'active')"
    await until(async () => (await rows(open)).length === 0)
    expect(await rows("SELECT data->>'name', output FROM jobs.job WHERE state = 'failed'")).toEqual([])
  }

  const account = () => ({
    email: `${randomUUID()}@lab.example`,
    firstName: 'Ada',
    lastName: 'Example',
    passwordHash: 'nobody can log in with this',
    agreementTerms: true,
    agreementPrivacy: true,
  })
  /** Creates an organisation on free plans, with two admins and every kind of object in each project. */
  const addOrganisation = async (name: string, projects: number, now: Date) => {
    const { db } = connection
    const [admin, second] = [account(), account()]
    const { organisationId, adminId } = await createOrganisation(db, { name, admin, plans: freePlans }, { now })
    await insertUser(db, { ...second, organisationId, isAdmin: true })
    const ownerId = await insertUser(db, { ...account(), organisationId })
    if (!ownerId) throw new Error('A fresh address is taken')
    const blobs = await openFileBlobs(join(home.dataDir, 'blobs'), false)
    const names = Array.from({ length: projects }, (_, index) => `Project ${index}`)
    await fillOrganisation({ db, blobs }, { organisationId, ownerId, adminId }, names)
    return { id: organisationId, admins: [admin.email, second.email] }
  }

  /** Creates the files of uploads under way. */
  const addUploadFiles = async (organisationId: string) => {
    const folder = join(home.dataDir, 'uploads')
    await mkdir(folder, { recursive: true })
    const all = 'SELECT u.id FROM uploads u JOIN media m ON m.id = u.medium_id WHERE m.organisation_id = $1'
    for (const { id } of await rows<{ id: string }>(all, organisationId)) await writeFile(join(folder, id), 'x')
  }

  const files = async (): Promise<string[]> => {
    const found = ['uploads', 'tmp', 'blobs'].map((folder) => filesUnder(join(home.dataDir, folder)))
    return (await Promise.all(found)).flat().sort()
  }
  /** What the clean-up records of the organisations that stay is no matter of this test, nor are totals, which are counted again at any time. */
  const none = 'WHERE $1::uuid IS NULL'
  const conditions: Record<string, string> = {
    audit_log: 'WHERE organisation_id IS DISTINCT FROM $1',
    usage_days: 'WHERE organisation_id = $1',
    owner_totals: none,
    project_totals: none,
    total_changes: none,
  }
  /** All rows of all tables, except for the audit log of an organisation, and what is recorded day by day of the others. */
  const allRows = async (withoutLogOf: string = randomUUID()): Promise<string[]> => {
    const tables = await rows<{ name: string }>("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'")
    const found = tables.map(async ({ name }) => {
      const condition = conditions[name] ?? 'WHERE $1::uuid IS NOT NULL'
      const lines = await rows<{ line: string }>(
        `SELECT row_to_json(whole_row)::text AS line FROM ${name} whole_row ${condition}`,
        withoutLogOf,
      )
      return lines.map(({ line }) => `${name} ${line}`)
    })
    return (await Promise.all(found)).flat().sort()
  }
  /** Number of rows of the organisation, its projects and media. */
  const countRows = async (organisationId: string): Promise<number> => {
    const tables = [['organisations', 'id'], ...['projects', 'media'].map((table) => [table, 'organisation_id'])]
    const counts = tables.map(([table, column]) => `(SELECT count(*) FROM ${table} WHERE ${column} = $1)`)
    const [found] = await rows<{ count: number }>(`SELECT (${counts.join(' + ')})::int AS count`, organisationId)
    return found?.count ?? 0
  }
  const mails = async () =>
    (await listOutbox(readConfig({ LAMELLA_DATA: home.dataDir }))).map(({ to, subject }) => `${to}: ${subject}`).sort()

  /** Organisations whose job has begun. */
  const mailsUnderWay = async (): Promise<string[]> => {
    const mail = "data->'payload'->>'to' || ': ' || (data->'payload'->>'subject')"
    const active = `SELECT ${mail} AS mail FROM jobs.job WHERE data->>'name' = 'send-mail' AND state = 'active'`
    return (await rows<{ mail: string }>(active)).map(({ mail }) => mail)
  }

  beforeAll(async () => {
    const program = join(import.meta.dirname, 'fixtures', 'clocked-server.ts')
    home = { ...(await createHome()), command: [projectNode, program, clock] }
    connection = connect(home.databaseUrl ?? '')
    jobs = await openJobStore(connection, pino({ level: 'silent' }), { works: false })
    setClock(0)
    server = await startServerProcess({ home })
  })
  afterAll(async () => {
    await server.stop()
    await jobs.stop()
    await connection.close()
  })

  it('D1-9-23 at ten points: all of it goes and nothing of others, it is logged once, and no mail is lost', async () => {
    await addOrganisation('Other', 3, momentOf(60))
    const before = { rows: await allRows(), files: await files() }
    const { id, admins } = await addOrganisation('Doomed', projectCount, created)
    await addUploadFiles(id)

    // After downtime the end and the deletion are announced at the same time, the latter a day ahead.
    setClock(70)
    await run('follow-trials')
    await untilNoJobs()
    const deletion = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(momentOf(71))
    const told = admins.flatMap((email) => [
      `${email}: Your Lamella trial has ended`,
      `${email}: Your Lamella data will be deleted on ${deletion}`,
    ])
    expect(await mails()).toEqual(told.sort())

    setClock(71)
    const random = seededRandom('kill-9-deletion')
    const points: number[] = []
    const interrupted: string[] = []
    for (let kill = 0; kill < kills; kill += 1) {
      if (kill === 0 || kill >= killsBeforeTheNextRun) await run('follow-trials')
      const left = await countRows(id)
      // The last kill is when the organisation was just deleted and its mails are being sent.
      const isLast = kill === kills - 1
      const point = isLast ? 0 : left - random.integer(Math.ceil((2 * left) / (kills - kill + 1)) + 1)
      await until(async () => (await countRows(id)) <= point, 1)
      await server.kill9()
      points.push(await countRows(id))
      interrupted.push(...(await mailsUnderWay()))
      server = await startServerProcess({ home })
    }
    await untilNoJobs()
    setClock(72.1)
    await run('clean-up')
    await untilNoJobs()

    // Otherwise the test would show little.
    expect(points.filter((point) => point > 0).length).toBeGreaterThan(kills / 2)
    expect({ points, rows: await allRows(id), files: await files() }).toEqual({ points, ...before })
    const log = await rows<{ action: string; count: number }>(
      "SELECT action, count(*)::int FROM audit_log WHERE organisation_id = $1 AND action ~ 'deleted$' GROUP BY 1 ORDER BY 1",
      id,
    )
    expect(log).toEqual([
      { action: 'organisation.deleted', count: 1 },
      { action: 'project.deleted', count: projectCount },
    ])
    // A mail whose sender was killed may be sent twice; the others are sent once.
    const farewells = admins.map((email) => `${email}: Your Lamella data was deleted`)
    const sent = await mails()
    expect([...new Set(sent)]).toEqual([...told, ...farewells].sort())
    const repeated = sent.filter((mail, index) => sent[index - 1] === mail)
    expect(interrupted).toEqual(expect.arrayContaining(repeated))
    expect(repeated.length).toBeLessThanOrEqual(interrupted.length)
  })
})
