import * as contract from '@lamella/shared/contract'
import { addAnnotatedImage, addLabels, annotate, creation, squareAt } from './annotated-image.ts'
import { setUpServer } from './helper.ts'
import { addOrganisation, addPerson, addProject, type Organisation, type Person } from './people.ts'

const server = setUpServer()
let lab: Organisation
let annotator: Person
let colleague: Person
let projectId: string
let imageId: string
let labels: string[]
beforeEach(async () => {
  lab = await addOrganisation(server)
  annotator = await addPerson(server, lab.id, 'ann')
  colleague = await addPerson(server, lab.id, 'col')
  projectId = await addProject(server, lab.member, [
    [annotator, 'annotator'],
    [colleague, 'annotator'],
  ])
  imageId = await addAnnotatedImage(server, lab.member, projectId, { timePoints: 4 })
  labels = await addLabels(server, lab.member, projectId, 'Cells', ['Positive', 'Negative'])
})

type Change = contract.AnnotationChange

const send = async (changes: Change[], person = annotator) =>
  (await annotate(server, person, imageId, changes)).body.data
/** A frame from (100, 100) to (200, 200) with a hole from (140, 140) to (160, 160). */
const outline = 'POLYGON ((100 100, 200 100, 200 200, 100 200, 100 100), (140 140, 160 140, 160 160, 140 160, 140 140))'
const regionNow = async () => {
  const answer = await server.call(contract.listRegions, {
    ...{ token: annotator.token, params: { projectId }, query: {} as never },
  })
  const [region] = answer.body.data
  if (!region) throw new Error('There is no region')
  return region
}
/** Makes a region that is exhaustively annotated for both labels. */
const markedRegion = async (plane: Partial<Parameters<typeof creation>[0]> = {}) => {
  const region = creation({ kind: 'RegionOfInterest', geometry: outline, ...plane })
  await send([region])
  await send([{ act: 'change', id: region.id, revision: 1, labels }])
  return region
}
const sorted = (ids: readonly string[]) => ids.toSorted()

it('a region is marked as exhaustively annotated for labels, which are no labels of annotations', async () => {
  const region = await markedRegion()
  expect(sorted((await regionNow()).exhaustiveFor)).toEqual(sorted(labels))
  const { token } = annotator
  const image = (await server.call(contract.getImage, { token, params: { imageId } })).body.data
  expect(image.labelAssignmentCounts).toEqual([])
  const listed = (
    await server.call(contract.listLabels, {
      token,
      params: { projectId },
      query: { labelAssignmentCount: 'true' } as never,
    })
  ).body.data
  expect(listed.map((label) => label.labelAssignmentCount)).toEqual([0, 0])
  const counts = (await server.call(contract.countAnnotations, { token, params: { projectId } })).body.data
  expect(counts).toMatchObject({ all: 0, labels: [], regions: 1, markedRegions: 1 })

  expect(await send([{ act: 'change', id: region.id, revision: 2, labels: labels.slice(1) }])).toMatchObject({
    outcomes: [{ revision: 3, labels: labels.slice(1) }],
  })
  expect((await regionNow()).exhaustiveFor).toEqual(labels.slice(1))
})

it.each([
  ['is drawn in it', squareAt(110, 110)],
  ['is drawn across its edge', squareAt(195, 120)],
  ['touches it', squareAt(200, 120)],
  ['is drawn around it', 'POLYGON ((50 50, 300 50, 300 300, 50 300, 50 50))'],
  ['is a point in it', 'POINT (120 120)'],
])('the marks fall when something %s', async (_what, geometry) => {
  const region = await markedRegion()
  const answer = await send([creation({ geometry })], colleague)
  expect(answer.unmarked).toEqual([{ id: region.id, revision: 3 }])
  expect(await regionNow()).toMatchObject({ exhaustiveFor: [], revision: 3 })
})

it.each([
  ['beside it', { geometry: squareAt(300, 300) }],
  ['in its hole', { geometry: squareAt(145, 145) }],
  ['in its box only, at another time point', { geometry: squareAt(110, 110), t: 2 }],
])('the marks stay when something is drawn %s', async (_what, drawn) => {
  await markedRegion({ t: 1 })
  const answer = await send([creation(drawn)], colleague)
  expect(answer).not.toHaveProperty('unmarked')
  expect(sorted((await regionNow()).exhaustiveFor)).toEqual(sorted(labels))
})

