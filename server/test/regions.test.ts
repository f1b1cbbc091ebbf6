import { randomUUID } from 'node:crypto'
import * as contract from '@lamella/shared/contract'
import { eq } from 'drizzle-orm'
import { annotationLayers, annotationVersions } from '../src/platform/db/schema/index.ts'
import { addAnnotatedImage, annotate, creation, squareAt } from './annotated-image.ts'
import { setUpServer } from './helper.ts'
import { addOrganisation, addPerson, addProject, type Organisation, type Person } from './people.ts'

const server = setUpServer()
let lab: Organisation
let annotator: Person
let colleague: Person
let projectId: string
let imageId: string
beforeEach(async () => {
  lab = await addOrganisation(server)
  annotator = await addPerson(server, lab.id, 'ann')
  colleague = await addPerson(server, lab.id, 'col')
  projectId = await addProject(server, lab.member, [
    [annotator, 'annotator'],
    [colleague, 'annotator'],
  ])
  imageId = await addAnnotatedImage(server, lab.member, projectId, { timePoints: 4 })
})

type Change = contract.AnnotationChange
const region = (fields: Parameters<typeof creation>[0] = {}) => creation({ kind: 'RegionOfInterest', ...fields })
const outcomesOf = async (changes: Change[], person = annotator, image = imageId) =>
  (await annotate(server, person, image, changes)).body.data.outcomes
const errorOf = (outcome: contract.AnnotationOutcome | undefined) =>
  outcome && 'error' in outcome ? outcome.error.code : null
const list = async (query: object = {}, { token }: Pick<Person, 'token'> = annotator, project = projectId) =>
  server.call(contract.listRegions, { token, params: { projectId: project }, query: query as never })
const regions = async (query: object = {}) => (await list(query)).body.data
const annotationsOf = async (query: object = {}) => {
  const { token } = annotator
  return (await server.call(contract.listAnnotations, { token, params: { projectId }, query: query as never })).body
    .data
}
const counts = async () => {
  const { token } = annotator
  const image = (await server.call(contract.getImage, { token, params: { imageId } })).body.data
  const [listed] = (await server.call(contract.listImages, { token, params: { projectId }, query: {} as never })).body
    .data
  const usage = (await server.call(contract.organisationUsage, { token: lab.admin.token })).body.data
  const { statistics } = (await server.call(contract.getProject, { token, params: { projectId } })).body.data
  return [
    [image.roiCount, listed?.roiCount],
    [image.annotationCount, statistics.annotationCount, usage.find(({ key }) => key === 'annotationLimit')?.used],
  ]
}

it('D3-3-27 D3-3-28 a region is listed with its fields, and has a name when it was given none', async () => {
  const one = region({ t: 2 })
  const other = region({ name: '  Tumour border ', geometry: squareAt(40, 40) })
  expect(await outcomesOf([one, other])).toEqual([
    { id: one.id, no: 1, revision: 1, name: 'RoiWithoutAName' },
    { id: other.id, no: 2, revision: 1, name: 'Tumour border' },
  ])
  const listed = (await regions()).toSorted((a, b) => a.no - b.no)
  expect(listed).toMatchObject([{ name: 'RoiWithoutAName' }, { name: 'Tumour border', dimensionCoordinates: [] }])
  expect(listed[0]).toEqual({
    id: one.id,
    type: 'RegionOfInterest',
    exhaustiveFor: [],
    image: imageId,
    imageName: 'a.tif',
    projectId,
    no: 1,
    name: 'RoiWithoutAName',
    geometryType: 'Polygon',
    geometry: one.geometry.replaceAll(', ', ','),
    dimensionCoordinates: [{ id: 't', sampleIndex: 2 }],
    scene: 0,
    z: null,
    owner: annotator.id,
    ownerName: 'ann Tester',
    created: expect.any(String),
    modified: expect.any(String),
    revision: 1,
  })
})

it('D3-3-18 regions are counted for themselves, until they are deleted, and are no annotations', async () => {
  const [one, two, drawn] = [region(), region(), creation()]
  await outcomesOf([one, two, drawn])
  expect(await counts()).toEqual([
    [2, 2],
    [1, 1, 1],
  ])
  expect((await annotationsOf()).map(({ id }) => id)).toEqual([drawn.id])
  const file = await server.call(contract.exportAnnotations, { token: annotator.token, params: { imageId }, query: {} })
  expect(JSON.parse(String(file.raw)).features).toHaveLength(1)
  await outcomesOf([{ act: 'delete', id: one.id, revision: 1 }])
  expect(await counts()).toEqual([
    [1, 1],
    [1, 1, 1],
  ])
  await outcomesOf([{ act: 'restore', id: one.id, revision: 2 }])
  expect((await regions()).map(({ id }) => id).toSorted()).toEqual([one.id, two.id].toSorted())
  expect((await counts())[0]).toEqual([2, 2])
})

it('D1-9-19 regions do not count as annotations of the limit', async () => {
  await outcomesOf(Array.from({ length: 500 }, () => creation()))
  expect((await annotate(server, annotator, imageId, [creation()])).code).toBe('ERR_5003')
  expect((await outcomesOf([region()])).map(errorOf)).toEqual([null])
})

