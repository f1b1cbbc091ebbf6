import * as contract from '@lamella/shared/contract'
import { sql } from 'drizzle-orm'
import { analysisDomain } from '../src/domains/analysis/index.ts'
import { createRunAnalysis } from '../src/domains/analysis/jobs/run-analysis.ts'
import { imagesDomain } from '../src/domains/images/index.ts'
import { insertMedium } from '../src/domains/media/index.ts'
import { samplesDomain } from '../src/domains/samples/index.ts'
import { enqueueForgotten, hasNoJob } from '../src/platform/queue/forgotten-jobs.ts'
import { createdId, field, lastTry, setUpAnalysedProject } from './analysed-project.ts'
import { until } from './until.ts'

type Gate = PromiseWithResolvers<void>
type Gates = [Gate, Gate, Gate]

const { server, at, submit, analyse, order } = setUpAnalysedProject()

/** States of the jobs of the queue for one object. */
const statesOf = async (id: string): Promise<string[]> => {
  const { rows } = await server.context.db.execute<{ state: string }>(
    sql`SELECT state::text FROM jobs.job
        WHERE ${id} IN (data->'payload'->>'jobId', data->'payload'->>'bundleId', data->'payload'->>'mediumId') ORDER BY 1`,
  )
  return rows.map(({ state }) => state)
}
/** As pg-boss leaves a job whose heartbeat was missed in its last try: its handler is not asked. */
const loseLastTry = async (id: string): Promise<void> => {
  await server.context.db.execute(
    sql`UPDATE jobs.job SET state = 'failed', retry_count = retry_limit, completed_on = now()
        WHERE ${id} IN (data->'payload'->>'jobId', data->'payload'->>'bundleId', data->'payload'->>'mediumId')`,
  )
}
const cleanUp = async (): Promise<void> => {
  await analysisDomain.cleanUp?.(server.context)
  await imagesDomain.cleanUp?.(server.context)
}
const jobState = async (jobId: string) =>
  (await server.call(contract.getJob, { params: { jobId }, token: at.viewer.token })).body.data

describe('Work whose last try was lost with its host is enqueued again by the clean-up', () => {
  it('an analysis, once by several processes at the same time, and it ends', async () => {
    const jobId = (await submit(at.lab.admin.token)).body.data.id
    await loseLastTry(jobId)
    expect(await statesOf(jobId)).toEqual(['failed'])
    expect((await jobState(jobId)).status).toBe('pending')
    await Promise.all([cleanUp(), cleanUp(), cleanUp()])
    expect(await statesOf(jobId)).toEqual(['created', 'failed'])
    await createRunAnalysis(server.context)({ jobId }, lastTry)
    expect((await jobState(jobId)).status).toBe('successful')
  })

  it('a file of results', async () => {
    const bundleId = createdId(await order('csv', [await analyse()]))
    await loseLastTry(bundleId)
    await cleanUp()
    expect(await statesOf(bundleId)).toEqual(['created', 'failed'])
  })

  it('an image', async () => {
    const { mediumId } = await at.client.upload(field, { project: at.project, originalFilename: 'field.tif' })
    await loseLastTry(mediumId)
    await cleanUp()
    expect(await statesOf(mediumId)).toEqual(['created', 'failed'])
  })
})

it('A picture of the samples whose drawing was lost has failed, one that is still to be drawn has not', async () => {
  const { project: projectId, lab } = at
  const medium = {
    organisationId: lab.organisationId,
    ownerId: lab.admin.userId,
    projectId,
    name: 'drawn',
    originalFilename: 'drawn.tif',
    fileType: 'TwoDimensions',
    size: 0,
    zShown: null,
    status: 'uploadFinished',
  } as const
  const draw = async () => {
    const { db, queue } = server.context
    const ids = await db.transaction((tx) => insertMedium(tx, medium, new Date()))
    const payload = { organisationId: lab.organisationId, mediumId: ids.mediumId, pictureId: 'tem-1' }
    await queue.enqueue('draw-sample', payload, { singletonKey: ids.mediumId })
    return ids
  }
  const [lost, waiting] = [await draw(), await draw()]
  await loseLastTry(lost.mediumId)
  await samplesDomain.cleanUp?.(server.context)
  await cleanUp()
  const imageOf = ({ imageId }: { imageId: string }) => at.client.json<contract.Image>(`/api/v1/images/${imageId}`)
  expect(await imageOf(lost)).toMatchObject({ status: 'uploadFailed', statusErrors: [expect.any(String)] })
  expect((await imageOf(waiting)).status).toBe('uploadFinished')
  expect(await statesOf(waiting.mediumId)).toEqual(['created'])
})

it('A process that looks at the same time as another finds the job of that one, also if it runs by then', async () => {
  const jobId = (await submit(at.lab.admin.token)).body.data.id
  await loseLastTry(jobId)
  const { db } = server.context
  const payload = { jobId, organisationId: at.lab.organisationId }
  const enqueue = (then: () => Promise<void>) =>
    enqueueForgotten(server.context, 'run-analysis', async (tx) => {
      const { rows } = await tx.execute(sql`SELECT WHERE ${hasNoJob('run-analysis', sql`${jobId}`)}`)
      await then()
      return rows.map(() => ({ key: jobId, payload }))
    })
  const [found, isCommitted, isTaken] = [1, 2, 3].map(() => Promise.withResolvers<void>()) as Gates
  let hasOtherLooked = false
  const first = enqueue(() => {
    found.resolve()
    return isCommitted.promise
  })
  await found.promise
  const other = enqueue(() => {
    hasOtherLooked = true
    return isTaken.promise
  })
  const waits = sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`
  await until(async () => hasOtherLooked || (await db.execute(waits)).rows.length > 0)
  isCommitted.resolve()
  await first
  await db.execute(
    sql`UPDATE jobs.job SET state = 'active' WHERE state = 'created' AND data->'payload'->>'jobId' = ${jobId}`,
  )
  isTaken.resolve()
  await other
  expect(await statesOf(jobId)).toEqual(['active', 'failed'])
})

it('Work that waits, runs or has ended is left alone by the clean-up', async () => {
  const [waiting, running, cancelled] = await Promise.all(
    [1, 2, 3].map(async () => (await submit(at.lab.admin.token)).body.data.id),
  )
  await server.context.db.execute(
    sql`UPDATE jobs.job SET state = 'active' WHERE data->'payload'->>'jobId' = ${running}`,
  )
  await server.call(contract.deleteJob, { params: { jobId: cancelled ?? '' }, token: at.lab.admin.token })
  await server.context.db.execute(sql`DELETE FROM jobs.job WHERE data->'payload'->>'jobId' = ${cancelled}`)
  await cleanUp()
  expect(await statesOf(waiting ?? '')).toEqual(['created'])
  expect(await statesOf(running ?? '')).toEqual(['active'])
  expect(await statesOf(cancelled ?? '')).toEqual([])
})
