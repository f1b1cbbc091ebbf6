import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as contract from '@lamella/shared/contract'
import { hDabField, toTiff } from '@lamella/shared/testing/pictures/index.ts'
import readXlsxFile from 'read-excel-file/node'
import { createMakeBundle } from '../src/domains/analysis/jobs/make-bundle.ts'
import { createRunAnalysis } from '../src/domains/analysis/jobs/run-analysis.ts'
import { createResultObjects } from '../src/domains/analysis/result-objects.ts'
import { createProcessImage } from '../src/domains/images/jobs/process-image.ts'
import { createFolder } from './cluster.ts'
import { setUpServer } from './helper.ts'
import { createLab, type Lab, type Person } from './lab.ts'
import { sha256Of, UploadClient } from './upload-client.ts'

const work = { signal: new AbortController().signal, isLastTry: true }

const file = toTiff(hDabField({ seed: 5, width: 500, height: 400 }), 0.5)

const server = setUpServer()
let lab: Lab
let project: string
let imageId: string
let mediumId: string
let viewer: Person

const job = (image: string, appVersion = '1.0.0') => ({
  type: 'Job' as const,
  appName: 'dab-scoring',
  appVersion,
  appMetadata: { appData: {} },
  project,
  images: [image],
})
const submit = (token: string, image = imageId, version?: string) =>
  server.call(contract.createJob, { body: { data: job(image, version) }, token })

/** @returns id of a successful job */
const analyse = async (): Promise<string> => {
  const { body } = await submit(lab.admin.token)
  await createRunAnalysis(server.context)({ jobId: body.data.id }, work)
  return body.data.id
}

beforeAll(async () => {
  lab = await createLab(server.context.db)
  viewer = await lab.addPerson()
  project = await lab.addProject(lab.admin, [[viewer, 'viewer']])
  const client = new UploadClient(await server.app.listen({ port: 0, host: '127.0.0.1' }), lab.admin.token)
  const upload = await client.upload(file, { project, originalFilename: 'field.tif', name: '=field' })
  ;({ imageId, mediumId } = upload)
  await createProcessImage(server.context)({ mediumId }, work)
})

describe('A job', () => {
  it('is refused to whom the project does not let edit', async () => {
    const stranger = await lab.addPerson()
    expect(await submit(viewer.token)).toMatchObject({ status: 403, code: 'ERR_0403' })
    expect(await submit(stranger.token)).toMatchObject({ status: 404, code: 'ERR_0404' })
    expect(await submit('')).toMatchObject({ status: 401 })
  })

  it.each([
    ['an unknown version', () => submit(lab.admin.token, imageId, '9.9.9'), 404, 'ERR_4002'],
    ['an image of nobody', () => submit(lab.admin.token, project), 404, 'ERR_0404'],
  ])('is refused for %s', async (_, call, status, code) => {
    expect(await call()).toMatchObject({ status, code })
  })

  it('D1-9-26 is taken, whatever is stored, where its number and the storage have no limit', async () => {
    expect((await submit(lab.admin.token)).status).toBe(201)
  })

  it('gives figures and objects in order', async () => {
    const jobId = await analyse()
    const { token } = viewer
    const { body: state } = await server.call(contract.getJob, { params: { jobId }, token })
    expect(state.data).toMatchObject({ status: 'successful', progress: 1, imageName: '=field' })
    const { body: result } = await server.call(contract.getJobResult, { params: { jobId }, token })
    const resultId = result.data.id
    const { body: objects } = await server.call(contract.getResultObjects, { params: { resultId }, token })
    expect(objects.data.length).toBe(result.data.objectCount)
    expect(objects.data.length).toBeGreaterThan(20)
    expect(objects.data.map(({ no }) => no)).toEqual(objects.data.map((_, index) => index + 1))
    expect(result.data.classes.reduce((sum, { count }) => sum + count, 0)).toBe(objects.data.length)
  })

  it('keeps with its result all that is needed to get the same numbers again', async () => {
    const jobId = await analyse()
    const { body } = await server.call(contract.getJobResult, { params: { jobId }, token: viewer.token })
    expect(body.data.provenance).toEqual({
      application: 'dab-scoring 1.0.0',
      image: mediumId,
      imageSha256: sha256Of(file),
      params: { nucleusDiameterUm: 8, nucleusDiameterPx: 20 },
      pixelSizeUm: { x: 0.5, y: 0.5 },
      nucleusDiameterPx: 16,
      // Ruifrok & Johnston 2001.
      stainVectors: { hematoxylin: [0.65, 0.704, 0.286], dab: [0.268, 0.57, 0.776] },
      dabOdThresholds: { weak: 0.2, moderate: 0.4, strong: 0.6 },
      // Measured on the image.
      whitePoint: [expect.any(Number), expect.any(Number), expect.any(Number)],
      absorptionThresholds: { outsideDiffuseDab: expect.any(Number), inDiffuseDab: expect.any(Number) },
    })
  })

  it('that runs twice stores one result', async () => {
    const jobId = await analyse()
    await createRunAnalysis(server.context)({ jobId }, work)
    const { body } = await server.call(contract.listJobs, { params: { projectId: project }, token: viewer.token })
    expect(body.data.filter(({ id }) => id === jobId)).toHaveLength(1)
  })

  it('that was interrupted goes on from its checkpoints with the identical result', async () => {
    const jobId = await analyse()
    const { body: first } = await server.call(contract.getJobResult, { params: { jobId }, token: viewer.token })
    const { body: submitted } = await submit(lab.admin.token)
    const interrupted = submitted.data.id
    const controller = new AbortController()
    const { blobs } = server.context
    let kept = 0
    const context = {
      ...server.context,
      blobs: Object.assign(Object.create(blobs) as typeof blobs, {
        adopt: async (...args: Parameters<typeof blobs.adopt>) => {
          await blobs.adopt(...args)
          kept += 1
          controller.abort(new Error('shutdown'))
        },
      }),
    }
    const run = createRunAnalysis(context)({ jobId: interrupted }, { signal: controller.signal, isLastTry: false })
    await expect(run).rejects.toThrow('shutdown')
    expect(kept).toBe(1)
    await createRunAnalysis(server.context)({ jobId: interrupted }, work)
    const { body: second } = await server.call(contract.getJobResult, {
      params: { jobId: interrupted },
      token: viewer.token,
    })
    expect(second.data.figures).toEqual(first.data.figures)
  })

  it('is cancelled while it waits and stays on the list', async () => {
    const { body } = await submit(lab.admin.token)
    const jobId = body.data.id
    expect(await server.call(contract.deleteJob, { params: { jobId }, token: lab.admin.token })).toMatchObject({
      status: 204,
    })
    await createRunAnalysis(server.context)({ jobId }, work)
    const { body: state } = await server.call(contract.getJob, { params: { jobId }, token: viewer.token })
    expect(state.data.status).toBe('cancelled')
  })
})

