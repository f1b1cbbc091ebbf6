import { randomUUID } from 'node:crypto'
import * as contract from '@lamella/shared/contract'
import { areaOf, geometryOfWkt } from '@lamella/shared/geometry'
import { eq } from 'drizzle-orm'
import { images } from '../src/platform/db/schema/index.ts'
import { addAnnotatedImage, annotate, creation, squareAt } from './annotated-image.ts'
import { setUpServer } from './helper.ts'
import { addImage } from './library-images.ts'
import { addOrganisation, addPerson, addProject, type Organisation, type Person } from './people.ts'

const server = setUpServer()
let lab: Organisation
let annotator: Person
let projectId: string
let imageId: string
beforeEach(async () => {
  lab = await addOrganisation(server)
  annotator = await addPerson(server, lab.id, 'ann')
  projectId = await addProject(server, lab.member, [[annotator, 'annotator']])
  imageId = await addAnnotatedImage(server, lab.member, projectId)
})

type Change = contract.AnnotationChange
const change = (changes: Change[], image = imageId, person = annotator) => annotate(server, person, image, changes)
const outcomesOf = async (changes: Change[], image = imageId) => (await change(changes, image)).body.data.outcomes
const listed = async (query: object = {}) => {
  const answer = await server.call(contract.listAnnotations, { token: annotator.token, params: { projectId }, query })
  return answer.body
}
const drawn = async () => (await listed({ 'page[size]': 500 })).data
const errorOf = (outcome: contract.AnnotationOutcome | undefined) =>
  outcome && 'error' in outcome ? outcome.error.code : null
/** Numbers that pages show of the annotations of the image, its project and the organisation. */
const counts = async () => {
  const { token } = annotator
  const { annotationCount } = (await server.call(contract.getImage, { token, params: { imageId } })).body.data
  const [listedImage] = (await server.call(contract.listImages, { token, params: { projectId }, query: {} as never }))
    .body.data
  const { statistics } = (await server.call(contract.getProject, { token, params: { projectId } })).body.data
  const usage = (await server.call(contract.organisationUsage, { token: lab.admin.token })).body.data
  return [
    annotationCount,
    listedImage?.annotationCount,
    statistics.annotationCount,
    usage.find(({ key }) => key === 'annotationLimit')?.used,
  ]
}

it('D1-1-03 D2-3-37 what is drawn is listed with its fields', async () => {
  const id = randomUUID()
  const geometry = 'POLYGON ((10 20,30.25 20,30.25 44,10 44,10 20))'
  expect(await outcomesOf([{ act: 'create', id, geometry }])).toEqual([{ id, no: 1, revision: 1 }])
  expect(await drawn()).toEqual([
    {
      id,
      type: 'Annotation',
      imageId,
      imageName: 'a.tif',
      projectId,
      no: 1,
      labelAssignments: [],
      geometryType: 'Polygon',
      geometry,
      scene: 0,
      z: null,
      isTimeSeries: false,
      timeSeriesStep: null,
      owner: annotator.id,
      ownerName: 'ann Tester',
      created: expect.any(String),
      modified: expect.any(String),
      revision: 1,
      previewUrl: `/api/v1/images/${imageId}/part?box=-4%2C8%2C48%2C48&scene=0`,
    },
  ])
})

it('D3-3-18 is counted, until it is deleted', async () => {
  expect(await counts()).toEqual([0, 0, 0, 0])
  const [one, other] = [creation(), creation()]
  await change([one, other])
  expect(await counts()).toEqual([2, 2, 2, 2])
  expect(await outcomesOf([{ act: 'delete', id: one.id }])).toEqual([{ id: one.id, no: 1, revision: 2 }])
  expect(await counts()).toEqual([1, 1, 1, 1])
  expect((await drawn()).map(({ id, no }) => [id, no])).toEqual([[other.id, 2]])
  // Its number is not given to another one.
  expect(await outcomesOf([creation()])).toMatchObject([{ no: 3 }])
})