it.each<[string, string, string | null]>([
  ['a rectangle', squareAt(0, 0), null],
  ['several areas', 'MULTIPOLYGON (((0 0,9 0,9 9,0 0)),((20 20,30 20,30 30,20 20)))', null],
  ['a line', 'LINESTRING (0 0,9 9)', 'ERR_7004'],
  ['a point', 'POINT (5 5)', 'ERR_7004'],
  ['an area that lies outside', squareAt(5000, 0), 'ERR_7006'],
])('D3-8-41 a region is an area of the image: %s', async (_, geometry, code) => {
  const made = region({ geometry })
  expect((await outcomesOf([made])).map(errorOf)).toEqual([code])
  const there = region()
  await outcomesOf([there])
  expect((await outcomesOf([{ act: 'change', id: there.id, revision: 1, geometry }])).map(errorOf)).toEqual([code])
})

it('a region is named by who has seen its revision; what was before is kept', async () => {
  const { id, ...made } = region({ name: 'First' })
  await outcomesOf([{ id, ...made }])
  const rename: Change = { act: 'change', id, revision: 1, name: 'Second' }
  expect(await outcomesOf([rename])).toEqual([{ id, no: 1, revision: 2, name: 'Second' }])
  // Sent twice it is made once.
  expect(await outcomesOf([rename])).toEqual([{ id, no: 1, revision: 2, name: 'Second' }])
  expect(await outcomesOf([{ ...made, id }])).toEqual([{ id, no: 1, revision: 2, name: 'Second' }])
  const [now] = await regions()
  expect(now).toMatchObject({ name: 'Second', revision: 2 })
  for (const person of [annotator, colleague]) {
    const [refused] = await outcomesOf([{ ...rename, name: 'Third' }], person)
    expect(refused).toMatchObject({ error: { code: 'ERR_7001' }, current: now })
  }
  await outcomesOf([{ act: 'change', id, revision: 2, geometry: squareAt(60, 60), name: 'Third' }], colleague)
  const versions = await server.context.db
    .select({ revision: annotationVersions.revision, name: annotationVersions.name })
    .from(annotationVersions)
    .where(eq(annotationVersions.annotationId, id))
  expect(versions.toSorted((a, b) => a.revision - b.revision)).toEqual([
    { revision: 1, name: 'First' },
    { revision: 2, name: 'Second' },
  ])
  expect(await regions()).toMatchObject([{ name: 'Third', revision: 3 }])
  // A shape that changes keeps the name.
  await outcomesOf([{ act: 'change', id, revision: 3, geometry: squareAt(90, 60) }])
  expect(await regions()).toMatchObject([{ name: 'Third', revision: 4 }])
})

it('annotations have no names, and regions no labels', async () => {
  const [drawn, made] = [creation({ name: 'A name' }), region({ labels: [randomUUID()] })]
  expect(await outcomesOf([drawn, made])).toEqual([
    { id: drawn.id, no: 1, revision: 1 },
    { id: made.id, no: 2, revision: 1, name: 'RoiWithoutAName' },
  ])
  const named = await outcomesOf([{ act: 'change', id: drawn.id, revision: 1, name: 'A name' }])
  expect(named).toEqual([{ id: drawn.id, error: { code: 'ERR_0400', detail: 'Only regions of interest have names.' } }])
})

it('D2-7-56 regions are paged, and those of one image are found', async () => {
  const other = await addAnnotatedImage(server, lab.member, projectId)
  await outcomesOf(Array.from({ length: 60 }, () => region()))
  await outcomesOf([region()], annotator, other)
  const first = (await list()).body
  const next = new URL(first.links.next ?? '', 'http://portal.test').searchParams
  const second = (await list(Object.fromEntries(next))).body
  expect([first.data.length, second.data.length, second.links.next]).toEqual([50, 11, null])
  expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(61)
  expect(await regions({ 'filter[image]': other })).toHaveLength(1)
})

it.each<[string, string, string | null]>([
  ['no text', '', null],
  ['blanks', '   ', null],
  ['100 characters', 'x'.repeat(100), 'x'.repeat(100)],
  ['100 characters of two code units', '🔬'.repeat(100), '🔬'.repeat(100)],
  ['101 characters', 'x'.repeat(101), null],
])('a region has a name of 1 to 100 characters: %s', async (_, name, stored) => {
  const code = stored === null ? 'ERR_0400' : null
  expect((await annotate(server, annotator, imageId, [region({ name })])).code).toBe(code)
  const made = region()
  await outcomesOf([made])
  const rename: Change = { act: 'change', id: made.id, revision: 1, name }
  expect((await annotate(server, annotator, imageId, [rename])).code).toBe(code)
  expect((await regions({ 'filter[image]': imageId })).find(({ id }) => id === made.id)?.name).toBe(
    stored ?? contract.defaultRegionName,
  )
})

