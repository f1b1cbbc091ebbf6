import { randomUUID } from 'node:crypto'
import * as contract from '@lamella/shared/contract'
import { hDabField, toTiff } from '@lamella/shared/testing/pictures/index.ts'
import { eq } from 'drizzle-orm'
import readXlsxFile from 'read-excel-file/node'
import { objectTableFromJson } from '../src/analysis/results/json-objects.ts'
import { encodeObjectFile } from '../src/analysis/results/write-objects.ts'
import { createMakeBundle } from '../src/domains/analysis/jobs/make-bundle.ts'
import { createRunAnalysis } from '../src/domains/analysis/jobs/run-analysis.ts'
import { createResultObjects } from '../src/domains/analysis/result-objects.ts'
import { createProcessImage } from '../src/domains/images/jobs/process-image.ts'
import { storedBytes } from '../src/domains/quotas/usage.ts'
import { analysisJobs, auditLog, correctedResults, jobResults } from '../src/platform/db/schema/index.ts'
import { UnknownWork } from '../src/platform/queue/job-types.ts'
import { blobKeys } from '../src/platform/storage/blobs.ts'
import { setUpServer } from './helper.ts'
import { createLab, type Lab, type Person } from './lab.ts'
import { UploadClient } from './upload-client.ts'

const work = { signal: new AbortController().signal, isLastTry: true }
const file = toTiff(hDabField({ seed: 5, width: 500, height: 400 }), 0.5)
const ownCuts = [0.2, 0.4, 0.6]

const server = setUpServer()
let lab: Lab
let project: string
let imageId: string
let viewer: Person
let editor: Person
let analysed: string
let resultId: string

const analyse = async (): Promise<string> => {
  const job = { type: 'Job' as const, appName: 'dab-scoring', appVersion: '2.3.0', project, images: [imageId] }
  const body = { data: { ...job, appMetadata: { appData: { params: {} } } } }
  const { body: answer } = await server.call(contract.createJob, { body, token: lab.admin.token })
  await createRunAnalysis(server.context)({ jobId: answer.data.id }, work)
  return answer.data.id
}

beforeAll(async () => {
  lab = await createLab(server.context.db)
  viewer = await lab.addPerson()
  editor = await lab.addPerson()
  project = await lab.addProject(lab.admin, [
    [viewer, 'viewer'],
    [editor, 'editor'],
  ])
  const client = new UploadClient(await server.app.listen({ port: 0, host: '127.0.0.1' }), lab.admin.token)
  const upload = await client.upload(file, { project, originalFilename: 'field.tif', name: 'field' })
  imageId = upload.imageId
  await createProcessImage(server.context)({ mediumId: upload.mediumId }, work)
  analysed = await analyse()
})
/** A result with the objects of the analysed one, by copying: an analysis takes seconds. */
const copyResult = async (): Promise<string> => {
  const { db, blobs } = server.context
  const [job] = await db.select().from(analysisJobs).where(eq(analysisJobs.id, analysed))
  const [result] = await db.select().from(jobResults).where(eq(jobResults.id, analysed))
  if (!job || !result) throw new Error('There is no analysed result')
  const id = randomUUID()
  await db.insert(analysisJobs).values({ ...job, id })
  await db.insert(jobResults).values({ ...result, id, jobId: id })
  await blobs.write(blobKeys.resultObjects(id), await blobs.read(blobKeys.resultObjects(analysed)))
  return id
}
beforeEach(async () => {
  resultId = await copyResult()
})

interface Form {
  source?: string | null
  cuts?: number[]
  leftOut?: number[]
}
const save = ({ source = null, cuts = ownCuts, leftOut = [] }: Form, person: Person = lab.admin, result = resultId) =>
  server.call(contract.createCorrection, {
    params: { resultId: result },
    body: { data: { source, cuts, leftOut } },
    token: person.token,
  })
const saved = async (...args: Parameters<typeof save>): Promise<contract.CorrectedResult> => {
  const { status, body } = await save(...args)
  expect(status).toBe(201)
  return body.data
}
const list = async () =>
  (await server.call(contract.listCorrections, { params: { resultId }, token: viewer.token })).body.data