it('what was deleted is restored as it was', async () => {
  const one = creation({ geometry: 'LINESTRING (1 2,3 4.5)' })
  await change([one])
  const [before] = await drawn()
  await change([{ act: 'delete', id: one.id }])
  const restored = { id: one.id, no: 1, revision: 3 }
  expect(await outcomesOf([{ act: 'restore', id: one.id }])).toEqual([restored])
  // Sent again, it is answered as it was.
  expect(await outcomesOf([{ act: 'restore', id: one.id }])).toEqual([restored])
  expect(await drawn()).toEqual([{ ...before, modified: expect.any(String), revision: 3 }])
  expect(await counts()).toEqual([1, 1, 1, 1])
  expect((await outcomesOf([{ act: 'restore', id: randomUUID() }])).map(errorOf)).toEqual(['ERR_0404'])
})

it('what is sent twice is made once, also at the same time, and what is deleted does not come back', async () => {
  const all = Array.from({ length: 20 }, (_, at) => creation({ geometry: squareAt(at * 10, 0) }))
  const answers = await Promise.all(Array.from({ length: 5 }, () => change(all)))
  const [first] = answers
  for (const { status, body } of answers) expect([status, body.data]).toEqual([200, first?.body.data])
  expect((await drawn()).map(({ no }) => no).toSorted((a, b) => a - b)).toEqual(all.map((_, at) => at + 1))
  const gone = all.slice(0, 5).map(({ id }) => ({ act: 'delete' as const, id }))
  await Promise.all([change(gone), change(gone)])
  await change(all)
  expect(await drawn()).toHaveLength(15)
  expect(await counts()).toEqual([15, 15, 15, 15])
})

it('one that is refused holds back none of the others', async () => {
  const good = creation()
  const cases: [Change, string | null][] = [
    [creation({ geometry: 'CIRCLE (1 2 3)' }), 'ERR_7004'],
    [good, null],
    [creation({ geometry: 'POLYGON ((1 1, 2 2, 1 1))' }), 'ERR_7003'],
    [creation({ geometry: 'POINT (1' }), 'ERR_7005'],
    [creation({ geometry: 'POINT (1000.5 1)' }), 'ERR_7006'],
    [creation({ geometry: 'POINT (1000 800)' }), null],
    [creation({ geometry: 'LINESTRING (-0.5 1, 5 5)' }), 'ERR_7006'],
    [creation({ scene: 1 }), 'ERR_7006'],
    [creation({ z: 1 }), 'ERR_7006'],
    [creation({ t: 1 }), 'ERR_7006'],
    [{ act: 'delete', id: randomUUID() }, 'ERR_0404'],
  ]
  const outcomes = await outcomesOf(cases.map(([each]) => each))
  expect(outcomes.map((outcome) => [outcome.id, errorOf(outcome)])).toEqual(cases.map(([{ id }, code]) => [id, code]))
  expect(await drawn()).toHaveLength(2)
  expect((await counts())[0]).toBe(2)
})

it.each([
  // Both halves of a bow tie: what it goes around.
  ['POLYGON ((0 0,10 10,10 0,0 10,0 0))', 'MultiPolygon', 50],
  ['MULTIPOLYGON (((0 0,4 0,4 4,0 4,0 0)),((2 2,6 2,6 6,2 6,2 2)))', 'Polygon', 28],
  // On an image of 1,000 × 800 pixels.
  ['POLYGON ((900 700,1100 700,1100 900,900 900,900 700))', 'Polygon', 10_000],
  ['POLYGON ((-50 -50,2000 -50,2000 2000,-50 2000,-50 -50))', 'Polygon', 800_000],
])('D3-3-27 %s is stored as what it covers on the image', async (geometry, type, area) => {
  const one = creation({ geometry })
  expect((await outcomesOf([one])).map(errorOf)).toEqual([null])
  const [stored] = await drawn()
  expect([stored?.geometryType, areaOf(geometryOfWkt(stored?.geometry ?? ''))]).toEqual([type, area])
  // Sent again it is the same one, also as a change.
  expect(await outcomesOf([one])).toEqual([{ id: one.id, no: 1, revision: 1 }])
  const again: Change = { act: 'change', id: one.id, revision: 1, geometry }
  const changed = [{ id: one.id, no: 1, revision: 2 }]
  expect([await outcomesOf([again]), await outcomesOf([again])]).toEqual([changed, changed])
})

