import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as contract from '@lamella/shared/contract'
import { eq } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import readXlsxFile from 'read-excel-file/node'
import { createMakeBundle } from '../src/domains/analysis/jobs/make-bundle.ts'
import { createMeasureImage } from '../src/domains/analysis/jobs/measure-image.ts'
import { createRunAnalysis } from '../src/domains/analysis/jobs/run-analysis.ts'
import { createResultObjects } from '../src/domains/analysis/result-objects.ts'
import { createProcessImage } from '../src/domains/images/jobs/process-image.ts'
import { auditLog, media } from '../src/platform/db/schema/index.ts'
import { createdId, lastTry, setUpAnalysedProject } from './analysed-project.ts'
import { createFolder } from './cluster.ts'
import { followImages } from './image-events.ts'

const { server, at, submit, order } = setUpAnalysedProject()

const set = (um: unknown, token = at.lab.admin.token, imageId = at.imageId) => {
  const input = { params: { imageId }, body: { data: { um: um as null } }, token }
  return server.call(contract.setPixelSize, input)
}
const read = async () => {
  const { body } = await server.call(contract.getImage, { params: { imageId: at.imageId }, token: at.viewer.token })
  return { pixelSize: body.data.pixelSize, ...body.data.pixelSizeOrigin }
}
const listed = async () => {
  const params = { projectId: at.project }
  const { body } = await server.call(contract.listImages, { params, token: at.viewer.token })
  return body.data.find(({ id }) => id === at.imageId)
}
const ofFile = { x: 0.5, y: 0.5 }
const given = { x: 0.25, y: 0.25 }
const ada = () => ({ id: at.lab.admin.userId, fullName: 'Ada Example' })
const byAda = expect.stringMatching(/^set by Ada Example, \d{4}-\d\d-\d\dT/)

const submitted = async () => (await submit(at.lab.admin.token)).body.data.id
/** @returns the result of a job that was submitted before */
const resultOf = async (jobId: string) => {
  await createRunAnalysis(server.context)({ jobId }, lastTry)
  return (await server.call(contract.getJobResult, { params: { jobId }, token: at.viewer.token })).body.data
}
const figureOf = ({ figures }: contract.JobResult, sought: string) => figures.find(({ key }) => key === sought)?.value
const verdict = async () => {
  const query = { appName: 'dab-scoring', appVersion: '2.3.0' }
  const input = { params: { imageId: at.imageId }, query, token: at.lab.admin.token }
  return (await server.call(contract.checkSuitability, input)).body.data
}

beforeEach(() => set(null))

describe('The pixel size of an image', () => {
  it('is that of the file, until an editor sets another; cleared, it is that of the file again', async () => {
    expect(await read()).toEqual({ pixelSize: ofFile, source: 'file' })
    expect((await set(given)).status).toBe(204)
    const set1 = { pixelSize: given, source: 'user', by: ada(), at: expect.any(String), ofFile }
    expect(await read()).toEqual(set1)
    expect(await listed()).toMatchObject({ pixelSize: given, pixelSizeOrigin: { source: 'user' } })
    expect((await set(null)).status).toBe(204)
    expect(await read()).toEqual({ pixelSize: ofFile, source: 'file' })
  })

  it.each([
    [{ x: 0.0009, y: 0.5 }],
    [{ x: 0.5, y: 1000.1 }],
    [{ x: 0, y: 0 }],
    [{ x: -1, y: -1 }],
    [{ x: '0.5', y: 0.5 }],
    [{ x: 0.5 }],
    [0.5],
  ])('is not set to %j', async (um) => {
    expect(await set(um)).toMatchObject({ status: 400, code: 'ERR_0400' })
    expect(await read()).toMatchObject({ source: 'file' })
  })

  it.each([0.001, 1000])('is set to %d µm at the ends of its range', async (um) => {
    expect((await set({ x: um, y: um })).status).toBe(204)
    expect(await read()).toMatchObject({ pixelSize: { x: um, y: um } })
  })

  it('is not set by viewers, nor by others, nor before the image is available', async () => {
    const stranger = await at.lab.addPerson()
    const guest = await at.lab.addPerson('guest')
    expect(await set(given, at.viewer.token)).toMatchObject({ status: 403, code: 'ERR_0403' })
    expect(await set(given, stranger.token)).toMatchObject({ status: 404, code: 'ERR_0404' })
    expect(await set(given, guest.token)).toMatchObject({ status: 404, code: 'ERR_0404' })
    const { imageId } = await at.client.start({ project: at.project, size: 5 })
    expect(await set(given, at.lab.admin.token, imageId)).toMatchObject({ status: 409, code: 'ERR_3002' })
  })

  it('is in the audit log and sent to open pages when it changes, and only then', async () => {
    const { db } = server.context
    const entries = async () => {
      const rows = await db.select().from(auditLog).where(eq(auditLog.objectId, at.imageId))
      return rows
        .filter(({ action }) => action.startsWith('image.pixel-size'))
        .map(({ action, detail }) => [action, detail])
    }
    const before = (await entries()).length
    const events = await followImages(at.client)
    await set({ x: 0.25, y: 0.3 })
    await events.until(at.imageId, ['available'])
    events.close()
    await set(null)
    await set(null)
    expect((await entries()).slice(before)).toEqual([
      ['image.pixel-size-set', { name: '=field', pixelSize: '0.25 × 0.3 µm' }],
      ['image.pixel-size-cleared', { name: '=field' }],
    ])
  })

  it('stays when the image is processed again', async () => {
    await set(given)
    await server.context.db.update(media).set({ status: 'uploadFinished' }).where(eq(media.id, at.mediumId))
    await createProcessImage(server.context)({ mediumId: at.mediumId }, lastTry)
    expect(await read()).toMatchObject({ pixelSize: given, source: 'user', ofFile })
  })
})

