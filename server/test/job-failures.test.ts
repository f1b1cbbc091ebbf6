import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as contract from '@lamella/shared/contract'
import { WorkTooLarge } from '../src/analysis/runtime/run-work.ts'
import { createMakeBundle } from '../src/domains/analysis/jobs/make-bundle.ts'
import { createRunAnalysis } from '../src/domains/analysis/jobs/run-analysis.ts'
import { createResultObjects } from '../src/domains/analysis/result-objects.ts'
import { createProcessImage } from '../src/domains/images/jobs/process-image.ts'
import type { AppContext } from '../src/platform/context.ts'
import { JobStopped, JobTimedOut } from '../src/platform/queue/job-types.ts'
import { blobKeys } from '../src/platform/storage/blobs.ts'
import { createRemoveBlobs } from '../src/platform/storage/remove-blobs.ts'
import { createdId, field, lastTry, setUpAnalysedProject } from './analysed-project.ts'

const { server, at, submit, analyse, order } = setUpAnalysedProject()

const makeBundle = (bundleId: string, attempt = lastTry) =>
  createMakeBundle(server.context, createResultObjects(server.context))({ bundleId }, attempt)
const bundleState = async (bundleId: string) =>
  (await server.call(contract.getBundle, { params: { bundleId }, token: at.viewer.token })).body.data
const jobState = async (jobId: string) =>
  (await server.call(contract.getJob, { params: { jobId }, token: at.viewer.token })).body.data
const submitted = async (): Promise<string> => (await submit(at.lab.admin.token)).body.data.id

it('A bundle whose last try took too long has failed, and is made anew when it is ordered again', async () => {
  const jobs = [await analyse()]
  const bundleId = createdId(await order('csv', jobs))
  await makeBundle(bundleId, { signal: AbortSignal.abort(new JobTimedOut(60)), isLastTry: true })
  expect((await bundleState(bundleId)).status).toBe('failed')
  const again = createdId(await order('csv', jobs))
  expect(again).not.toBe(bundleId)
  await makeBundle(again)
  expect((await bundleState(again)).status).toBe('successful')
})

describe('Where no temporary folder can be created, the last try records the failure of', () => {
  const folder = () => join(server.context.config.dataDir, 'tmp')
  const aside = () => `${folder()}-aside`
  const block = async () => {
    await rename(folder(), aside())
    await writeFile(folder(), '')
  }
  afterEach(async () => {
    await rm(folder())
    await rename(aside(), folder())
  })

  it('an analysis', async () => {
    const jobId = await submitted()
    await block()
    await createRunAnalysis(server.context)({ jobId }, lastTry)
    expect((await jobState(jobId)).status).toBe('failed')
  })

  it('a bundle', async () => {
    const bundleId = createdId(await order('csv', [await analyse()]))
    await block()
    await makeBundle(bundleId)
    expect((await bundleState(bundleId)).status).toBe('failed')
  })

  it('the processing of an image', async () => {
    const { mediumId, imageId } = await at.client.upload(field, { project: at.project, originalFilename: 'field.tif' })
    await block()
    await createProcessImage(server.context)({ mediumId }, lastTry)
    expect((await at.client.json<contract.Image>(`/api/v1/images/${imageId}`)).status).toBe('processingFailed')
  })
})

it.each<['memory' | 'time', string]>([
  ['memory', 'This image needs more memory than one analysis may have.'],
  ['time', 'This image needs more processor time than one analysis may have.'],
])(
  'An analysis that takes all of its %s goes on in another try, and says so after the last one',
  async (limit, words) => {
    // Its suitability is known from then on: nothing else is run.
    await analyse()
    const jobId = await submitted()
    const { blobs } = server.context
    const withFile = async () => {
      throw new WorkTooLarge(limit, 'It needs more', {})
    }
    const context = { ...server.context, blobs: Object.assign(Object.create(blobs) as typeof blobs, { withFile }) }
    const run = (isLastTry: boolean) => createRunAnalysis(context)({ jobId }, { ...lastTry, isLastTry })
    await expect(run(false)).rejects.toThrow(WorkTooLarge)
    expect((await jobState(jobId)).status).toBe('running')
    await run(true)
    expect(await jobState(jobId)).toMatchObject({ status: 'failed', statusErrors: [words] })
  },
)

describe('No checkpoints are left of an analysis', () => {
  /** The server's context, which does something before the first checkpoint is stored. */
  const beforeCheckpoint = (first: () => Promise<void>): AppContext => {
    const { blobs } = server.context
    let isFirst = true
    const write: typeof blobs.write = async (...args) => {
      if (isFirst) {
        isFirst = false
        await first()
      }
      return blobs.write(...args)
    }
    return { ...server.context, blobs: Object.assign(Object.create(blobs) as typeof blobs, { write }) }
  }
  /** Removes what the queue says until now. */
  const removeBlobs = async () => {
    const { rows } = await server.context.db.execute<{ keys: string[] }>(
      `DELETE FROM jobs.job WHERE data->>'name' = 'remove-blobs' RETURNING data->'payload'->'keys' AS keys`,
    )
    const payload = { keys: rows.flatMap(({ keys }) => keys) }
    await createRemoveBlobs(server.context)(payload, lastTry)
  }
  const checkpointsOf = async (jobId: string) => {
    const keys: string[] = []
    for await (const key of server.context.blobs.list(blobKeys.checkpoints(jobId))) keys.push(key)
    return keys
  }

  it('that has failed, also if the last one was still being stored', async () => {
    const jobId = await submitted()
    const stop = new AbortController()
    const storing = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const context = beforeCheckpoint(async () => {
      stop.abort(new JobStopped('An error escaped from the job'))
      storing.resolve()
      await release.promise
    })
    const run = createRunAnalysis(context)({ jobId }, { signal: stop.signal, isLastTry: true })
    await storing.promise
    // Enough for a process to end and for a failure to be recorded too early.
    for (let read = 0; read < 50; read += 1) expect((await jobState(jobId)).status).toBe('running')
    release.resolve()
    await run
    expect((await jobState(jobId)).status).toBe('failed')
    expect(await checkpointsOf(jobId)).not.toEqual([])
    await removeBlobs()
    expect(await checkpointsOf(jobId)).toEqual([])
  })

  it.each([
    ['last', true],
    ['first', false],
  ])('that was cancelled in its %s try, and ran on until its next progress', async (_, isLastTry) => {
    const jobId = await submitted()
    // Each report of progress is written, as if 500 ms had passed.
    let time = performance.now()
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => (time += 1000))
    const context = beforeCheckpoint(async () => {
      await server.call(contract.deleteJob, { params: { jobId }, token: at.lab.admin.token })
      await removeBlobs()
    })
    await createRunAnalysis(context)({ jobId }, { ...lastTry, isLastTry })
    clock.mockRestore()
    expect((await jobState(jobId)).status).toBe('cancelled')
    expect(await checkpointsOf(jobId)).not.toEqual([])
    await removeBlobs()
    expect(await checkpointsOf(jobId)).toEqual([])
  })
})