it('an outline that crosses itself more often than it has corners is refused, and so is what lies wholly outside', async () => {
  const star = Array.from({ length: 101 }, (_, at) => {
    const angle = (at * 50 * 2 * Math.PI) / 101
    return `${(400 + 300 * Math.cos(angle)).toFixed(2)} ${(400 + 300 * Math.sin(angle)).toFixed(2)}`
  })
  const outcomes = await outcomesOf([
    creation({ geometry: `POLYGON ((${[...star, star[0]].join(', ')}))` }),
    creation({ geometry: 'POLYGON ((1000 0, 1010 0, 1010 10, 1000 0))' }),
  ])
  expect(outcomes.map(errorOf)).toEqual(['ERR_7008', 'ERR_7006'])
})

it('lies on a plane of a stack or a time series that the image has', async () => {
  const image = await addAnnotatedImage(
    server,
    lab.member,
    projectId,
    { zPlanes: 5, timePoints: 3 },
    {
      fileType: 'TimeSeries',
    },
  )
  const outcomes = await outcomesOf([creation({ z: 4, t: 2 }), creation({ z: 5 }), creation({ t: 3 })], image)
  expect(outcomes.map(errorOf)).toEqual([null, 'ERR_7006', 'ERR_7006'])
  expect(await drawn()).toMatchObject([{ z: 4, timeSeriesStep: 2, isTimeSeries: true }])
})

it('an id that an annotation of another image has is refused', async () => {
  const one = creation()
  await change([one])
  const other = await addAnnotatedImage(server, lab.member, projectId)
  const outcomes = [await outcomesOf([one], other), await outcomesOf([{ act: 'delete', id: one.id }], other)]
  expect(outcomes.flat().map(errorOf)).toEqual(['ERR_7007', 'ERR_7007'])
  expect(await drawn()).toHaveLength(1)
})

it('an image that is in the trash or not available is not annotated', async () => {
  const { imageId: waiting } = await addImage(server, lab.member, projectId, { status: 'processing' })
  expect((await change([creation()], waiting)).code).toBe('ERR_3002')
  await change([creation()])
  await server.context.db.update(images).set({ trashed: new Date() }).where(eq(images.id, imageId))
  expect((await change([creation()])).code).toBe('ERR_0404')
  expect(await drawn()).toEqual([])
  const { statistics } = (await server.call(contract.getProject, { token: annotator.token, params: { projectId } }))
    .body.data
  expect(statistics.annotationCount).toBe(0)
})

it.each([
  [{ act: 'create', id: 'x', geometry: squareAt(0, 0) }],
  [{ act: 'move', id: randomUUID() }],
  [{ act: 'create', id: randomUUID() }],
  [creation({ t: -1 })],
  [creation({ scene: 0.5 })],
])('a call with %j is refused as a whole', async (wrong) => {
  expect((await change([creation(), wrong as never])).code).toBe('ERR_0400')
  expect(await drawn()).toEqual([])
})

it('a call names each object once, and at most 1,000', async () => {
  const one = creation()
  expect((await change([one, { act: 'delete', id: one.id }])).code).toBe('ERR_0400')
  expect((await change([])).code).toBe('ERR_0400')
  const many = Array.from({ length: 1001 }, () => creation())
  expect((await change(many)).code).toBe('ERR_0400')
  expect((await change(many.slice(1))).code).toBe('ERR_5003')
})

