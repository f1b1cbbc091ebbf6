import { randomUUID } from 'node:crypto'
import * as contract from '@lamella/shared/contract'
import { eq } from 'drizzle-orm'
import { DAB_CLASSES } from '../src/analysis/nuclei/dab-result.ts'
import { createImportAnnotations } from '../src/domains/annotations/import-job.ts'
import { onPremisePlans } from '../src/domains/quotas/plans.ts'
import { analysisJobs, correctedResults, jobResults } from '../src/platform/db/schema/index.ts'
import { blobKeys } from '../src/platform/storage/blobs.ts'
import { addAnnotatedImage } from './annotated-image.ts'
import { setUpServer } from './helper.ts'
import { addOrganisation, addPerson, addProject, type Organisation, type Person } from './people.ts'

// Without workers: a test runs the job.
const server = setUpServer()
let lab: Organisation
let editor: Person
let projectId: string
let imageId: string
beforeEach(async () => {
  lab = await addOrganisation(server, onPremisePlans)
  editor = await addPerson(server, lab.id, 'edi')
  projectId = await addProject(server, lab.member, [[editor, 'editor']])
  imageId = await addAnnotatedImage(server, lab.member, projectId, {
    width: 200,
    height: 150,
    zPlanes: 3,
    timePoints: 5,
  })
})

const app = { appName: 'dab-scoring', appVersion: '2.3.0' }
const square = (x: number, y: number, size = 10): [number, number][] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
]
const objectOf = (
  no: number,
  name: string,
  dabOd: number | null,
  polygon = square(no * 20, 20),
): contract.ResultObject => ({
  ...{ no, class: name, polygon },
  values: { area: 25.5, dabOd },
})
const objects = [objectOf(1, '0', 0.1), objectOf(2, '1+', 0.3), objectOf(3, '2+', 0.5)]

/** A result as an analysis of the image stores it, with the plane that it says. */
const addResult = async (list = objects, facts: Record<string, string> = {}, image = imageId): Promise<string> => {
  const { db, blobs } = server.context
  const [id, jobId] = [randomUUID(), randomUUID()]
  const job = { id: jobId, projectId, imageId: image, ownerId: editor.id, params: {}, status: 'successful' as const }
  await db.insert(analysisJobs).values({ ...job, ...app })
  const column = { decimals: 2 }
  await db.insert(jobResults).values({
    ...{ id, jobId, figures: [], size: 1, objectCount: list.length, provenance: facts },
    classes: DAB_CLASSES.classes.map((each) => ({ ...each, count: 0 })),
    columns: [
      { ...column, key: 'area', title: 'Area', unit: 'µm²' },
      { ...column, key: 'dabOd', title: 'DAB', unit: '' },
    ],
  })
  await blobs.write(blobKeys.jsonObjects(id), Buffer.from(JSON.stringify(list)))
  return id
}

const order = (result: string, correction: string | null = null, image = imageId) =>
  server.call(contract.adoptResult, {
    token: editor.token,
    params: { imageId: image },
    body: { data: { result, correction } },
  })
const runJob = async (importId: string): Promise<contract.AnnotationImportReport> => {
  await createImportAnnotations(server.context)({ importId }, { signal: new AbortController().signal, isLastTry: true })
  const params = { imageId, importId }
  return (await server.call(contract.getAnnotationImport, { token: editor.token, params })).body.data
}
const adopt = async (result: string, correction: string | null = null) =>
  runJob((await order(result, correction)).body.data.id)
const listed = async () => {
  const query = { 'page[size]': 500, 'filter[image]': imageId }
  const call = { token: editor.token, params: { projectId }, query }
  return (await server.call(contract.listAnnotations, call)).body.data.toSorted((a, b) => a.no - b.no)
}
const labels = async () => {
  const { body } = await server.call(contract.listLabels, { token: editor.token, params: { projectId }, query: {} })
  return body.data
}
/** The objects of the image: number of the column in which they lie, and name of their label. */
const placesAndLabels = async () => {
  const names = new Map((await labels()).map(({ id, name }) => [id, name]))
  return (await listed()).map(({ geometry, labelAssignments }) => [
    Number(/\d+/.exec(geometry)?.[0]) / 20,
    labelAssignments.map(({ labelId }) => names.get(labelId)).join(),
  ])
}

