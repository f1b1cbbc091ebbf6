import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { takeJob } from '../src/platform/queue/take-job.ts'
import { setUpQueue } from './job-queue.ts'
import { projectNode } from './server-process.ts'
import { until } from './until.ts'

const many = 50

describe('Turns of organisations', () => {
  const queue = setUpQueue()
  const enqueue = (organisationId: string, mediumId: string) =>
    queue.store.queue.enqueue('process-image', { organisationId, mediumId })
  const enqueueMany = async (organisationId: string) => {
    for (let i = 0; i < many; i += 1) await enqueue(organisationId, `${organisationId}${i}`)
  }
  const takeImage = async () => {
    const job = await takeJob(queue.connection.pool, 'cpu')
    return (job?.data.payload as { mediumId?: string } | undefined)?.mediumId ?? null
  }

  it('the single job of one comes next, though another one queued fifty before it', async () => {
    await enqueueMany('a')
    const order: string[] = []
    const both = Promise.withResolvers<void>()
    const first = Promise.withResolvers<void>()
    queue.work({
      'process-image': async ({ mediumId }) => {
        order.push(mediumId)
        if (order.length === 1) {
          await enqueue('b', 'b0')
          first.resolve()
        }
        if (order.length === 3) both.resolve()
      },
    })
    await first.promise
    await both.promise
    expect(order.slice(0, 3)).toEqual(['a0', 'b0', 'a1'])
  })

  it('the one with the fewest running jobs comes first, then the one whose last turn is longest ago', async () => {
    await enqueueMany('a')
    await enqueueMany('b')
    await enqueue('c', 'c0')
    const taken: (string | null)[] = []
    for (let i = 0; i < 7; i += 1) taken.push(await takeImage())
    expect(taken).toEqual(['a0', 'b0', 'c0', 'a1', 'b1', 'a2', 'b2'])
  })

  it('processes that take jobs at the same time see what the others took', async () => {
    await enqueueMany('a')
    await enqueueMany('b')
    const taken = await Promise.all(Array.from({ length: 8 }, takeImage))
    expect(taken.filter((name) => name?.startsWith('a'))).toHaveLength(4)
    expect(new Set(taken).size).toBe(8)
  })

  it('a job of the server itself does not wait behind those of organisations, nor one of an older server', async () => {
    await enqueueMany('a')
    await queue.connection.pool.query(`UPDATE jobs.job SET group_id = NULL WHERE data->'payload'->>'mediumId' = 'a9'`)
    expect([await takeImage(), await takeImage(), await takeImage()]).toEqual(['a9', 'a0', 'a1'])
  })

  describe('over two worker processes', () => {
    const workers = new Set<ChildProcess>()
    afterEach(async () => {
      for (const worker of workers) {
        if (worker.exitCode === null && worker.signalCode === null) {
          worker.kill('SIGKILL')
          await once(worker, 'exit')
        }
      }
      workers.clear()
    })

    const startWorker = async () => {
      const worker = spawn(projectNode, [join(import.meta.dirname, 'fixtures', 'turn-worker.ts')], {
        env: { PATH: process.env.PATH, DATABASE_URL: queue.databaseUrl },
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      workers.add(worker)
      const lines = createInterface({ input: worker.stdout })[Symbol.asyncIterator]()
      const next = async (): Promise<string> => String((await lines.next()).value)
      expect(await next()).toBe('ready')
      return {
        next,
        endJob: () => worker.stdin.write('\n'),
        kill: async () => {
          worker.kill('SIGKILL')
          await once(worker, 'exit')
        },
      }
    }

    it('each has one, and the job of a worker that was killed comes back within two turns', async () => {
      await enqueueMany('a')
      await enqueue('b', 'b0')
      const [one, two] = await Promise.all([startWorker(), startWorker()])
      const held = [await one.next(), await two.next()]
      expect(held.toSorted()).toEqual(['a0', 'b0'])

      const [dying, living] = held[0] === 'b0' ? [one, two] : [two, one]
      await dying.kill()
      // The other worker looks for orphans while its own job runs.
      const isBack = `SELECT 1 FROM jobs.job WHERE state = 'retry' AND data->'payload'->>'mediumId' = 'b0'`
      await until(async () => (await queue.connection.pool.query(isBack)).rowCount === 1)
      living.endJob()
      const next = [await living.next()]
      living.endJob()
      next.push(await living.next())
      expect(next).toContain('b0')
    })
  })
})
