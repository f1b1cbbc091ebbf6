import { createListener } from '../src/platform/db/listener.ts'
import { lockJob } from '../src/platform/queue/job-locks.ts'
import { silent as log, setUpQueue } from './job-queue.ts'
import { until } from './until.ts'

// Apart from jobs.test.ts, as it waits for the heartbeats that pg-boss expects.
describe('Job queue', () => {
  const queue = setUpQueue()

  it('takes over the job of a host that vanished and left its session behind, once', async () => {
    await queue.store.queue.enqueue('process-image', { organisationId: 'o', mediumId: 'a' })
    const vanished = await createListener(queue.databaseUrl, log)
    const [held] = await queue.store.boss.fetch('cpu')
    expect(await lockJob(vanished, held?.id ?? '')).toBe(true)
    await queue.connection.pool.query(
      `UPDATE jobs.job SET started_on = now() - interval '1 minute', heartbeat_on = now() - interval '1 minute'
       WHERE name = 'cpu'`,
    )
    const jobs = async () =>
      (await queue.connection.pool.query(`SELECT state, retry_count, output FROM jobs.job WHERE name = 'cpu'`)).rows
    const runs: unknown[] = []
    const ran = Promise.withResolvers<void>()
    queue.work({
      'process-image': async () => {
        runs.push(...(await jobs()))
        ran.resolve()
      },
    })
    try {
      // Its lock is still held, so that only the heartbeat shows the loss.
      await until(async () => (await jobs()).some(({ state }) => state !== 'active'))
      expect(runs).toEqual([])
    } finally {
      await vanished.close()
    }
    await ran.promise
    await queue.stopWorkers()
    const output = { value: { message: 'job heartbeat timeout' } }
    expect(runs).toEqual([{ state: 'active', retry_count: 1, output }])
    expect(await jobs()).toEqual([])
  })
})
