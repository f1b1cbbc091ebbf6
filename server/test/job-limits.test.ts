import { once } from 'node:events'
import {
  cleanUpJobs,
  limitAttempts,
  mostAttempts,
  resetAttempts,
  TooManyAttempts,
  workKey,
} from '../src/platform/queue/job-attempts.ts'
import { jobPolicies } from '../src/platform/queue/job-policies.ts'
import { isInterrupted, JobTimedOut } from '../src/platform/queue/job-types.ts'
import { runningJob } from '../src/platform/queue/running-job.ts'
import { setUpQueue } from './job-queue.ts'
import { until } from './until.ts'

const hour = 3600 * 1000

describe('Limits of jobs', () => {
  const queue = setUpQueue()
  const enqueue = () => queue.store.queue.enqueue('process-image', { organisationId: 'o', mediumId: 'a' })
  /** State and message of the only job, once it is neither waiting nor running. */
  const untilOver = () =>
    until(async () => {
      const over = `SELECT state, output FROM jobs.job WHERE name = 'cpu' AND state NOT IN ('created', 'active')`
      return (await queue.connection.pool.query<{ state: string; output: unknown }>(over)).rows[0]
    })
  const policies = { ...jobPolicies, 'process-image': { ...jobPolicies['process-image'], minutes: 0.002 } }

  it('a try that takes longer than its kind may is stopped, has failed and is tried again', async () => {
    const reason = Promise.withResolvers<unknown>()
    await enqueue()
    const wait = async (signal: AbortSignal) => {
      await once(signal, 'abort')
      reason.resolve(signal.reason)
      expect(isInterrupted(signal)).toBe(false)
      signal.throwIfAborted()
    }
    queue.work({ 'process-image': (_, { signal }) => wait(signal) }, 1, { policies })
    expect(await reason.promise).toBeInstanceOf(JobTimedOut)
    expect((await untilOver()).state).toBe('retry')
  })

  it('an error that escapes from a callback of a job stops this job only', async () => {
    await enqueue()
    queue.work({
      'process-image': async (_, { signal }) => {
        // As the process's handler of uncaught errors does.
        setTimeout(() => runningJob()?.stop(new Error('in a timer')))
        await once(signal, 'abort')
        throw new Error('the consequence')
      },
    })
    expect(await untilOver()).toMatchObject({ state: 'retry', output: { message: 'An error escaped from the job' } })
    expect(runningJob()).toBeUndefined()
  })

  describe('attempts at the same work', () => {
    let present: Date
    beforeEach(() => {
      present = new Date()
    })
    const store = () => ({ db: queue.connection.db, now: () => present })
    const crash = async () => {
      throw new Error('crashed')
    }
    const attempt = (work: string, run: () => Promise<unknown> = crash, isHarmless = false) =>
      limitAttempts(store(), work, () => isHarmless, run)
    const crashOften = async (work: string) => {
      for (let i = 0; i < mostAttempts; i += 1) await expect(attempt(work)).rejects.toThrow('crashed')
    }
    const work = workKey('decode', 'organisation', 'content')

    it('are refused after the largest number, for an hour; work of others is not', async () => {
      await crashOften(work)
      await expect(attempt(work)).rejects.toThrow(TooManyAttempts)
      expect(await attempt(workKey('decode', 'other organisation', 'content'), async () => 'done')).toBe('done')
      present = new Date(present.getTime() + hour - 1000)
      await expect(attempt(work)).rejects.toThrow(TooManyAttempts)
      present = new Date(present.getTime() + 2000)
      await expect(attempt(work)).rejects.toThrow('crashed')
    })

    it('count from their beginning, so that one that ends its process counts', async () => {
      const { rows } = await limitAttempts(
        store(),
        work,
        () => false,
        () => queue.connection.pool.query('SELECT count FROM job_attempts'),
      )
      expect(rows).toEqual([{ count: 1 }])
    })

    it('are forgotten after a success, by an operator, and by the hourly job', async () => {
      const count = async () => (await queue.connection.pool.query('SELECT 1 FROM job_attempts')).rowCount
      await expect(attempt(work)).rejects.toThrow('crashed')
      await attempt(work, async () => undefined)
      expect(await count()).toBe(0)
      await crashOften(work)
      expect(await resetAttempts(store())).toBe(1)
      await expect(attempt(work)).rejects.toThrow('crashed')
      await cleanUpJobs(store())
      expect(await count()).toBe(1)
      present = new Date(present.getTime() + hour + 1000)
      await cleanUpJobs(store())
      expect(await count()).toBe(0)
    })

    it('that failed harmlessly do not count', async () => {
      for (let i = 0; i < 2 * mostAttempts; i += 1) await expect(attempt(work, crash, true)).rejects.toThrow('crashed')
    })
  })
})
