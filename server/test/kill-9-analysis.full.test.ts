import { EventEmitter, once } from 'node:events'
import { type FSWatcher, watch } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Image, Job, JobResult, ResultObject } from '@lamella/shared/contract'
import { hDabField, toTiff } from '@lamella/shared/testing/pictures/index.ts'
import { pino } from 'pino'
import { type Connection, connect } from '../src/platform/db/database.ts'
import { createListener, type Listener } from '../src/platform/db/listener.ts'
import { createLab, type Lab } from './lab.ts'
import { seededRandom } from './seed.ts'
import { createHome, type Home, type ServerProcess, startServerProcess } from './server-process.ts'
import { UploadClient } from './upload-client.ts'

const kills = 10
/** Levels, tissue, and the five tiles of the field. */
const workUnits = 7
/** Milliseconds: limit of one wait, and interval of polling where no change is notified. */
const patience = 120_000
const unseen = 2_000

/** Ten starts of a server, on a machine that may be busy. */
jest.setTimeout(600_000)

describe('kill -9 in the middle of an analysis', () => {
  let home: Home
  let server: ServerProcess
  let connection: Connection
  let lab: Lab
  let project: string
  let image: string

  /** Emits `change` after a commit of a server, and when a checkpoint was written or removed. */
  const changes = new EventEmitter()
  let events: Listener
  let files: FSWatcher
  const changed = () => changes.emit('change')
  /**
   * Polls after each change, and every two seconds, until `look` returns a value: the watcher misses files in folders that were just created.
   *
   * @throws Error after two minutes
   */
  const until = async <T>(what: string, look: () => Promise<T | null>): Promise<T> => {
    for (const end = Date.now() + patience; ; ) {
      const change = once(changes, 'change', { signal: AbortSignal.timeout(unseen) }).catch(() => undefined)
      const answer = await look()
      if (answer !== null) return answer
      if (Date.now() > end) throw new Error(`After ${patience} ms there is still no ${what}`)
      await change
    }
  }

  const client = () => new UploadClient(server.url, lab.admin.token)
  const settled = <T extends { status: string }>(path: string, ends: string[]): Promise<T> =>
    until(`${ends} at ${path}`, async () => {
      const state = await client().json<T>(path)
      return ends.includes(state.status) ? state : null
    })
  const submit = async (): Promise<string> => {
    const data = {
      type: 'Job',
      appName: 'dab-scoring',
      appVersion: '2.3.0',
      appMetadata: { appData: {} },
      project,
      images: [image],
    }
    const answer = await client().request('POST', '/api/v1/jobs', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data }),
    })
    if (answer.status !== 201) throw new Error(`${answer.status} ${answer.body}`)
    return JSON.parse(answer.body.toString()).data.id
  }
  const outcome = async (jobId: string) => {
    const { status, statusErrors } = await settled<Job>(`/api/v1/jobs/${jobId}`, ['successful', 'failed', 'cancelled'])
    if (status !== 'successful') return { status, statusErrors }
    const result = await client().json<JobResult>(`/api/v1/jobs/${jobId}/result`)
    const objects = await client().json<ResultObject[]>(`/api/v1/jobResults/${result.id}/objects`)
    const { figures, classes, columns, objectCount } = result
    // Its own id is all that tells it from another job.
    const { job, ...provenance } = result.provenance
    expect(job).toBe(jobId)
    return { status, statusErrors, figures, classes, columns, objectCount, provenance, objects }
  }
  const checkpointsOf = async (jobId: string): Promise<number> =>
    (await readdir(join(home.dataDir, 'blobs/checkpoints', jobId)).catch(() => [])).length
  const untilCheckpoints = (jobId: string, enough: (count: number) => boolean): Promise<true> =>
    until(`checkpoints ${enough}`, async () => enough(await checkpointsOf(jobId)) || null)
  const one = async (sql: string, ...values: string[]): Promise<unknown> =>
    Object.values((await connection.pool.query(sql, values)).rows[0] ?? {})[0]
  const statusOf = (jobId: string) => one('SELECT status FROM analysis_jobs WHERE id = $1', jobId)

  beforeAll(async () => {
    home = await createHome()
    connection = connect(home.databaseUrl ?? '')
    events = await createListener(home.databaseUrl ?? '', pino({ level: 'silent' }))
    events.listen('lamella_events', changed)
    const checkpoints = join(home.dataDir, 'blobs/checkpoints')
    await mkdir(checkpoints, { recursive: true })
    files = watch(checkpoints, { recursive: true }, changed)
    lab = await createLab(connection.db)
    project = await lab.addProject(lab.admin)
    server = await startServerProcess({ home })
    const field = toTiff(hDabField({ seed: 9, width: 8300, height: 90, nuclei: 190 }), 0.5)
    const upload = await client().upload(field, { project, originalFilename: 'field.tif' })
    const { status } = await settled<Image>(`/api/v1/images/${upload.imageId}`, ['available', 'processingFailed'])
    expect(status).toBe('available')
    image = upload.imageId
  })
  afterAll(async () => {
    await server.stop()
    files.close()
    await events.close()
    await connection.close()
  })

  it('each job is resumed automatically, with exactly one result, the same as without the kill', async () => {
    const expected = await outcome(await submit())
    expect(expected).toMatchObject({ status: 'successful', objectCount: expect.any(Number) })

    const random = seededRandom('kill-9-analysis')
    const jobs: string[] = []
    const points: number[] = []
    for (let killed = 0; killed < kills; ) {
      // The last work units of a job may pass unnoticed: such a job does not count, but there may not be many.
      expect(jobs.length).toBeLessThan(2 * kills)
      const jobId = await submit()
      jobs.push(jobId)
      const point = random.integer(workUnits)
      points.push(point)
      const isOver = async () => (await statusOf(jobId)) === 'successful'
      await until(`checkpoint ${point} of ${jobId}`, async () => {
        const begun = (await statusOf(jobId)) !== 'pending'
        return (begun && (await checkpointsOf(jobId)) >= point) || (await isOver()) || null
      })
      // A random moment within the next work unit.
      for (let look = random.integer(100); look > 0; look--) await checkpointsOf(jobId)
      await server.kill9()
      const wasOver = await isOver()
      if (!wasOver) {
        killed++
        expect(await statusOf(jobId)).toBe('running')
      }
      expect(await one('SELECT count(*)::int FROM job_results WHERE job_id = $1', jobId)).toBe(wasOver ? 1 : 0)
      server = await startServerProcess({ home })
      expect({ points, outcome: await outcome(jobId) }).toEqual({ points, outcome: expected })
    }

    for (const jobId of jobs) {
      expect(await one('SELECT count(*)::int FROM job_results WHERE job_id = $1', jobId)).toBe(1)
    }
    for (const jobId of jobs) await untilCheckpoints(jobId, (count) => count === 0)
    expect(await readdir(join(home.dataDir, 'tmp')).catch(() => [])).toEqual([])
  })
})