describe('A pixel size that a user has set', () => {
  it('counts for the verdict at once, although the image was measured before', async () => {
    await verdict()
    await createMeasureImage(server.context)({ imageId: at.imageId, kind: 'bright-field' }, lastTry)
    expect((await verdict()).suitability).toMatchObject({ verdict: 'fits' })
    await set({ x: 1.5, y: 1.5 })
    expect((await verdict()).suitability).toMatchObject({
      verdict: 'doubtful',
      reasons: expect.arrayContaining([expect.stringContaining('a nucleus of 8 µm is 5.3 px wide')]),
      measurements: { scale: { source: 'known', um: { x: 1.5, y: 1.5 } } },
    })
    await set({ x: 2, y: 2 })
    expect(await submit(at.lab.admin.token)).toMatchObject({ status: 409, code: 'ERR_4001' })
  })

  it('is what a job measures with, and its provenance and its sheets say who set it', async () => {
    const before = await submitted()
    const original = await resultOf(before)
    expect(original.provenance).toMatchObject({ pixelSizeUm: ofFile, pixelSizeFrom: 'file', nucleusDiameterPx: 16 })
    await set({ x: 0.4, y: 0.4 })
    const jobId = await submitted()
    const result = await resultOf(jobId)
    expect(result.provenance).toMatchObject({
      pixelSizeUm: { x: 0.4, y: 0.4 },
      pixelSizeFrom: byAda,
      nucleusDiameterPx: 20,
      nucleusDiameterFrom: 'from the pixel size, for nuclei of 8 µm',
    })
    const shrunk = 0.4 ** 2 / 0.5 ** 2
    expect(figureOf(result, 'tissueArea')).toBeCloseTo(shrunk * (figureOf(original, 'tissueArea') ?? 0), 9)
    const bundle = async (format: contract.BundleFormat) => {
      const bundleId = createdId(await order(format, [jobId]))
      await createMakeBundle(server.context, createResultObjects(server.context))({ bundleId }, lastTry)
      const file = { params: { bundleId }, query: { access_token: at.viewer.token } }
      return (await server.call(contract.downloadBundle, file)).raw
    }
    const book = join(createFolder('bundle'), 'results.xlsx')
    await writeFile(book, await bundle('xlsx'))
    const facts = new Map((await readXlsxFile(book))[2]?.data.map(([, fact, value]) => [fact, value]))
    expect(facts.get('pixelSizeFrom')).toEqual(byAda)
    const csv = strFromU8(unzipSync(await bundle('csv'))['results.csv'] ?? new Uint8Array())
    const [titles, row] = csv.split('\r\n')
    expect(titles).toMatch(/,Pixel size \[µm\],Pixel size from,/)
    expect(row).toMatch(/,0\.4,"set by Ada Example, [^"]*",Original,0,/)
  })

  it('is that of the time when the job was submitted, however long it waits', async () => {
    await set({ x: 0.4, y: 0.4 })
    const jobId = await submitted()
    await set(null)
    expect((await resultOf(jobId)).provenance).toMatchObject({ pixelSizeUm: { x: 0.4, y: 0.4 }, pixelSizeFrom: byAda })
  })
})