it('the marks fall when an object in it is labelled, moved out or in, deleted and restored, and when another region is drawn they stay', async () => {
  const object = creation({ geometry: squareAt(110, 110) })
  await send([object])
  const region = await markedRegion()
  const mark = async () => {
    const { revision, exhaustiveFor } = await regionNow()
    expect(exhaustiveFor).toEqual([])
    await send([{ act: 'change', id: region.id, revision, labels }])
  }
  const { id } = object
  const changes: Change[] = [
    { act: 'change', id, revision: 1, labels: labels.slice(0, 1) },
    { act: 'change', id, revision: 2, geometry: squareAt(500, 500) },
    { act: 'change', id, revision: 3, geometry: squareAt(120, 120) },
    { act: 'delete', id, revision: 4 },
    { act: 'restore', id, revision: 5 },
  ]
  for (const change of changes) {
    await send([change])
    await mark()
  }
  await send([creation({ kind: 'RegionOfInterest', geometry: squareAt(110, 110) })])
  expect((await send([{ act: 'change', id: region.id, revision: 12, name: 'Border' }])).outcomes).toMatchObject([
    { name: 'Border' },
  ])
  const all = await server.call(contract.listRegions, {
    ...{ token: annotator.token, params: { projectId }, query: {} as never },
  })
  expect(sorted(all.body.data.find(({ name }) => name === 'Border')?.exhaustiveFor ?? [])).toEqual(sorted(labels))
})

it('the marks fall with another outline, and are gone when the region comes back from the trash', async () => {
  const region = await markedRegion()
  const { id } = region
  const reshaped = await send([{ act: 'change', id, revision: 2, geometry: squareAt(300, 300) }])
  expect(reshaped.outcomes).toMatchObject([{ revision: 3, labels: [] }])
  expect((await regionNow()).exhaustiveFor).toEqual([])
  // Who looks through the new outline at once says so.
  await send([{ act: 'change', id, revision: 3, geometry: outline, labels }])
  expect(sorted((await regionNow()).exhaustiveFor)).toEqual(sorted(labels))
  await send([{ act: 'delete', id }])
  expect((await send([{ act: 'restore', id }])).outcomes).toMatchObject([{ labels: [] }])
  expect((await regionNow()).exhaustiveFor).toEqual([])
})

it('of one call, a mark stays where what is drawn in the region comes before it, and falls where it comes after', async () => {
  const region = creation({ kind: 'RegionOfInterest', geometry: outline })
  await send([region])
  const { id } = region
  await send([creation({ geometry: squareAt(110, 110) }), { act: 'change', id, revision: 1, labels }])
  expect(sorted((await regionNow()).exhaustiveFor)).toEqual(sorted(labels))
  const answer = await send([
    { act: 'change', id, revision: 2, labels: labels.slice(1), name: 'Border' },
    creation({ geometry: squareAt(120, 120) }),
  ])
  expect(answer.outcomes[0]).toEqual({ id, no: 1, revision: 3, labels: [], name: 'Border' })
  expect(await regionNow()).toMatchObject({ name: 'Border', exhaustiveFor: [], revision: 3 })
  // Where it is drawn anew, its new outline counts.
  await send([
    { act: 'change', id, revision: 3, labels, geometry: squareAt(400, 400) },
    creation({ geometry: squareAt(405, 405) }),
  ])
  expect((await regionNow()).exhaustiveFor).toEqual([])
})

it('the history has the fall of the marks in the step of the change, and what is refused lets them stay', async () => {
  const region = await markedRegion()
  await send([creation({ geometry: squareAt(900_000, 0) })])
  expect(sorted((await regionNow()).exhaustiveFor)).toEqual(sorted(labels))
  await send([creation({ geometry: squareAt(110, 110) })], colleague)
  const history = await server.call(contract.getAnnotationHistory, {
    ...{ token: annotator.token, params: { imageId }, query: {} as never },
  })
  const [last, marking] = history.body.data
  expect(last).toMatchObject({ by: { id: colleague.id }, counts: { create: 1, change: 1 } })
  const fallen = last?.objects.find(({ id }) => id === region.id)
  expect(fallen).toMatchObject({ act: 'change', labels: [], isReshaped: false })
  expect(sorted(fallen?.labelsBefore ?? [])).toEqual(sorted(labels))
  expect(marking?.objects).toMatchObject([{ id: region.id, labelsBefore: [] }])
})