const original = async () =>
  (await server.call(contract.getJobResult, { params: { jobId: resultId }, token: viewer.token })).body.data
const allObjects = async () =>
  (await server.call(contract.getResultObjects, { params: { resultId }, token: viewer.token })).body.data
const figureOf = ({ figures }: Pick<contract.JobResult, 'figures'>, key: string) =>
  figures.find((figure) => figure.key === key)?.value
const column = async (name: string) => {
  const { raw } = await server.call(contract.getResultColumn, {
    params: { resultId, column: name },
    token: viewer.token,
  })
  return [...new Float64Array(Uint8Array.from(raw).buffer)]
}

/** Orders the workbook of the result and its corrections. @returns its id */
const orderWorkbook = async (changes: { results?: string[] | undefined; appVersions?: string[] }): Promise<string> => {
  const content = { project, appName: 'dab-scoring', appVersions: ['2.3.0'], jobs: [resultId], ...changes }
  const { headers } = await server.call(contract.createBundle, {
    body: { data: { ...content, bundleAction: 'xlsx' as const } },
    token: viewer.token,
  })
  return String(headers.location).split('/').at(-1) ?? ''
}
const makeWorkbook = (bundleId: string) =>
  createMakeBundle(server.context, createResultObjects(server.context))({ bundleId }, work)
/** Its sheets. */
const workbook = async (results?: string[]) => {
  const bundleId = await orderWorkbook({ results })
  await makeWorkbook(bundleId)
  return server.context.blobs.withFile(blobKeys.bundle(bundleId), async (path) => readXlsxFile(path))
}

describe('A column of a result', () => {
  it('has one number per object, classes as indices', async () => {
    const objects = await allObjects()
    expect(await column('dabOd')).toEqual(objects.map(({ values }) => values.dabOd))
    expect(await column('class')).toEqual(objects.map((object) => ['0', '1+', '2+', '3+'].indexOf(object.class)))
  })

  it('that the objects do not have is not found', async () => {
    const call = { params: { resultId, column: 'colour' }, token: viewer.token }
    expect(await server.call(contract.getResultColumn, call)).toMatchObject({ status: 404, code: 'ERR_0404' })
  })
})

