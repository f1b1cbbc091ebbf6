import * as contract from '@lamella/shared/contract'
import { hDabField, toTiff } from '@lamella/shared/testing/pictures/index.ts'
import { encodeOmeTiff } from '@lamella/shared/testing/pictures/ome-tiff.ts'
import { sql } from 'drizzle-orm'
import { createMeasureImage } from '../src/domains/analysis/jobs/measure-image.ts'
import { createRunAnalysis } from '../src/domains/analysis/jobs/run-analysis.ts'
import { createProcessImage } from '../src/domains/images/jobs/process-image.ts'
import { readBaseModel } from '../src/learning/models/base-models.ts'
import { normal, seededRandom } from '../src/learning/random.ts'
import { setUpServer } from './helper.ts'
import { createLab, type Lab } from './lab.ts'
import { UploadClient } from './upload-client.ts'

const work = { signal: new AbortController().signal, isLastTry: true }
const options = { seed: 5, width: 500, height: 400 }
const section = hDabField(options)
const negative = hDabField({ ...options, positiveShare: 0 })
/** The section with green and blue light exchanged: brown becomes pink, as of eosin. */
const exchanged = { ...section, data: section.data.map((_, i, all) => all[i + ([0, 1, -1][i % 3] ?? 0)] ?? 0) }

const server = setUpServer()
let lab: Lab
let project: string
let client: UploadClient
let images: { section: string; negative: string; other: string }

const app = { appName: 'dab-scoring', appVersion: '2.3.0' }
const check = (imageId: string, token = lab.admin.token, query: object = app) =>
  server.call(contract.checkSuitability, { params: { imageId }, query: { ...app, ...query }, token })
const measure = (imageId: string) => createMeasureImage(server.context)({ imageId, kind: 'bright-field' }, work)
const submit = (image: string) => {
  const job = { type: 'Job' as const, ...app, appMetadata: { appData: { params: {} } }, project, images: [image] }
  return server.call(contract.createJob, { body: { data: job }, token: lab.admin.token })
}

beforeAll(async () => {
  lab = await createLab(server.context.db)
  project = await lab.addProject(lab.admin)
  client = new UploadClient(await server.app.listen({ port: 0, host: '127.0.0.1' }), lab.admin.token)
  const upload = async (name: string, picture: typeof section) => {
    const bytes = toTiff(picture, 0.5)
    const { imageId, mediumId } = await client.upload(bytes, { project, originalFilename: `${name}.tif`, name })
    await createProcessImage(server.context)({ mediumId }, work)
    return imageId
  }
  images = {
    section: await upload('section', section),
    negative: await upload('negative', negative),
    other: await upload('other', exchanged),
  }
})
beforeEach(() => server.context.db.execute(sql`DELETE FROM medium_measurements`))

it('is measured after the first request, once, and then read', async () => {
  const pending = { status: 'pending', error: null, suitability: null }
  expect((await check(images.section)).body.data).toEqual(pending)
  expect((await check(images.section)).body.data).toEqual(pending)
  const waiting = (await server.context.queue.count()).filter(({ name }) => name === 'measure-image')
  expect(waiting.reduce((sum, { count }) => sum + count, 0)).toBe(1)
  await measure(images.section)
  const { body } = await check(images.section)
  expect(body.data).toMatchObject({
    status: 'ready',
    suitability: {
      verdict: 'fits',
      reasons: [],
      measurements: { kind: 'bright-field', scale: { source: 'known', um: { x: 0.5, y: 0.5 } } },
    },
  })
})

it('doubtful: says why, and the job runs; its result says so too', async () => {
  await check(images.negative)
  await measure(images.negative)
  const { body } = await check(images.negative)
  const sentence = expect.stringContaining('No DAB is seen')
  expect(body.data.suitability).toMatchObject({ verdict: 'doubtful', reasons: [sentence] })
  const { body: job } = await submit(images.negative)
  await createRunAnalysis(server.context)({ jobId: job.data.id }, work)
  const params = { jobId: job.data.id }
  const { body: result } = await server.call(contract.getJobResult, { params, token: lab.admin.token })
  expect(result.data.suitability).toEqual(body.data.suitability)
  expect(result.data.provenance).toMatchObject({ suitability: expect.stringMatching(/^doubtful: .*No DAB is seen/) })
})

it('refused: cannot be submitted, in words', async () => {
  await check(images.other)
  await measure(images.other)
  expect((await check(images.other)).body.data.suitability?.verdict).toBe('refused')
  const refused = await submit(images.other)
  expect(refused).toMatchObject({ status: 409, code: 'ERR_4001' })
  expect(JSON.parse(refused.raw.toString()).errors[0].detail).toMatch(
    /^DAB scoring cannot analyse this image\. .*neither hematoxylin nor DAB/,
  )
})