describe('adoption of the objects of a result', () => {
  it('makes annotations with their classes as labels, and keeps what was measured and where it is from', async () => {
    const result = await addResult()
    const report = await adopt(result)
    expect(report).toMatchObject({
      ...{ fileName: 'DAB scoring 2.3.0', status: 'successful', adopted: { result, correction: null } },
      counts: { imported: 3, refused: 0 },
    })
    expect(await placesAndLabels()).toEqual([
      [1, '0'],
      [2, '1+'],
      [3, '2+'],
    ])
    expect((await labels()).map(({ name, color }) => [name, color])).toEqual(
      expect.arrayContaining([
        ['0', '#56B4E9'],
        ['1+', '#F7D644'],
      ]),
    )
    const { raw } = await server.call(contract.exportAnnotations, {
      token: editor.token,
      params: { imageId },
      query: {},
    })
    // In the order of their ids, which follow from the result.
    const { features } = JSON.parse(String(raw)) as { features: { properties: object }[] }
    expect(features.map(({ properties }) => properties)).toContainEqual(
      expect.objectContaining({
        objectType: 'annotation',
        measurements: { 'Area µm²': 25.5, DAB: 0.3 },
        metadata: { Application: 'DAB scoring 2.3.0', Result: result, Object: '2' },
      }),
    )
  })

  it('divides them as a correction does, and leaves out what it leaves out', async () => {
    const result = await addResult()
    const correction = randomUUID()
    const by = { by: { id: editor.id, fullName: 'Edi' }, at: new Date().toISOString() }
    await server.context.db.insert(correctedResults).values({
      ...{ id: correction, resultId: result, sourceId: null, ownerId: editor.id, ownerName: 'Edi' },
      ...{ content: 'x', size: 1, figures: [], classes: [] },
      ...{ cuts: [0.05, 0.4, 0.6], leftOut: [{ ...by, objects: [3] }] },
    })
    const report = await adopt(result, correction)
    expect(report).toMatchObject({ fileName: 'DAB scoring 2.3.0, corrected', counts: { imported: 2, refused: 0 } })
    expect(await placesAndLabels()).toEqual([
      [1, '1+'],
      [2, '1+'],
    ])
  })

  it('puts them on the plane that was analysed', async () => {
    await adopt(await addResult(objects, { zPlane: '2 of 3, the middle one', timePoint: '1 of 5, the first one' }))
    expect(await listed()).toMatchObject([1, 2, 3].map(() => ({ scene: 0, z: 1, timeSeriesStep: 0 })))
  })

  it('does not double what is there, and brings it back after it was undone', async () => {
    const result = await addResult()
    const { id } = await adopt(result)
    expect((await adopt(result)).counts).toMatchObject({ imported: 0, unchanged: 3 })
    expect(await listed()).toHaveLength(3)
    const params = { imageId, importId: id }
    const body = { data: { status: 'undone' as const } }
    expect((await server.call(contract.changeAnnotationImport, { token: editor.token, params, body })).status).toBe(204)
    await runJob(id)
    expect(await listed()).toHaveLength(0)
    expect((await adopt(result)).counts).toMatchObject({ imported: 3 })
  })

  it('tells which objects cannot be annotations', async () => {
    const line: [number, number][] = [
      [0, 0],
      [0, 0],
      [0, 0],
    ]
    const report = await adopt(await addResult([objectOf(1, '3+', 0.9), objectOf(2, '3+', 0.9, line)]))
    expect(report.counts).toMatchObject({ imported: 1, refused: 1 })
    expect(report.refusals).toMatchObject([{ place: 'Object 2' }])
  })

  it('knows only results of the image, and corrections of the result', async () => {
    const result = await addResult()
    const other = await addAnnotatedImage(server, lab.member, projectId)
    const answers = await Promise.all([order(randomUUID()), order(result, null, other), order(result, randomUUID())])
    expect(answers.map(({ code }) => code)).toEqual(['ERR_0404', 'ERR_0404', 'ERR_0404'])
  })

  it('does not take a result out of a project that the image has left', async () => {
    const result = await addResult()
    const elsewhere = await addProject(server, lab.member, [])
    await server.context.db.update(analysisJobs).set({ projectId: elsewhere }).where(eq(analysisJobs.imageId, imageId))
    expect((await order(result)).code).toBe('ERR_0404')
  })

  it('says that the result was deleted in the meantime', async () => {
    const result = await addResult()
    const { id } = (await order(result)).body.data
    await server.context.db.delete(analysisJobs).where(eq(analysisJobs.imageId, imageId))
    expect(await runJob(id)).toMatchObject({ status: 'failed', error: 'The result is not there any more.' })
    expect(await listed()).toEqual([])
  })
})
