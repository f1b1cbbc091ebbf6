import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { Image } from '@lamella/shared/contract'
import * as contract from '@lamella/shared/contract'
import { hDabField, toTiff } from '@lamella/shared/testing/pictures/index.ts'
import { createRunAnalysis } from '../src/domains/analysis/jobs/run-analysis.ts'
import { createProcessImage } from '../src/domains/images/jobs/process-image.ts'
import { mostAttempts, TooManyAttempts } from '../src/platform/queue/job-attempts.ts'
import { type JobContext, JobStopped, JobTimedOut } from '../src/platform/queue/job-types.ts'
import { setUpImageServer } from './image-server.ts'
import { spawnLamella } from './server-process.ts'
import type { StartedUpload } from './upload-client.ts'

const whole: JobContext = { signal: new AbortController().signal, isLastTry: false }
const stopped = (reason: Error): JobContext => ({ signal: AbortSignal.abort(reason), isLastTry: false })
const fault = stopped(new JobStopped('An error escaped from the job'))
const refusal = new TooManyAttempts().message

describe('Work that fails again and again', () => {
  const server = setUpImageServer()
  const file = (seed: number) => toTiff(hDabField({ seed, width: 300, height: 200, nuclei: 12 }), 0.5)

  const upload = (bytes: Buffer) =>
    server.client.upload(bytes, { project: server.project, originalFilename: 'field.tif' })
  const imageOf = ({ imageId }: StartedUpload) => server.client.json<Image>(`/api/v1/images/${imageId}`)
  const decode = ({ mediumId }: StartedUpload, work = whole) => createProcessImage(server.context)({ mediumId }, work)
  const failOften = async (run: () => Promise<void>) => {
    for (let i = 0; i < mostAttempts; i += 1) await expect(run()).rejects.toThrow()
  }
  const resetAttempts = async () => {
    const { dataDir } = server.context.config
    const child = spawnLamella(['admin', 'reset-attempts'], { dataDir, databaseUrl: server.databaseUrl })
    if (!child.stdout) throw new Error('no output')
    const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
    return output
  }

  it('an image is refused in words, also after it was deleted and sent again, until the operator resets it', async () => {
    const bytes = file(1)
    const first = await upload(bytes)
    await failOften(() => decode(first, fault))
    await decode(first)
    expect(await imageOf(first)).toMatchObject({ status: 'processingFailed', statusErrors: [refusal] })

    await server.client.request('DELETE', `/api/v1/images/${first.imageId}`)
    const second = await upload(bytes)
    await decode(second)
    expect(await imageOf(second)).toMatchObject({ status: 'processingFailed', statusErrors: [refusal] })
    const other = await upload(file(2))
    await decode(other)
    expect((await imageOf(other)).status).toBe('available')

    expect(await resetAttempts()).toBe('Failed attempts are forgotten: 1\n')
    await server.client.request('DELETE', `/api/v1/images/${second.imageId}`)
    const third = await upload(bytes)
    await decode(third)
    expect((await imageOf(third)).status).toBe('available')
  })

  it('an analysis of the same content is refused, whatever its job and its parameters', async () => {
    const image = await upload(file(3))
    await decode(image)
    const submit = async (params: Record<string, unknown>) => {
      const { token } = server.lab.admin
      const { project } = server
      const data = {
        type: 'Job',
        appName: 'dab-scoring',
        appVersion: '2.3.0',
        project,
        images: [image.imageId],
      } as const
      const form = { ...data, images: [image.imageId], appMetadata: { appData: { params } } }
      return (await server.call(contract.createJob, { body: { data: form }, token })).body.data.id
    }
    const stateOf = (jobId: string) => server.client.json<contract.Job>(`/api/v1/jobs/${jobId}`)
    const run = (jobId: string, work = whole) => createRunAnalysis(server.context)({ jobId }, work)
    const first = await submit({})
    await failOften(() => run(first, fault))
    await run(first)
    expect(await stateOf(first)).toMatchObject({ status: 'failed', statusErrors: [refusal] })

    await server.client.request('DELETE', `/api/v1/jobs/${first}`)
    const second = await submit({ nucleusDiameterPx: 19 })
    await run(second)
    expect(await stateOf(second)).toMatchObject({ status: 'failed', statusErrors: [refusal] })
  })

  it('a try that was stopped by its time says so to the user, and is not tried again', async () => {
    const image = await upload(file(4))
    await decode(image, stopped(new JobTimedOut(1)))
    expect(await imageOf(image)).toMatchObject({
      status: 'processingFailed',
      statusErrors: ['Processing this image took longer than one image may take.'],
    })
  })

  it('what the shutdown interrupts does not count', async () => {
    const image = await upload(file(5))
    const interrupted = stopped(new Error('The server is shutting down'))
    for (let i = 0; i < 2 * mostAttempts; i += 1) await expect(decode(image, interrupted)).rejects.toThrow()
    await decode(image)
    expect((await imageOf(image)).status).toBe('available')
  })
})