describe('A result bundle', () => {
  const bundle = async (format: contract.BundleFormat, jobs: string[]) => {
    const content = { project, appName: 'dab-scoring', appVersions: ['1.0.0'], bundleAction: format, jobs }
    const { headers } = await server.call(contract.createBundle, { body: { data: content }, token: viewer.token })
    const bundleId = String(headers.location).split('/').at(-1) ?? ''
    const before = await server.call(contract.getBundle, { params: { bundleId }, token: viewer.token })
    expect(before.body.data).toMatchObject({ status: 'pending', downloadUrl: null })
    await createMakeBundle(server.context, createResultObjects(server.context))({ bundleId }, work)
    return bundleId
  }
  const download = (bundleId: string, token: string) =>
    server.call(contract.downloadBundle, { params: { bundleId }, query: { access_token: token } })

  it('as xlsx has the numbers of the page, and every object', async () => {
    const jobId = await analyse()
    const file = join(createFolder('bundle'), 'results.xlsx')
    await writeFile(file, (await download(await bundle('xlsx', [jobId]), viewer.token)).raw)
    const { body } = await server.call(contract.getJobResult, { params: { jobId }, token: viewer.token })
    const sheets = await readXlsxFile(file)
    const [titles, row] = sheets[0]?.data ?? []
    expect(titles?.slice(0, 3)).toEqual(['Image', 'Application', 'Version'])
    expect(row?.slice(4)).toEqual(body.data.figures.map(({ value }) => value))
    expect(sheets[1]?.data).toHaveLength(body.data.objectCount + 1)
  })

  it('as csv has the same numbers, and no cell that a spreadsheet would run', async () => {
    const jobId = await analyse()
    const text = (await download(await bundle('csv', [jobId]), viewer.token)).raw.toString('utf8')
    const { body } = await server.call(contract.getJobResult, { params: { jobId }, token: viewer.token })
    const [titles, row] = text.replace('\uFEFF', '').trim().split('\r\n')
    expect(titles?.split(',')).toHaveLength(4 + body.data.figures.length)
    expect(row?.startsWith("'=field,dab-scoring,1.0.0,")).toBe(true)
    expect(row?.split(',').slice(4)).toEqual(body.data.figures.map(({ value }) => String(value ?? '')))
  })

  it('without any result fails in words', async () => {
    const { body } = await submit(lab.admin.token)
    const bundleId = await bundle('csv', [body.data.id])
    const { body: state } = await server.call(contract.getBundle, { params: { bundleId }, token: viewer.token })
    expect(state.data).toMatchObject({ status: 'failed', statusErrors: ['There are no results to put together.'] })
  })

  it('is not there for strangers', async () => {
    const stranger = await lab.addPerson()
    const bundleId = await bundle('csv', [await analyse()])
    expect(await download(bundleId, stranger.token)).toMatchObject({ status: 404 })
    expect(await download(bundleId, '')).toMatchObject({ status: 401 })
  })
})