it('a job submitted without asking is measured first, and fails in words when the image is refused', async () => {
  const { body } = await submit(images.other)
  const params = { jobId: body.data.id }
  await createRunAnalysis(server.context)(params, work)
  const { body: job } = await server.call(contract.getJob, { params, token: lab.admin.token })
  expect(job.data).toMatchObject({
    status: 'failed',
    statusErrors: [expect.stringMatching(/^DAB scoring cannot analyse this image\./)],
  })
  // It is known now.
  expect((await check(images.other)).body.data.status).toBe('ready')
})

it('bands of muscle are looked at by the pixel size that counts now', async () => {
  const [side, um] = [300, 0.04]
  const random = seededRandom(4)
  // Dark lines, as Z lines are.
  const level = (i: number) => ((((i % side) * um) / 1.9) % 1 < 0.1 ? 60 : 160) + 8 * normal(random)
  const plane = () => Uint16Array.from({ length: side * side }, (_, i) => level(i))
  const size = { width: side, height: side, sizeZ: 1, sizeT: 1, pixelSizeUm: um, stepUm: 1, intervalSeconds: 1 }
  const bytes = encodeOmeTiff({ name: 'muscle', channels: [{ name: 'EM', color: 0xffffff }], ...size, plane })
  const target = { project, originalFilename: 'muscle.ome.tif', name: 'muscle', fileType: 'MultiChannel' as const }
  const { imageId, mediumId } = await client.upload(bytes, target)
  await createProcessImage(server.context)({ mediumId }, work)
  const verdict = async () => {
    const query = { appName: 'sarcomere-length', appVersion: '1.1.0' }
    const first = (await check(imageId, lab.admin.token, query)).body.data
    if (first.status === 'ready') return first.suitability
    await createMeasureImage(server.context)({ imageId, kind: 'striations' }, work)
    return (await check(imageId, lab.admin.token, query)).body.data.suitability
  }
  expect(await verdict()).toMatchObject({ verdict: 'fits', reasons: [], measurements: null })
  const set = (pixelSize: { x: number; y: number }) =>
    server.call(contract.setPixelSize, {
      params: { imageId },
      body: { data: { um: pixelSize } },
      token: lab.admin.token,
    })
  expect((await set({ x: 0.1, y: 0.1 })).status).toBe(204)
  expect(await verdict()).toMatchObject({ verdict: 'refused', reasons: [expect.stringMatching(/clear period/)] })
})

describe('of an application that reads one channel', () => {
  const nuclei = { appName: 'nuclei', appVersion: '1.3.0' }
  const [width, height] = [300, 240]
  /** Bright field in the first channel, nuclei in the second. */
  const plane = (channel: number) =>
    Uint16Array.from({ length: width * height }, (_, i) => {
      const [x, y] = [(i % width) % 60, Math.floor(i / width) % 60]
      const isNucleus = (x - 30) ** 2 + (y - 30) ** 2 < 150
      if (channel === 0) return (isNucleus ? 900 : 3000) + ((i * 7919) % 97)
      return (isNucleus ? 3000 + ((i * 31) % 400) : 200) + ((i * 7919) % 97)
    })
  const submitFor = (image: string, params: { channel?: number }) => {
    const appMetadata = { appData: { params } }
    const job = { type: 'Job' as const, ...nuclei, appMetadata, project, images: [image] }
    return server.call(contract.createJob, { body: { data: job }, token: lab.admin.token })
  }
  let image: string
  beforeAll(async () => {
    const channels = [
      { name: 'GFP', color: 0x00ff00 },
      { name: 'DAPI', color: 0x0000ff },
    ]
    const size = { width, height, sizeZ: 1, sizeT: 1, pixelSizeUm: 0.4, stepUm: 1, intervalSeconds: 1 }
    const bytes = encodeOmeTiff({ name: 'cells', channels, ...size, plane })
    const target = { project, originalFilename: 'cells.ome.tif', name: 'cells', fileType: 'MultiChannel' as const }
    const uploaded = await client.upload(bytes, target)
    await createProcessImage(server.context)({ mediumId: uploaded.mediumId }, work)
    image = uploaded.imageId
  })

  it('the image has the verdict of its best channel, a job that of its own', async () => {
    await check(image, lab.admin.token, nuclei)
    await createMeasureImage(server.context)({ imageId: image, kind: 'fluorescence' }, work)
    expect((await check(image, lab.admin.token, nuclei)).body.data.suitability?.verdict).toBe('fits')
    // The first channel is also the one by default.
    for (const params of [{ channel: 0 }, {}]) {
      const refused = await submitFor(image, params)
      expect(refused).toMatchObject({ status: 409, code: 'ERR_4001' })
      expect(JSON.parse(refused.raw.toString()).errors[0].detail).toContain('GFP: ')
    }
    expect((await submitFor(image, { channel: 1 })).status).toBe(201)
  })

  it.each([{ channel: 0 }, {}])(
    'a job with %j that was submitted without asking fails, whatever another channel is like',
    async (given) => {
      const { body } = await submitFor(image, given)
      const params = { jobId: body.data.id }
      await createRunAnalysis(server.context)(params, work)
      const { body: job } = await server.call(contract.getJob, { params, token: lab.admin.token })
      expect(job.data).toMatchObject({ status: 'failed', statusErrors: [expect.stringContaining('GFP: ')] })
    },
  )
})

