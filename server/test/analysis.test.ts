import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as contract from '@lamella/shared/contract'
import { hDabField, toTiff } from '@lamella/shared/testing/pictures/index.ts'
import { eq, sql } from 'drizzle-orm'
import readXlsxFile from 'read-excel-file/node'
import { dabScoring as dabScoring1 } from '../src/analysis/applications/dab-scoring/1.0.0/application.ts'
import { cleanUpBundles } from '../src/domains/analysis/bundle-expiry.ts'
import { createMakeBundle } from '../src/domains/analysis/jobs/make-bundle.ts'
import { createRunAnalysis } from '../src/domains/analysis/jobs/run-analysis.ts'
import { createResultObjects } from '../src/domains/analysis/result-objects.ts'
import { createProcessImage } from '../src/domains/images/jobs/process-image.ts'
import { readBaseModel } from '../src/learning/models/base-models.ts'
import { resultBundles } from '../src/platform/db/schema/index.ts'
import { blobKeys } from '../src/platform/storage/blobs.ts'
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

const job = (image: string, appVersion = '2.0.0', params: Record<string, unknown> = {}) => ({
  type: 'Job' as const,
  appName: 'dab-scoring',
  appVersion,
  appMetadata: { appData: { params } },
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
  it('is refused for users who may not edit the project', async () => {
    const stranger = await lab.addPerson()
    expect(await submit(viewer.token)).toMatchObject({ status: 403, code: 'ERR_0403' })
    expect(await submit(stranger.token)).toMatchObject({ status: 404, code: 'ERR_0404' })
    expect(await submit('')).toMatchObject({ status: 401 })
  })

  it.each([
    ['an unknown version', () => submit(lab.admin.token, imageId, '9.9.9'), 404, 'ERR_4002'],
    ['an image that does not exist', () => submit(lab.admin.token, project), 404, 'ERR_0404'],
  ])('is refused for %s', async (_, call, status, code) => {
    expect(await call()).toMatchObject({ status, code })
  })

  it('is refused for a retired version, whose jobs and results stay', async () => {
    // As it was when its jobs were run.
    dabScoring1.status = 'available'
    const { body } = await submit(lab.admin.token, imageId, '1.0.0')
    dabScoring1.status = 'retired'
    const jobId = body.data.id
    await createRunAnalysis(server.context)({ jobId }, work)
    const refused = await submit(lab.admin.token, imageId, '1.0.0')
    expect(refused).toMatchObject({ status: 404, code: 'ERR_4002' })
    const [error] = JSON.parse(refused.raw.toString()).errors
    expect(error.detail).toBe('DAB scoring 1.0.0 is retired: choose a newer version.')
    const { body: state } = await server.call(contract.getJob, { params: { jobId }, token: viewer.token })
    expect(state.data.status).toBe('successful')
    const { body: result } = await server.call(contract.getJobResult, { params: { jobId }, token: viewer.token })
    expect(result.data.provenance).toMatchObject({
      application: 'dab-scoring 1.0.0',
      params: { nucleusDiameterUm: 8, nucleusDiameterPx: 20 },
      nucleusDiameterPx: 16,
      absorptionThresholds: { outsideDiffuseDab: expect.any(Number), inDiffuseDab: expect.any(Number) },
    })
  })

  it('D3-1-24 is offered for three applications; the retired version is listed for the names of its jobs', async () => {
    const { body: listed } = await server.call(contract.listApplications, { token: viewer.token })
    expect(listed.data.map(({ displayName, version, status }) => [displayName, version, status])).toEqual([
      ['DAB scoring', '2.0.0', 'available'],
      ['DAB scoring', '1.0.0', 'retired'],
      ['Ki-67 breast', '1.0.0', 'available'],
      ['Nuclei', '1.0.0', 'available'],
    ])
  })

  it.each([
    [{ nucleusDiameterPx: 1 }, 'Nucleus diameter: enter a number from 5 to 200 px.'],
    [
      { stainVectors: 'mine' },
      'Stain vectors: choose one of Estimated from the image, Fixed (Ruifrok & Johnston 2001).',
    ],
    [{ radius: 3 }, 'There is no parameter "radius".'],
  ])('is refused in words for the parameters %j', async (params, detail) => {
    const refused = await server.call(contract.createJob, {
      body: { data: job(imageId, '2.0.0', params) },
      token: lab.admin.token,
    })
    expect(refused).toMatchObject({ status: 400, code: 'ERR_4004' })
    expect(JSON.parse(refused.raw.toString()).errors[0].detail).toBe(detail)
  })

  it('D1-9-26 is accepted, whatever is stored, when neither jobs nor storage are limited', async () => {
    expect((await submit(lab.admin.token)).status).toBe(201)
  })

  it('yields figures, and objects in the order of their numbers', async () => {
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

  it('returns by page and by box the same objects as all at once', async () => {
    const jobId = await analyse()
    const { token } = viewer
    const { body: result } = await server.call(contract.getJobResult, { params: { jobId }, token })
    const params = { resultId: result.data.id }
    const { body: all } = await server.call(contract.getResultObjects, { params, token })
    const pageOf = async (query: object) =>
      (await server.call(contract.pageResultObjects, { params, query, token })).body.data
    const total = result.data.objectCount
    expect(await pageOf({ 'page[offset]': 10, 'page[size]': 5 })).toEqual({
      total,
      offset: 10,
      objects: all.data.slice(10, 15),
    })
    const byArea = all.data.toSorted((a, b) => (b.values.area ?? 0) - (a.values.area ?? 0) || a.no - b.no)
    expect((await pageOf({ sort: '-area', 'page[size]': 7 })).objects).toEqual(byArea.slice(0, 7))
    const sought = byArea[15]?.no ?? 0
    const around = await pageOf({ sort: '-area', 'page[size]': 7, around: sought })
    expect([around.offset, around.objects]).toEqual([14, byArea.slice(14, 21)])
    const positive = all.data.filter((object) => object.class === '3+')
    expect(await pageOf({ 'filter[class]': '3+' })).toEqual({ total: positive.length, offset: 0, objects: positive })
    const unsorted = await server.call(contract.pageResultObjects, { params, query: { sort: 'colour' }, token })
    expect(unsorted).toMatchObject({ status: 400, code: 'ERR_0400' })

    const query = { left: 0, top: 0, right: 250, bottom: 200, limit: 5000 }
    const { body: box } = await server.call(contract.findResultObjects, { params, query, token })
    const reaching = all.data.filter(({ polygon }) => {
      const [xs, ys] = [polygon.map(([x]) => x), polygon.map(([, y]) => y)]
      return Math.min(...xs) <= 250 && Math.min(...ys) <= 200
    })
    expect(box.data).toEqual({
      total: reaching.length,
      oneOf: 1,
      objects: reaching.map(({ no, class: name, polygon }) => ({ no, class: name, polygon })),
    })
    const few = await server.call(contract.findResultObjects, { params, query: { ...query, limit: 5 }, token })
    expect(few.body.data.total).toBe(reaching.length)
    expect(few.body.data.oneOf).toBeGreaterThan(1)
  })

  it('of an older server has its objects in JSON, and returns them in all ways', async () => {
    const jobId = await analyse()
    const { token } = viewer
    const { blobs } = server.context
    const all = () => server.call(contract.getResultObjects, { params: { resultId: jobId }, token })
    const before = (await all()).body.data
    await blobs.write(blobKeys.jsonObjects(jobId), Buffer.from(JSON.stringify(before)))
    await blobs.remove(blobKeys.resultObjects(jobId))
    const query = { 'page[offset]': 3, 'page[size]': 4 }
    const page = await server.call(contract.pageResultObjects, { params: { resultId: jobId }, query, token })
    expect(page.body.data.objects).toEqual(before.slice(3, 7))
    expect((await all()).body.data).toEqual(before)
    // The JSON is kept: older servers may still be running beside this one.
    expect(await blobs.stat(blobKeys.jsonObjects(jobId))).not.toBeNull()
  })

  it('keeps with its result all that is needed to reproduce the numbers', async () => {
    const jobId = await analyse()
    const { body } = await server.call(contract.getJobResult, { params: { jobId }, token: viewer.token })
    expect(body.data.provenance).toEqual({
      application: 'dab-scoring 2.0.0',
      image: mediumId,
      imageSha256: sha256Of(file),
      suitability: 'fits',
      params: { nucleusDiameterPx: null, stainVectors: 'estimated' },
      pixelSizeUm: { x: 0.5, y: 0.5 },
      model: { name: 'stained', sha256: (await readBaseModel('stained')).sha256 },
      nucleusDiameterPx: 16,
      nucleusDiameterFrom: 'from the pixel size, for nuclei of 8 µm',
      // Measured on the image.
      stainVectors: { hematoxylin: expect.any(Array), dab: expect.any(Array) },
      stainVectorsFrom: 'estimated from the image',
      whitePoint: [expect.any(Number), expect.any(Number), expect.any(Number)],
      dabOdCuts: [0.2, 0.4, 0.6],
    })
  })

  it('that runs twice has one result', async () => {
    const jobId = await analyse()
    await createRunAnalysis(server.context)({ jobId }, work)
    const { body } = await server.call(contract.listJobs, { params: { projectId: project }, token: viewer.token })
    expect(body.data.filter(({ id }) => id === jobId)).toHaveLength(1)
  })

  it('that was interrupted resumes from its checkpoints with the identical result', async () => {
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
        write: async (...args: Parameters<typeof blobs.write>) => {
          const written = await blobs.write(...args)
          kept += 1
          controller.abort(new Error('shutdown'))
          return written
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

  it('is announced to open pages when it is submitted, cancelled and deleted', async () => {
    const heard: { id: string; status: string }[] = []
    const marker = { type: 'job', id: randomUUID(), project, status: 'pending', progress: 0 } as const
    const allHeard = Promise.withResolvers<void>()
    const unsubscribe = server.context.events.subscribe((event) => {
      if (event.type === 'job') heard.push(event)
      if (event.id === marker.id) allHeard.resolve()
    })
    const { body } = await submit(lab.admin.token)
    const jobId = body.data.id
    const remove = () => server.call(contract.deleteJob, { params: { jobId }, token: lab.admin.token })
    await remove()
    await remove()
    // Arrives after the others, so that one which is missing fails at once.
    await server.context.events.publish(marker)
    await allHeard.promise
    const statuses = heard.filter(({ id }) => id === jobId).map(({ status }) => status)
    expect(statuses).toEqual(['pending', 'cancelled', 'cancelled'])
    unsubscribe()
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
  const makeBundle = (bundleId: string) =>
    createMakeBundle(server.context, createResultObjects(server.context))({ bundleId }, work)
  const order = (format: contract.BundleFormat, jobs: string[], token = viewer.token) => {
    const content = { project, appName: 'dab-scoring', appVersions: ['2.0.0'], bundleAction: format, jobs }
    return server.call(contract.createBundle, { body: { data: content }, token })
  }
  const idOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers.location).split('/').at(-1) ?? ''
  const stateOf = async (bundleId: string) =>
    (await server.call(contract.getBundle, { params: { bundleId }, token: viewer.token })).body.data
  const bundle = async (format: contract.BundleFormat, jobs: string[]) => {
    const bundleId = idOf(await order(format, jobs))
    expect(await stateOf(bundleId)).toMatchObject({ status: 'pending', downloadUrl: null, expires: null })
    await makeBundle(bundleId)
    return bundleId
  }
  const download = (bundleId: string, token: string) =>
    server.call(contract.downloadBundle, { params: { bundleId }, query: { access_token: token } })
  const day = 24 * 3600 * 1000
  /** Runs with the server's clock advanced. */
  const later = async <T>(days: number, run: () => Promise<T>): Promise<T> => {
    const { now } = server.context
    server.context.now = () => new Date(now().getTime() + days * day)
    try {
      return await run()
    } finally {
      server.context.now = now
    }
  }

  it('identical to an existing one is not made again until its results change', async () => {
    const [one, other] = [await analyse(), await analyse()]
    const first = idOf(await order('csv', [one, other]))
    expect(idOf(await order('csv', [other, one]))).toBe(first)
    await makeBundle(first)
    expect(idOf(await order('csv', [one, other], lab.admin.token))).toBe(first)
    expect(idOf(await order('xlsx', [one, other]))).not.toBe(first)
    await server.call(contract.deleteJob, { params: { jobId: other }, token: lab.admin.token })
    expect(idOf(await order('csv', [one, other]))).not.toBe(first)
  })

  it('is kept for seven days, states its expiry, and afterwards why it is gone', async () => {
    const jobId = await analyse()
    const bundleId = await bundle('csv', [jobId])
    const made = Date.now()
    const { expires } = await stateOf(bundleId)
    expect(Math.abs(Date.parse(expires ?? '') - made - 7 * day)).toBeLessThan(60_000)
    await later(6.9, () => cleanUpBundles(server.context))
    expect(await download(bundleId, viewer.token)).toMatchObject({ status: 200 })
    const gone = {
      status: 'failed',
      statusErrors: ['The file was removed after 7 days. Order it again: the results are still there.'],
      downloadUrl: null,
      expires: null,
    }
    const { db } = server.context
    await db
      .update(resultBundles)
      .set({ expires: new Date(Date.now() - 1) })
      .where(eq(resultBundles.id, bundleId))
    expect(await stateOf(bundleId)).toMatchObject(gone)
    expect(await download(bundleId, viewer.token)).toMatchObject({ status: 410, code: 'ERR_0410' })
    await cleanUpBundles(server.context)
    expect(await stateOf(bundleId)).toMatchObject(gone)
    expect(await download(bundleId, viewer.token)).toMatchObject({ status: 410, code: 'ERR_0410' })
    const { rows } = await server.context.db.execute<{ keys: string[] }>(
      sql`select data->'payload'->'keys' as keys from jobs.job where data->>'name' = 'remove-blobs'`,
    )
    expect(rows.map(({ keys }) => keys)).toContainEqual([blobKeys.bundle(bundleId)])
    expect(idOf(await order('csv', [jobId]))).not.toBe(bundleId)
  })

  it('is rate-limited per person', async () => {
    const jobs = Array.from({ length: 21 }, () => randomUUID())
    const person = await lab.addPerson()
    const own = await lab.addProject(lab.admin, [[person, 'viewer']])
    const orderOwn = (jobId: string) => {
      const content = {
        project: own,
        appName: 'dab-scoring',
        appVersions: ['2.0.0'],
        bundleAction: 'csv' as const,
        jobs: [jobId],
      }
      return server.call(contract.createBundle, { body: { data: content }, token: person.token })
    }
    for (const jobId of jobs.slice(0, 20)) expect(await orderOwn(jobId)).toMatchObject({ status: 201 })
    const refused = await orderOwn(jobs[20] ?? '')
    expect(refused).toMatchObject({ status: 429, code: 'ERR_0429' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    // An existing identical bundle does not count.
    expect(await orderOwn(jobs[3] ?? '')).toMatchObject({ status: 201 })
  })

  it('as xlsx has the numbers of the page, and all objects', async () => {
    const jobId = await analyse()
    const book = join(createFolder('bundle'), 'results.xlsx')
    await writeFile(book, (await download(await bundle('xlsx', [jobId]), viewer.token)).raw)
    const { body } = await server.call(contract.getJobResult, { params: { jobId }, token: viewer.token })
    const sheets = await readXlsxFile(book)
    const [titles, row] = sheets[0]?.data ?? []
    expect(titles?.slice(0, 3)).toEqual(['Image', 'Application', 'Version'])
    expect(row?.slice(4)).toEqual([...body.data.figures.map(({ value }) => value), 'Original', 0])
    const { body: objects } = await server.call(contract.getResultObjects, {
      params: { resultId: jobId },
      token: viewer.token,
    })
    expect(sheets[1]?.data.slice(1)).toEqual(
      objects.data.map(({ no, class: name, values }) => [
        ...['=field', no, name],
        ...Object.values(values),
        ...['Original', null],
      ]),
    )
    const facts = new Map(sheets[2]?.data.slice(1).map(([, fact, value]) => [fact, value]))
    expect(facts.get('imageSha256')).toBe(sha256Of(file))
    expect(facts.get('nucleusDiameterPx')).toBe(16)
    expect(facts.get('stainVectors.dab')).toMatch(/^0\.\d+, 0\.\d+, 0\.\d+$/)
    expect(facts.get('model.sha256')).toMatch(/^[0-9a-f]{64}$/)
  })

  it('as csv has the same numbers, and no cell that a spreadsheet runs as a formula', async () => {
    const jobId = await analyse()
    const text = (await download(await bundle('csv', [jobId]), viewer.token)).raw.toString('utf8')
    const { body } = await server.call(contract.getJobResult, { params: { jobId }, token: viewer.token })
    const [titles, row] = text.replace('\uFEFF', '').trim().split('\r\n')
    expect(titles?.split(',')).toHaveLength(6 + body.data.figures.length)
    expect(row?.startsWith("'=field,dab-scoring,2.0.0,")).toBe(true)
    expect(row?.split(',').slice(4)).toEqual([
      ...body.data.figures.map(({ value }) => String(value ?? '')),
      'Original',
      '0',
    ])
  })

  it('without any result fails in words', async () => {
    const { body } = await submit(lab.admin.token)
    const bundleId = await bundle('csv', [body.data.id])
    const { body: state } = await server.call(contract.getBundle, { params: { bundleId }, token: viewer.token })
    expect(state.data).toMatchObject({ status: 'failed', statusErrors: ['There are no results to put together.'] })
  })

  it('cannot be downloaded by strangers', async () => {
    const stranger = await lab.addPerson()
    const bundleId = await bundle('csv', [await analyse()])
    expect(await download(bundleId, stranger.token)).toMatchObject({ status: 404 })
    expect(await download(bundleId, '')).toMatchObject({ status: 401 })
  })
})