it('labels of the project are given to annotations only, and no label filter finds a region', async () => {
  const { token } = lab.member
  const set = { name: 'Ki-67', labels: [{ name: 'Positive', color: '#e69f00' }] }
  await server.call(contract.createLabelSet, { token, params: { projectId }, body: { data: set } })
  const query = { labelAssignmentCount: 'true' } as const
  const labels = async () =>
    (await server.call(contract.listLabels, { token, params: { projectId }, query })).body.data.map(
      ({ id, labelAssignmentCount }) => ({ id, labelAssignmentCount }),
    )
  const [{ id: positive } = { id: '' }] = await labels()
  const [made, drawn, bare] = [region({ labels: [positive] }), creation({ labels: [positive] }), creation()]
  await outcomesOf([made, drawn, bare])
  expect((await outcomesOf([{ act: 'change', id: made.id, revision: 1, labels: [positive] }])).map(errorOf)).toEqual([
    null,
  ])
  expect(await labels()).toEqual([{ id: positive, labelAssignmentCount: 1 }])
  const image = (await server.call(contract.getImage, { token, params: { imageId } })).body.data
  expect(image.labelAssignmentCounts).toEqual([{ labelId: positive, count: 1 }])
  const found = async (filter: object) => (await annotationsOf(filter)).map(({ id }) => id)
  expect(await found({ 'filter[label]': 'unlabeled' })).toEqual([bare.id])
  expect(await found({ 'filter[labelId]': positive })).toEqual([drawn.id])
  expect(await found({ 'filter[image]': imageId, 'filter[box]': '0,0,10,10' })).toHaveLength(2)
})

it('an id stays of the kind that it was made as', async () => {
  const [made, drawn] = [region(), creation()]
  await outcomesOf([made, drawn])
  const others: Change[] = [
    { ...made, kind: 'Annotation' },
    { ...drawn, kind: 'RegionOfInterest' },
  ]
  expect((await outcomesOf(others)).map(errorOf)).toEqual(['ERR_7007', 'ERR_7007'])
  expect([(await regions()).length, (await annotationsOf()).length]).toEqual([1, 1])
})

it('regions go with their image: into another project, into the trash and out of it, and with its deletion', async () => {
  const target = await addProject(server, lab.member, [[annotator, 'viewer']])
  const [kept, gone] = [region({ name: 'Kept' }), region()]
  await outcomesOf([kept, gone])
  await outcomesOf([{ act: 'delete', id: gone.id }])
  const { token } = lab.member
  const there = async () => {
    const { data } = (await list({}, { token }, target)).body
    return data.map(({ id, name, projectId: of }) => [id, name, of])
  }
  const body = { data: { images: [imageId], project: target } }
  expect((await server.call(contract.moveImages, { token, params: { projectId }, body })).code).toBeNull()
  expect([await regions(), await there()]).toEqual([[], [[kept.id, 'Kept', target]]])
  const [params, ofImage] = [{ projectId: target }, { token, params: { imageId } }]
  expect((await server.call(contract.trashImage, ofImage)).code).toBeNull()
  expect(await there()).toEqual([])
  const [trashed] = (await server.call(contract.listTrash, { token, params, query: {} as never })).body.data
  expect(trashed?.roiCount).toBe(1)
  expect((await server.call(contract.restoreImage, ofImage)).code).toBeNull()
  expect(await there()).toHaveLength(1)
  expect((await outcomesOf([{ act: 'restore', id: gone.id }], lab.member)).map(errorOf)).toEqual([null])
  expect(await there()).toHaveLength(2)
  expect((await server.call(contract.deleteImage, ofImage)).code).toBeNull()
  expect(await there()).toEqual([])
})

it('who views a project sees its regions and makes none, and other organisations see nothing', async () => {
  const viewer = await addPerson(server, lab.id, 'view')
  const watched = await addProject(server, lab.member, [[viewer, 'viewer']])
  const image = await addAnnotatedImage(server, lab.member, watched)
  await outcomesOf([region()], lab.member, image)
  expect((await list({}, viewer, watched)).body.data).toHaveLength(1)
  expect((await annotate(server, viewer, image, [region()])).code).toBe('ERR_0403')
  const { member: stranger } = await addOrganisation(server)
  expect((await list({}, stranger, watched)).code).toBe('ERR_0404')
  expect((await annotate(server, stranger, image, [region()])).code).toBe('ERR_0404')
})

it('an image has at most 1,000 regions, also where some are restored', async () => {
  const gone = region()
  await outcomesOf([gone])
  await outcomesOf([{ act: 'delete', id: gone.id }])
  await server.context.db.update(annotationLayers).set({ roiCount: 999 }).where(eq(annotationLayers.imageId, imageId))
  const made = await outcomesOf([region(), creation(), region(), { act: 'restore', id: gone.id }])
  expect(made.map(errorOf)).toEqual([null, null, 'ERR_7009', 'ERR_7009'])
  // One that has no place any more takes its whole step with it, which makes place for others.
  const step = randomUUID()
  await server.context.db.update(annotationLayers).set({ roiCount: 999 }).where(eq(annotationLayers.imageId, imageId))
  const asked = [region({ step }), region({ step }), region()]
  expect((await outcomesOf(asked)).map(errorOf)).toEqual(['ERR_7010', 'ERR_7009', null])
})
