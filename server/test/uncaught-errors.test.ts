import { join } from 'node:path'
import { setUpQueueOf } from './job-queue.ts'
import { createHome, projectNode, type ServerProcess, startServerProcess } from './server-process.ts'
import { until } from './until.ts'

const program = join(import.meta.dirname, 'fixtures', 'escaping-server.ts')

describe('An error that no code handled', () => {
  let server: ServerProcess
  beforeEach(async () => {
    server = await startServerProcess({ home: { ...(await createHome()), command: [projectNode, program] } })
  })
  afterEach(() => server.stop())

  const queue = setUpQueueOf(() => server.home.databaseUrl ?? '')
  const enqueue = (subject: string) => queue.store.queue.enqueue('send-mail', { to: '', subject, text: '', html: '' })
  const logged = (msg: string) =>
    (server.log as { msg?: string; job?: string; jobId?: string; err?: { message: string } }[]).filter(
      (line) => line.msg === msg,
    )
  const states = async () =>
    (
      await queue.connection.pool.query<{ id: string; state: string }>(
        `SELECT id, state FROM jobs.job WHERE data->>'name' = 'send-mail' AND state <> 'completed'`,
      )
    ).rows

  it.each([
    ['timer', 'timer'],
    ['stream', 'stream'],
    ['unheard stream', 'ENOENT'],
    ['promise', 'promise'],
  ])('in the %s of a job fails this job and is logged with it; the server goes on', async (subject, message) => {
    await enqueue(subject)
    const job = await until(async () => (await states()).find(({ state }) => state === 'retry'))
    const [line] = logged('an error escaped from a job')
    expect(line).toMatchObject({ job: 'send-mail', jobId: job.id, err: { message: expect.stringContaining(message) } })

    await enqueue('done')
    await until(() => logged('job done').length > 0)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect(await server.stop()).toBe(0)
  })

  it('and belongs to no job ends the server in order: what it ran is given back', async () => {
    await enqueue('never ends')
    await until(async () => (await states()).find(({ state }) => state === 'active'))
    process.kill(server.pid, 'SIGUSR2')
    expect(await server.ended()).toBe(1)
    expect(logged('an error was not handled')).toMatchObject([{ err: { message: 'outside of jobs' } }])
    expect(logged('stopped')).toHaveLength(1)
    expect((await states()).map(({ state }) => state)).toEqual(['retry'])
  })
})