describe('Pages', () => {
  const pages = async (query: object) => {
    const sizes: number[] = []
    const ids: string[] = []
    let next: string | null = null
    do {
      const cursor: object = next ? Object.fromEntries(new URL(next, 'http://x').searchParams) : {}
      const { data, links }: Awaited<ReturnType<typeof listed>> = await listed({ ...query, ...cursor })
      sizes.push(data.length)
      ids.push(...data.map(({ id }) => id))
      next = links.next
      // Whoever reads on meets what is drawn meanwhile at most once.
      if (next) await change([creation()])
    } while (next)
    return { sizes, ids }
  }

  it('D2-7-54 D2-7-56 have 50, and lose or repeat nothing while others draw', async () => {
    const all = Array.from({ length: 120 }, () => creation())
    await change(all)
    const { sizes, ids } = await pages({})
    expect(sizes.slice(0, 2)).toEqual([50, 50])
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(all.map(({ id }) => id)))
  })

  it('D2-7-55 D2-9-04 have 500 where all are fetched, over several images', async () => {
    const second = await addAnnotatedImage(server, lab.member, projectId)
    await change(Array.from({ length: 250 }, () => creation()))
    await change(
      Array.from({ length: 250 }, () => creation()),
      second,
    )
    const { data, links } = await listed({ 'page[size]': 500 })
    expect([data.length, links.next]).toEqual([500, null])
    expect((await listed({ 'page[size]': 499 })).data).toHaveLength(499)
    expect(
      (
        await server.call(contract.listAnnotations, {
          token: annotator.token,
          params: { projectId },
          query: { 'page[size]': 501 },
        })
      ).code,
    ).toBe('ERR_0400')
    expect(
      new Set((await listed({ 'filter[image]': second, 'page[size]': 500 })).data.map((each) => each.imageId)),
    ).toEqual(new Set([second]))
  })
})

it('D1-9-19 D2-1-04 the 501st of a trial is refused, and so is the last place to all but one of many at once', async () => {
  await change(Array.from({ length: 499 }, () => creation()))
  const answers = await Promise.all(Array.from({ length: 10 }, () => change([creation()])))
  expect(answers.map(({ code }) => code).toSorted()).toEqual([null, ...Array(9).fill('ERR_5003')].toSorted())
  expect(await counts()).toEqual([500, 500, 500, 500])
  // Whoever deletes one may draw one.
  const [first] = await drawn()
  expect((await change([creation(), { act: 'delete', id: first?.id ?? '' }])).code).toBeNull()
  expect((await counts())[0]).toBe(500)
  expect((await change([{ act: 'restore', id: first?.id ?? '' }])).code).toBe('ERR_5003')
  // One deletion makes room once.
  const [, next] = await drawn()
  const swaps = Array.from({ length: 10 }, () => change([creation(), { act: 'delete', id: next?.id ?? '' }]))
  expect((await Promise.all(swaps)).filter(({ code }) => code === null)).toHaveLength(1)
  expect((await counts())[0]).toBe(500)
})

it('is exported as GeoJSON in the form of QuPath', async () => {
  const withHole = 'POLYGON ((0 0, 40 0, 40 30, 0 30, 0 0), (5 5, 9 5, 9 9, 5 5))'
  const image = await addAnnotatedImage(server, lab.member, projectId, { zPlanes: 3 }, { name: 'Größe 1.czi' })
  const [one, other] = [creation({ geometry: withHole }), creation({ geometry: 'POINT (7.125 8)', z: 2 })]
  await change([one, other], image)
  const answer = await server.call(contract.exportAnnotations, {
    token: annotator.token,
    params: { imageId: image },
    query: {},
  })
  expect(answer.headers['content-type']).toBe('application/geo+json')
  expect(String(answer.headers['content-disposition'])).toContain(encodeURIComponent('Größe 1 annotations.geojson'))
  const file = JSON.parse(String(answer.raw))
  expect(file.type).toBe('FeatureCollection')
  const features = new Map(file.features.map((feature: { id: string }) => [feature.id, feature]))
  expect(features.get(one.id)).toEqual({
    type: 'Feature',
    id: one.id,
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [40, 0],
          [40, 30],
          [0, 30],
          [0, 0],
        ],
        [
          [5, 5],
          [9, 5],
          [9, 9],
          [5, 5],
        ],
      ],
    },
    // QuPath has no word for an object on all planes.
    properties: { objectType: 'annotation', name: '1', planes: { z: null, t: null } },
  })
  expect(features.get(other.id)).toMatchObject({
    geometry: { type: 'Point', coordinates: [7.125, 8], plane: { c: -1, z: 2, t: 0 } },
  })
  const ofScene = await server.call(contract.exportAnnotations, {
    token: annotator.token,
    params: { imageId: image },
    query: { scene: 1 },
  })
  expect(JSON.parse(String(ofScene.raw)).features).toEqual([])
  const nothing = await server.call(contract.exportAnnotations, {
    token: annotator.token,
    params: { imageId },
    query: {},
  })
  expect(JSON.parse(String(nothing.raw))).toEqual({ type: 'FeatureCollection', features: [] })
})
