import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createListener } from '../src/platform/db/listener.ts'
import { collectHandlers } from '../src/platform/queue/handlers.ts'
import { jobPolicies } from '../src/platform/queue/job-policies.ts'
import { type JobHandlers, UnknownWork } from '../src/platform/queue/job-types.ts'
import { openJobStore } from '../src/platform/queue/queue.ts'
import { startWorkers } from '../src/platform/queue/worker.ts'
import { silent as log, noHandlers, setUpQueue, unexpected } from './job-queue.ts'
import { projectNode } from './server-process.ts'
import { until } from './until.ts'

describe('Job queue', () => {
  const queue = setUpQueue()
  const states = async (): Promise<string[]> => {
    const { rows } = await queue.connection.pool.query(
      `SELECT state FROM jobs.job WHERE name <> '__pgboss__send-it' ORDER BY 1`,
    )
    return rows.map(({ state }) => state)
  }
  const enqueueImage = (mediumId: string, options = {}) =>
    queue.store.queue.enqueue('process-image', { organisationId: 'o', mediumId }, options)

  it('runs a job once, with its payload, and keeps nothing of it', async () => {
    const done = Promise.withResolvers<string>()
    await enqueueImage('a')
    queue.work({ 'process-image': async ({ mediumId }) => done.resolve(mediumId) })
    expect(await done.promise).toBe('a')
    await queue.stopWorkers()
    expect(await states()).toEqual([])
  })

  it('starts a job when its transaction commits, at once', async () => {
    const order: string[] = []
    const done = Promise.withResolvers<void>()
    queue.work({
      'process-image': async () => {
        order.push('job')
        done.resolve()
      },
    })
    await queue.connection.db.transaction(async (tx) => {
      await enqueueImage('a', { tx })
      order.push('commit')
    })
    await done.promise
    expect(order).toEqual(['commit', 'job'])
  })

  it('does not have a job whose transaction was rolled back', async () => {
    const rolledBack = queue.connection.db.transaction(async (tx) => {
      await enqueueImage('a', { tx })
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    expect(await states()).toEqual([])
  })

  it('keeps one waiting job per key, and any number without key', async () => {
    await Promise.all([enqueueImage('a', { singletonKey: 'a' }), enqueueImage('a', { singletonKey: 'a' })])
    await Promise.all([enqueueImage('b'), enqueueImage('b'), enqueueImage('c', { singletonKey: 'c' })])
    expect(await states()).toEqual(['created', 'created', 'created', 'created'])
  })

  it('tries again after a failure, and marks the last try', async () => {
    const tries: boolean[] = []
    const done = Promise.withResolvers<void>()
    await enqueueImage('a')
    // Ends each delay between tries at once.
    await queue.connection.pool.query(`UPDATE jobs.job SET retry_delay = 0, retry_backoff = false`)
    queue.work({
      'process-image': async (_, { isLastTry }) => {
        tries.push(isLastTry)
        if (isLastTry) done.resolve()
        throw new Error('broken')
      },
    })
    await done.promise
    expect(await until(async () => (await states()).includes('failed'))).toBe(true)
    expect(tries).toEqual([false, false, true])
    expect(await states()).toEqual(['failed'])
  })

  it('runs as many heavy jobs at once as configured, and light ones beside them', async () => {
    const heavy = Promise.withResolvers<void>()
    const two = Promise.withResolvers<void>()
    const mail = Promise.withResolvers<void>()
    const third = Promise.withResolvers<void>()
    const running = new Set<string>()
    let most = 0
    await Promise.all(['a', 'b', 'c'].map((id) => enqueueImage(id)))
    await queue.store.queue.enqueue('send-mail', { to: '', subject: '', text: '', html: '' })
    let started = 0
    const processImage: JobHandlers['process-image'] = async ({ mediumId }) => {
      running.add(mediumId)
      started += 1
      most = Math.max(most, running.size)
      if (running.size === 2) two.resolve()
      if (started === 3) third.resolve()
      await heavy.promise
      running.delete(mediumId)
    }
    queue.work({ 'process-image': processImage, 'send-mail': async () => mail.resolve() }, 2)
    await Promise.all([two.promise, mail.promise])
    heavy.resolve()
    await third.promise
    expect(most).toBe(2)
  })

  it('takes jobs of a lower priority after those that came later', async () => {
    const order: string[] = []
    const { enqueue } = queue.store.queue
    const done = Promise.withResolvers<void>()
    await enqueue('draw-sample', { organisationId: 'o', mediumId: 'drawn', pictureId: 'tem-1' })
    await enqueueImage('uploaded')
    queue.work({
      'draw-sample': async ({ mediumId }) => {
        order.push(mediumId)
        done.resolve()
      },
      'process-image': async ({ mediumId }) => void order.push(mediumId),
    })
    await done.promise
    expect(order).toEqual(['uploaded', 'drawn'])
  })

  it('aborts its jobs when it stops and returns them, uncounted', async () => {
    const started = Promise.withResolvers<void>()
    await enqueueImage('a')
    queue.work({
      'process-image': async (_, { signal }) => {
        started.resolve()
        await once(signal, 'abort')
        signal.throwIfAborted()
      },
    })
    await started.promise
    await queue.stopWorkers()
    const { rows } = await queue.connection.pool.query(
      'SELECT state, retry_count, start_after <= now() AS due FROM jobs.job WHERE state <> $1',
      ['completed'],
    )
    expect(rows).toEqual([{ state: 'retry', retry_count: 0, due: true }])
  })

  it('takes over the job of a worker that was killed, within seconds', async () => {
    await enqueueImage('a')
    const worker = spawn(projectNode, [join(import.meta.dirname, 'fixtures', 'stuck-worker.ts')], {
      env: { PATH: process.env.PATH, DATABASE_URL: queue.databaseUrl },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let words = ''
    const isTaken = Promise.withResolvers<void>()
    worker.stderr.on('data', (chunk) => {
      words += chunk
      if (words.includes('taken')) isTaken.resolve()
    })
    worker.once('exit', () => isTaken.reject(new Error(words)))
    await isTaken.promise

    const taken = Promise.withResolvers<boolean>()
    queue.work({ 'process-image': async (_, { isLastTry }) => taken.resolve(isLastTry) })
    worker.kill('SIGKILL')
    expect(await taken.promise).toBe(false)
    const { rows } = await queue.connection.pool.query(`SELECT output FROM jobs.job WHERE name = 'cpu'`)
    // No heartbeat was missed, which pg-boss would have recorded.
    expect(rows.filter(({ output }) => output !== null)).toEqual([])
  })

  it('leaves a job that only a newer server knows to that server, without using up a try', async () => {
    const enqueue = queue.store.queue.enqueue as (name: string, payload: object) => Promise<void>
    const known = jobPolicies as Record<string, unknown>
    known['job-of-tomorrow'] = jobPolicies['send-mail']
    await enqueue('job-of-tomorrow', {})
    delete known['job-of-tomorrow']
    await queue.store.queue.enqueue('send-mail', { to: '', subject: '', text: '', html: '' })
    const mail = Promise.withResolvers<void>()
    queue.work({ 'send-mail': async () => mail.resolve() })
    await mail.promise
    await queue.stopWorkers()
    const { rows } = await queue.connection.pool.query(
      `SELECT state, retry_count FROM jobs.job WHERE data->>'name' = 'job-of-tomorrow'`,
    )
    expect(rows).toEqual([{ state: 'retry', retry_count: 0 }])
  })

  it('leaves a job whose handler does not know its work to another server, without using up a try', async () => {
    await enqueueImage('a')
    const asked = Promise.withResolvers<void>()
    queue.work({
      'process-image': async () => {
        asked.resolve()
        throw new UnknownWork('Of a newer server')
      },
    })
    await asked.promise
    // Before the workers stop: what is running then is put back uncounted in any case.
    await until(async () => (await states()).includes('retry'))
    await queue.stopWorkers()
    const { rows } = await queue.connection.pool.query(
      `SELECT state, retry_count, started_on, output FROM jobs.job WHERE data->>'name' = 'process-image'`,
    )
    expect(rows).toEqual([{ state: 'retry', retry_count: 0, started_on: null, output: null }])
  })

  it('keeps one job of a schedule that only a newer server knows, however long that server is away', async () => {
    const enqueue = queue.store.queue.enqueue as (name: string, payload: object, options: object) => Promise<void>
    const known = jobPolicies as Record<string, unknown>
    const look = async () =>
      (await queue.connection.pool.query(`SELECT state FROM jobs.job WHERE data->>'name' = 'job-of-each-minute'`)).rows
    known['job-of-each-minute'] = jobPolicies['send-mail']
    await enqueue('job-of-each-minute', {}, { singletonKey: 'scheduled' })
    // As a worker has left it, after which the schedule adds the next one.
    await queue.connection.pool.query(`UPDATE jobs.job SET state = 'retry', start_after = now()`)
    await enqueue('job-of-each-minute', {}, { singletonKey: 'scheduled' })
    delete known['job-of-each-minute']
    expect(await look()).toHaveLength(2)
    queue.work({})
    await until(async () => (await look()).length === 1)
    await until(async () => (await look())[0]?.state === 'retry')
    await queue.stopWorkers()
  })

  it('receives heartbeats of a job as long as it runs', async () => {
    const end = Promise.withResolvers<void>()
    await enqueueImage('a')
    queue.work({ 'process-image': () => end.promise })
    // Taking a job sets both times. Without further heartbeats a job is put back eventually.
    const look = async () =>
      (
        await queue.connection.pool.query(
          `SELECT state, coalesce(heartbeat_on > started_on, false) AS heard FROM jobs.job
           WHERE name = 'cpu' AND state <> 'created'`,
        )
      ).rows[0]
    const job = await until(async () => {
      const found = await look()
      return found && (found.state !== 'active' || found.heard) && found
    })
    end.resolve()
    expect(job).toEqual({ state: 'active', heard: true })
  })

  it('leaves the job of a living worker alone, however late its heartbeat', async () => {
    const started = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    let runs = 0
    await enqueueImage('a')
    queue.work({
      'process-image': async () => {
        runs += 1
        started.resolve()
        await end.promise
      },
    })
    await started.promise
    const other = await openJobStore(queue.connection, log, { works: false })
    const otherSession = await createListener(queue.databaseUrl, log)
    const taken: string[] = []
    const stopOther = startWorkers(
      {
        boss: other.boss,
        pool: queue.connection.pool,
        session: otherSession,
        handlers: { ...noHandlers, 'process-image': async ({ mediumId }) => void taken.push(mediumId) },
        log,
      },
      1,
    )
    // As if its heartbeat had been missed and the job been returned to the queue.
    await queue.connection.pool.query(`UPDATE jobs.job SET state = 'retry', start_after = now() WHERE state = 'active'`)
    await queue.connection.pool.query(`SELECT pg_notify('lamella_jobs', 'cpu')`)
    const isPutBack = async () =>
      (await queue.connection.pool.query(`SELECT 1 FROM jobs.job WHERE state = 'retry' AND start_after > now()`))
        .rowCount === 1
    await until(isPutBack)
    expect([runs, taken]).toEqual([1, []])
    end.resolve()
    await stopOther()
    await otherSession.close()
    await other.stop()
  })
})

describe('Job handlers', () => {
  const context = {} as never
  const all = [{ jobs: () => noHandlers }]

  it('are complete, each once', () => {
    expect(Object.keys(collectHandlers(all, context)).sort()).toEqual(Object.keys(noHandlers).sort())
  })

  it('stop the boot when one is missing', () => {
    const { 'clean-up': _, ...others } = noHandlers
    expect(() => collectHandlers([{ jobs: () => others }], context)).toThrow('no handler for clean-up')
  })

  it('stop the boot when a job has two', () => {
    const more = [...all, { jobs: () => ({ 'send-mail': unexpected }) }]
    expect(() => collectHandlers(more, context)).toThrow('two handlers for send-mail')
  })
})