describe('A corrected result', () => {
  it('has the counts, share and H-score of its cuts, and leaves the original as it is', async () => {
    const before = await original()
    const values = (await allObjects()).map((object) => object.values.dabOd ?? 0)
    const cuts = [0.3, 0.5, 0.9]
    const correction = await saved({ cuts })
    const counts = [0, 1, 2, 3].map((code) => values.filter((od) => contract.classIndexOf(od, cuts) === code).length)
    expect(counts[0]).toBeGreaterThan(0)
    expect(correction.classes.map(({ count }) => count)).toEqual(counts)
    const [none = 0, weak = 0, moderate = 0, strong = 0] = counts
    expect(figureOf(correction, 'positiveShare')).toBe((100 * (values.length - none)) / values.length)
    expect(figureOf(correction, 'hScore')).toBe((100 * (weak + 2 * moderate + 3 * strong)) / values.length)
    expect(figureOf(correction, 'meanArea')).toBe(figureOf(before, 'meanArea'))
    expect(await original()).toEqual(before)
  })

  it('does not count objects that were left out, and says who did it, also after the next correction', async () => {
    const objects = await allObjects()
    const first = await saved({ leftOut: [3, 1] }, editor)
    expect(first.leftOut).toEqual([{ by: first.createdBy, at: first.created, objects: [1, 3] }])
    expect(first.createdBy.id).toBe(editor.userId)
    expect(figureOf(first, 'nuclei')).toBe(objects.length - 2)
    const kept = objects.filter(({ no }) => no !== 1 && no !== 3)
    expect(figureOf(first, 'meanDabOd')).toBe(
      kept.reduce((sum, { values }) => sum + (values.dabOd ?? 0), 0) / kept.length,
    )
    expect(first.classes.map(({ count }) => count)).toEqual(
      ['0', '1+', '2+', '3+'].map((name) => kept.filter((object) => object.class === name).length),
    )
    const second = await saved({ source: first.id, leftOut: [2, 3] })
    expect(second.source).toBe(first.id)
    expect(second.leftOut.map(({ by, objects: numbers }) => [by.id, numbers])).toEqual([
      [editor.userId, [3]],
      [lab.admin.userId, [2]],
    ])
    expect((await list()).map(({ id }) => id)).toEqual([second.id, first.id])
  })

  it.each<[string, Form, string]>([
    ['too few cuts', { cuts: [0.2] }, 'Enter 3 cuts.'],
    ['a cut out of range', { cuts: [0.2, 0.4, 2.5] }, 'Enter cuts from 0 to 2.'],
    ['descending cuts', { cuts: [0.4, 0.2, 0.6] }, 'Enter the cuts in ascending order.'],
    ['an unknown object', { leftOut: [9999] }, 'The result has no object 9999.'],
    ['no change', {}, 'There is no change to be stored: cuts and objects are those of the result.'],
  ])('is refused for %s', async (_, form, detail) => {
    const refused = await save(form)
    expect(refused).toMatchObject({ status: 400, code: 'ERR_4005' })
    expect(JSON.parse(refused.raw.toString()).errors[0].detail).toBe(detail)
  })

  it('is refused for a viewer, and for a source of another result', async () => {
    expect(await save({ leftOut: [1] }, viewer)).toMatchObject({ status: 403, code: 'ERR_0403' })
    const other = await saved({ leftOut: [1] }, lab.admin, await copyResult())
    expect(await save({ source: other.id, leftOut: [2] })).toMatchObject({ status: 404, code: 'ERR_0404' })
  })

  it('is stored once when it is sent several times at the same time, and recorded once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => saved({ cuts: [0.1, 0.4, 0.6] })))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await list()).toHaveLength(1)
    const entries = await server.context.db.select().from(auditLog).where(eq(auditLog.objectId, resultId))
    expect(entries.filter(({ action }) => action === 'result.corrected')).toMatchObject([
      { userId: lab.admin.userId, detail: { imageName: 'field', name: 'DAB scoring', cuts: [0.1, 0.4, 0.6] } },
    ])
  })

  it('counts as stored bytes, and is deleted with its job', async () => {
    const { db } = server.context
    const organisation = lab.organisationId
    const before = await storedBytes(db, organisation)
    await saved({ leftOut: [1] })
    const next = await saved({ leftOut: [1, 2], source: (await list())[0]?.id ?? null })
    const [row] = await db.select().from(correctedResults).where(eq(correctedResults.id, next.id))
    expect(row?.size).toBeGreaterThan(500)
    expect((await storedBytes(db, organisation)) - before).toBeGreaterThan(2 * 500)
    await server.call(contract.deleteJob, { params: { jobId: resultId }, token: lab.admin.token })
    expect(await db.select().from(correctedResults).where(eq(correctedResults.resultId, resultId))).toEqual([])
    expect(await save({ leftOut: [5] })).toMatchObject({ status: 404 })
  })

  it('is in the workbook beside the original, and says so of each row', async () => {
    const { fullName } = (await saved({ cuts: [0.3, 0.5, 0.9], leftOut: [2] }, editor)).createdBy
    const [summary, rows, facts] = await workbook()
    const text = expect.stringMatching(`^Corrected by ${fullName}, 20.+Z$`)
    expect(summary?.data.slice(1).map((row) => row.slice(-3))).toEqual([
      ['Original', 0, resultId],
      [text, 1, resultId],
    ])
    const list = await allObjects()
    const half = rows?.data.slice(1 + list.length) ?? []
    expect(half.map((row) => row[2])).toEqual(
      list.map(({ values }) => ['0', '1+', '2+', '3+'][contract.classIndexOf(values.dabOd ?? 0, [0.3, 0.5, 0.9])]),
    )
    expect(half.map((row) => row.at(-2)).slice(0, 3)).toEqual([null, expect.stringContaining(`by ${fullName}, `), null])
    const factsOf = (name: string) => facts?.data.filter(([, fact]) => fact === name).map((row) => row[2])
    expect(factsOf('correction.correctedBy')).toEqual([fullName])
    // Of each result those in force.
    expect(factsOf('dabOdCuts')).toEqual(['0.2, 0.4, 0.6', '0.3, 0.5, 0.9'])
    expect(factsOf('correction.cuts')).toEqual([])
    expect(factsOf('correction.leftOut')).toEqual([expect.stringContaining(`2 by ${fullName}, 20`)])
    expect(factsOf('runBy')).toEqual(['Ada Example', 'Ada Example'])
    const [alone] = await workbook([resultId])
    expect(alone?.data.slice(1).map((row) => row.at(-3))).toEqual(['Original'])
  })
})