it('measurements of another version are made again', async () => {
  await check(images.section)
  await measure(images.section)
  await server.context.db.execute(sql`UPDATE medium_measurements SET version = 0`)
  expect((await check(images.section)).body.data.status).toBe('pending')
  await measure(images.section)
  expect((await check(images.section)).body.data.status).toBe('ready')
})

describe('the diameter of nuclei', () => {
  let imageId: string
  beforeAll(async () => {
    const file = { project, originalFilename: 'unscaled.tif', name: 'unscaled' }
    const uploaded = await client.upload(toTiff(section), file)
    await createProcessImage(server.context)({ mediumId: uploaded.mediumId }, work)
    imageId = uploaded.imageId
  })
  const estimate = async () => {
    const { suitability } = (await check(imageId)).body.data
    return suitability?.measurements?.kind === 'bright-field' ? suitability.measurements.nucleusDiameter : null
  }

  it('is estimated where the pixel size is unknown, as the job does', async () => {
    await check(imageId)
    await measure(imageId)
    const found = await estimate()
    expect(found).toEqual({ px: expect.any(Number), model: (await readBaseModel('stained')).sha256 })
    const { body: job } = await submit(imageId)
    await createRunAnalysis(server.context)({ jobId: job.data.id }, work)
    const params = { jobId: job.data.id }
    const { body: result } = await server.call(contract.getJobResult, { params, token: lab.admin.token })
    expect(result.data.provenance).toMatchObject({
      nucleusDiameterPx: found?.px,
      nucleusDiameterFrom: 'estimated from the image',
    })
  })

  it('is estimated again when the network is another one', async () => {
    await measure(imageId)
    const stored = { nucleusDiameter: { px: 3, model: 'of an earlier network' } }
    await server.context.db.execute(
      sql`UPDATE medium_measurements SET measurements = measurements || ${JSON.stringify(stored)}::jsonb`,
    )
    expect((await check(imageId)).body.data.status).toBe('pending')
    await measure(imageId)
    expect(await estimate()).toMatchObject({ model: (await readBaseModel('stained')).sha256 })
  })

  it('may be missing: the verdict is there, and the image is not measured again', async () => {
    await measure(imageId)
    await server.context.db.execute(sql`UPDATE medium_measurements SET measurements = measurements - 'nucleusDiameter'`)
    expect((await check(imageId)).body.data).toMatchObject({ status: 'ready', suitability: { verdict: 'fits' } })
    expect(await estimate()).toBeUndefined()
  })
})

it('is refused for unknown applications and images, and for viewers', async () => {
  const viewer = await lab.addPerson()
  expect(await check(images.section, lab.admin.token, { appVersion: '9.9.9' })).toMatchObject({ code: 'ERR_4002' })
  expect(await check(project)).toMatchObject({ status: 404, code: 'ERR_0404' })
  expect(await check(images.section, viewer.token)).toMatchObject({ status: 404 })
})

it('of many images is one call: what is known at once, what is not begins to be measured, the others are left out', async () => {
  const elsewhere = await lab.addProject(lab.admin)
  const ask = async (projectId: string, ids: string[]) => {
    const body = { data: { ...app, images: ids } }
    const input = { params: { projectId }, body, token: lab.admin.token }
    return (await server.call(contract.checkSuitabilities, input)).body.data
  }
  await check(images.section)
  await measure(images.section)
  const unknown = '019aa000-0000-7000-8000-000000000099'
  const answers = await ask(project, [images.other, images.section, unknown, images.other])
  expect(answers.map(({ image, status }) => [image, status]).toSorted()).toEqual(
    [
      [images.other, 'pending'],
      [images.section, 'ready'],
    ].toSorted(),
  )
  const alone = (await check(images.section)).body.data
  expect(answers.find(({ image }) => image === images.section)).toEqual({ image: images.section, ...alone })
  await measure(images.other)
  expect((await ask(project, [images.other])).map(({ suitability }) => suitability?.verdict)).toEqual(['refused'])
  expect(await ask(elsewhere, [images.section])).toEqual([])
  const wrong = { data: { ...app, appVersion: '9.9.9', images: [images.section] } }
  const refused = { params: { projectId: project }, body: wrong, token: lab.admin.token }
  expect((await server.call(contract.checkSuitabilities, refused)).code).toBe('ERR_4002')
})
