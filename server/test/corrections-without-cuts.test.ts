import * as contract from '@lamella/shared/contract'
import { multichannelOmeTiff } from '@lamella/shared/testing/pictures/index.ts'
import readXlsxFile from 'read-excel-file/node'
import { createMakeBundle } from '../src/domains/analysis/jobs/make-bundle.ts'
import { createRunAnalysis } from '../src/domains/analysis/jobs/run-analysis.ts'
import { createResultObjects } from '../src/domains/analysis/result-objects.ts'
import { createProcessImage } from '../src/domains/images/jobs/process-image.ts'
import { blobKeys } from '../src/platform/storage/blobs.ts'
import { setUpServer } from './helper.ts'
import { createLab, type Lab } from './lab.ts'
import { UploadClient } from './upload-client.ts'

const work = { signal: new AbortController().signal, isLastTry: true }
const picture = multichannelOmeTiff({ seed: 3, width: 400, height: 320, cells: 14, pixelSizeUm: 0.5 })

const server = setUpServer()
let lab: Lab
let project: string
/** Of the job and of its result. */
let resultId: string

/** A result of the application Nuclei, whose objects have one class. */
beforeAll(async () => {
  lab = await createLab(server.context.db)
  project = await lab.addProject(lab.admin, [])
  const client = new UploadClient(await server.app.listen({ port: 0, host: '127.0.0.1' }), lab.admin.token)
  const target = { project, originalFilename: 'culture.ome.tif', name: 'culture', type: 'MultiChannel' as const }
  const { imageId, mediumId } = await client.upload(picture.bytes, target)
  await createProcessImage(server.context)({ mediumId }, work)
  const job = { type: 'Job' as const, appName: 'nuclei', appVersion: '1.3.0', project, images: [imageId] }
  const body = { data: { ...job, appMetadata: { appData: { params: { channel: 0 } } } } }
  const { body: answer } = await server.call(contract.createJob, { body, token: lab.admin.token })
  resultId = answer.data.id
  await createRunAnalysis(server.context)({ jobId: resultId }, work)
})

const params = () => ({ resultId })
const save = (leftOut: number[], cuts: number[] = []) =>
  server.call(contract.createCorrection, {
    params: params(),
    body: { data: { source: null, cuts, leftOut } },
    token: lab.admin.token,
  })
const original = async () =>
  (await server.call(contract.getJobResult, { params: { jobId: resultId }, token: lab.admin.token })).body.data
const allObjects = async () =>
  (await server.call(contract.getResultObjects, { params: params(), token: lab.admin.token })).body.data
const mean = (numbers: number[]) => numbers.reduce((sum, value) => sum + value, 0) / numbers.length

test('nuclei are left out of a result without cuts, and all its figures follow', async () => {
  const before = await original()
  const kept = (await allObjects()).filter(({ no }) => no !== 2 && no !== 5)
  expect(kept.length).toBeGreaterThan(5)
  const { status, body } = await save([5, 2])
  expect(status).toBe(201)
  const { figures, classes, cuts, leftOut, createdBy } = body.data
  const valuesOf = (key: string) => kept.map(({ values }) => values[key] ?? Number.NaN)
  const figureOf = (key: string) => figures.find((figure) => figure.key === key)?.value
  expect(figureOf('nuclei')).toBe(kept.length)
  expect(figureOf('meanArea')).toBe(mean(valuesOf('area')))
  expect(figureOf('meanIntensity')).toBe(mean(valuesOf('meanIntensity')))
  expect(figureOf('meanCircularity')).toBe(mean(valuesOf('circularity')))
  expect(figureOf('density')).toBeCloseTo(kept.length / ((400 * 320 * 0.25) / 1e6), 6)
  expect(figures.map(({ key }) => key)).toEqual(before.figures.map(({ key }) => key))
  expect(figures.filter(({ value }) => value === null)).toEqual([])
  expect(classes.map(({ name, count }) => [name, count])).toEqual([['nucleus', kept.length]])
  expect(cuts).toEqual([])
  expect(leftOut).toEqual([{ by: createdBy, at: body.data.created, objects: [2, 5] }])
  expect(await original()).toEqual(before)
})

test.each<[string, number[], number[], string]>([
  ['cuts', [1], [100], 'The objects of this application have one class and no cuts.'],
  ['an unknown object', [9999], [], 'The result has no object 9999.'],
  ['no change', [], [], 'There is no change to be stored: cuts and objects are those of the result.'],
])('a correction is refused for %s', async (_, leftOut, cuts, detail) => {
  const refused = await save(leftOut, cuts)
  expect(refused).toMatchObject({ status: 400, code: 'ERR_4005' })
  expect(JSON.parse(refused.raw.toString()).errors[0].detail).toBe(detail)
})

test('the workbook says which nuclei were left out, by whom, and names no cuts', async () => {
  const { fullName } = (await save([3])).body.data.createdBy
  const content = {
    project,
    appName: 'nuclei',
    appVersions: ['1.3.0'],
    jobs: [resultId],
    bundleAction: 'xlsx' as const,
  }
  const { headers } = await server.call(contract.createBundle, { body: { data: content }, token: lab.admin.token })
  const bundleId = String(headers.location).split('/').at(-1) ?? ''
  await createMakeBundle(server.context, createResultObjects(server.context))({ bundleId }, work)
  const [summary, rows, facts] = await server.context.blobs.withFile(blobKeys.bundle(bundleId), async (path) =>
    readXlsxFile(path),
  )
  expect(summary?.data.slice(1).map((row) => row.at(-2))).toContain(1)
  const leftOut = rows?.data.filter((row) => String(row.at(-2)).startsWith(`by ${fullName}, `) && row[1] === 3)
  expect(leftOut?.map((row) => row[2])).toEqual(['nucleus'])
  const correction = new Map(facts?.data.map(([, fact, value]) => [fact, value]))
  expect(correction.get('correction.leftOut')).toMatch(`3 by ${fullName}, 20`)
  expect(correction.get('correction.correctedBy')).toBe(fullName)
  expect(correction.has('correction.cuts')).toBe(false)
})