test('an object that was just below a cut before rounding stays there while another cut is moved', async () => {
  const columns = (await original()).columns.map(({ key }) => key)
  const names = { classes: ['0', '1+', '2+', '3+'], columns }
  const [first, ...others] = await allObjects()
  if (!first) throw new Error('The result has no objects')
  const objects = [{ ...first, class: '0', values: { ...first.values, dabOd: 0.2 } }, ...others]
  const file = Buffer.concat([...encodeObjectFile(objectTableFromJson(objects, names), names)])
  await server.context.blobs.write(blobKeys.resultObjects(resultId), file)
  const ofClass = (name: string) => objects.filter((object) => object.class === name).length
  const cuts = [0.2, 0.4, 0.7]
  const { classes } = await saved({ cuts })
  expect(classes.slice(0, 2).map(({ count }) => count)).toEqual([ofClass('0'), ofClass('1+')])

  const query = { sort: 'class', 'page[size]': 250, cuts: cuts.join() }
  const { body } = await server.call(contract.pageResultObjects, { params: { resultId }, query, token: viewer.token })
  expect(body.data.objects.findIndex(({ no }) => no === 1)).toBeLessThan(ofClass('0'))

  const [, rows] = await workbook()
  expect(rows?.data.slice(1 + objects.length)[0]?.[2]).toBe('0')
})

test('a workbook with corrections of an application version that only a newer server knows waits for that server', async () => {
  await saved({ cuts: [0.3, 0.5, 0.9] })
  const { db } = server.context
  await db.update(analysisJobs).set({ appVersion: '99.0.0' }).where(eq(analysisJobs.id, resultId))
  const bundleId = await orderWorkbook({ appVersions: ['99.0.0'] })
  await expect(makeWorkbook(bundleId)).rejects.toThrow(UnknownWork)
  const { body } = await server.call(contract.getBundle, { params: { bundleId }, token: viewer.token })
  expect(body.data.status).toBe('pending')
})

test('objects are sorted by the classes of other cuts', async () => {
  const cuts = [0.3, 0.5, 0.9]
  const query = { sort: '-class', 'page[size]': 250, cuts: cuts.join() }
  const { body } = await server.call(contract.pageResultObjects, { params: { resultId }, query, token: viewer.token })
  const codes = body.data.objects.map(({ values }) => contract.classIndexOf(values.dabOd ?? 0, cuts))
  expect(codes).toEqual(codes.toSorted((a, b) => b - a))
  expect(new Set(codes).size).toBeGreaterThan(2)
})

test('objects are filtered by the classes of other cuts, whatever they are sorted by', async () => {
  const cuts = [0.3, 0.5, 0.9]
  const expected = (await allObjects())
    .filter(({ values }) => contract.classIndexOf(values.dabOd ?? 0, cuts) === 2)
    .map(({ no }) => no)
  for (const sort of ['no', 'class']) {
    const query = { sort, 'filter[class]': '2+', 'page[size]': 250, cuts: cuts.join() }
    const { body } = await server.call(contract.pageResultObjects, { params: { resultId }, query, token: viewer.token })
    const { total, objects } = body.data
    expect([total, objects.map(({ no }) => no)]).toEqual([expected.length, expected])
    // As they are stored: pages compute the class by the cuts that they show.
    expect(objects.some((object) => object.class !== '2+')).toBe(true)
  }
})
