import { randomUUID } from 'node:crypto'
import * as contract from '@lamella/shared/contract'
import { eq } from 'drizzle-orm'
import { annotations, annotationVersions, labelAssignments } from '../src/platform/db/schema/index.ts'
import { addAnnotatedImage, addLabels, annotate, creation, squareAt } from './annotated-image.ts'
import { setUpServer } from './helper.ts'
import { addOrganisation, addPerson, addProject, type Organisation, type Person } from './people.ts'

const server = setUpServer()
let lab: Organisation
let annotator: Person
let colleague: Person
let projectId: string
let imageId: string
let positive: string
let negative: string
let unsure: string

beforeEach(async () => {
  lab = await addOrganisation(server)
  annotator = await addPerson(server, lab.id, 'ann')
  colleague = await addPerson(server, lab.id, 'col')
  projectId = await addProject(server, lab.member, [
    [annotator, 'annotator'],
    [colleague, 'annotator'],
  ])
  imageId = await addAnnotatedImage(server, lab.member, projectId)
  ;[positive = '', negative = '', unsure = ''] = await addLabels(server, lab.member, projectId, 'Ki-67', [
    'Positive',
    'Negative',
    'Unsure',
  ])
})

type Change = contract.AnnotationChange
const outcomesOf = async (changes: Change[], person = annotator, image = imageId) =>
  (await annotate(server, person, image, changes)).body.data.outcomes
const errorOf = (outcome: contract.AnnotationOutcome | undefined) =>
  outcome && 'error' in outcome ? outcome.error.code : null
const listed = async (query: object = {}, project = projectId) => {
  const params = { projectId: project }
  const whole = { 'page[size]': 500, ...query }
  return server.call(contract.listAnnotations, { token: lab.member.token, params, query: whole })
}
const drawn = async (query: object = {}, project = projectId) => (await listed(query, project)).body.data
const labelsOf = ({ labelAssignments }: contract.Annotation) => labelAssignments.map(({ labelId }) => labelId)
const other = squareAt(40, 40)
const asStored = (geometry: string) => geometry.replaceAll(', ', ',')

describe('A change', () => {
  it('gives another geometry or other labels, and leaves the rest', async () => {
    const one = creation({ labels: [positive] })
    await outcomesOf([one])
    const [before] = await drawn()
    expect(await outcomesOf([{ act: 'change', id: one.id, revision: 1, geometry: other }], colleague)).toEqual([
      { id: one.id, no: 1, revision: 2 },
    ])
    expect(await outcomesOf([{ act: 'change', id: one.id, revision: 2, labels: [negative, unsure] }])).toEqual([
      { id: one.id, no: 1, revision: 3, labels: [negative, unsure] },
    ])
    expect(await drawn()).toEqual([
      {
        ...before,
        geometry: asStored(other),
        labelAssignments: [negative, unsure].toSorted().map((labelId) => ({ labelId })),
        modified: expect.any(String),
        revision: 3,
        previewUrl: expect.stringContaining('box=21%2C21%2C48%2C48'),
      },
    ])
  })

  it('of what somebody else has changed is refused, and is answered with what they have made', async () => {
    const one = creation()
    await outcomesOf([one])
    await outcomesOf([{ act: 'change', id: one.id, revision: 1, geometry: other, labels: [positive] }], colleague)
    const cases: Change[] = [
      { act: 'change', id: one.id, revision: 1, geometry: squareAt(9, 9) },
      { act: 'change', id: one.id, revision: 1, labels: [negative] },
      { act: 'change', id: one.id, revision: 3, labels: [negative] },
      { act: 'delete', id: one.id, revision: 1 },
    ]
    const [now] = await drawn()
    for (const change of cases) {
      const [outcome] = await outcomesOf([change])
      expect(outcome).toEqual({
        id: one.id,
        error: { code: 'ERR_7001', detail: contract.errorCatalogue.ERR_7001.detail },
        current: now,
      })
    }
    expect(await drawn()).toEqual([now])
    // Who has seen it may change it, and who names no revision deletes whatever is there.
    expect((await outcomesOf([{ act: 'delete', id: one.id, revision: 2 }])).map(errorOf)).toEqual([null])
    expect(
      (await outcomesOf([{ act: 'change', id: one.id, revision: 3, labels: [] }], colleague)).map(errorOf),
    ).toEqual(['ERR_0404'])
  })

  it('that is sent twice is made once, and of two at once one is refused', async () => {
    const one = creation()
    await outcomesOf([one])
    const change: Change = { act: 'change', id: one.id, revision: 1, geometry: other, labels: [positive, negative] }
    const answers = await Promise.all([outcomesOf([change]), outcomesOf([change]), outcomesOf([change])])
    expect(answers).toEqual(Array(3).fill([{ id: one.id, no: 1, revision: 2, labels: [positive, negative] }]))
    const two = [annotator, colleague].map((person, at) =>
      outcomesOf([{ act: 'change', id: one.id, revision: 2, geometry: squareAt(60 + at, 0) }], person),
    )
    expect((await Promise.all(two)).flat().map(errorOf).toSorted()).toEqual(['ERR_7001', null])
    expect((await drawn()).map(({ revision }) => revision)).toEqual([3])
  })

  it('that is sent again after others have changed the object is refused, even where its part is as it wanted', async () => {
    const one = creation()
    await outcomesOf([one])
    const label: Change = { act: 'change', id: one.id, revision: 1, labels: [positive] }
    await outcomesOf([label])
    await outcomesOf([{ act: 'change', id: one.id, revision: 2, geometry: other }], colleague)
    expect((await outcomesOf([label])).map(errorOf)).toEqual(['ERR_7001'])
    // Nor does it bring back what others have deleted since.
    await outcomesOf([{ act: 'delete', id: one.id }])
    const restore: Change = { act: 'restore', id: one.id, revision: 4 }
    expect(await outcomesOf([restore])).toEqual([{ id: one.id, no: 1, revision: 5 }])
    await outcomesOf([{ act: 'delete', id: one.id }], colleague)
    expect((await outcomesOf([restore])).map(errorOf)).toEqual(['ERR_7001'])
    expect(await drawn()).toEqual([])
  })

  it('that others have made, too, is theirs: who takes their own back does not take it back', async () => {
    const [one, two] = [creation(), creation()]
    const { id } = one
    await outcomesOf([one, two])
    const cases: [Change, Change][] = [
      [
        { act: 'change', id, revision: 1, labels: [positive] },
        { act: 'change', id, revision: 1, labels: [positive] },
      ],
      [
        { act: 'delete', id, revision: 2 },
        { act: 'delete', id, revision: 2 },
      ],
      [
        { act: 'restore', id, revision: 3 },
        { act: 'restore', id, revision: 3 },
      ],
    ]
    for (const [theirs, own] of cases) {
      expect((await outcomesOf([theirs], colleague)).map(errorOf)).toEqual([null])
      expect((await outcomesOf([own])).map(errorOf)).toEqual(['ERR_7001'])
      // Sent twice by themselves it is made once.
      expect((await outcomesOf([theirs], colleague)).map(errorOf)).toEqual([null])
    }
    // Others have gone on since: the deletion is not the next change any more.
    await outcomesOf([{ act: 'delete', id: two.id, revision: 1 }])
    await outcomesOf([{ act: 'restore', id: two.id, revision: 2 }], colleague)
    await outcomesOf([{ act: 'delete', id: two.id, revision: 3 }], colleague)
    expect((await outcomesOf([{ act: 'delete', id: two.id, revision: 1 }])).map(errorOf)).toEqual(['ERR_7001'])
  })

  it('that is refused leaves the others of its step unmade, and those of other steps not', async () => {
    const [one, two, three] = [creation(), creation(), creation()]
    await outcomesOf([one, two, three])
    await outcomesOf([{ act: 'change', id: one.id, revision: 1, labels: [positive] }], colleague)
    const [merge, split] = [randomUUID(), randomUUID()]
    const [piece, free] = [creation(), creation()]
    const changes: Change[] = [
      { act: 'change', id: one.id, revision: 1, geometry: other, step: merge },
      { act: 'delete', id: two.id, revision: 1, step: merge },
      { act: 'change', id: three.id, revision: 1, geometry: other, step: split },
      { ...piece, step: split },
      { ...creation(), step: merge },
      free,
    ]
    const codes = ['ERR_7001', 'ERR_7010', null, null, 'ERR_7010', null]
    expect((await outcomesOf(changes)).map(errorOf)).toEqual(codes)
    const ids = [one, two, three, piece, free].map(({ id }) => id)
    expect((await drawn()).map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    // Sent again after an answer that was lost: what was made stays made.
    expect((await outcomesOf(changes)).map(errorOf)).toEqual(codes)
    await outcomesOf([{ act: 'change', id: three.id, revision: 2, labels: [positive] }], colleague)
    const again = ['ERR_7001', 'ERR_7010', 'ERR_7001', null, 'ERR_7010', null]
    expect((await outcomesOf(changes)).map(errorOf)).toEqual(again)
  })

  it('is held to the rules of geometries, and holds back none of the others', async () => {
    const all = Array.from({ length: 5 }, () => creation())
    await outcomesOf(all)
    const wrong = ['POINT (1', 'CIRCLE (1 2 3)', 'POLYGON ((1 1, 2 2, 1 1))', 'POINT (1000.5 1)', other]
    const changes = all.map(({ id }, at): Change => ({ act: 'change', id, revision: 1, geometry: wrong[at] ?? '' }))
    const codes = ['ERR_7005', 'ERR_7004', 'ERR_7003', 'ERR_7006', null]
    expect((await outcomesOf(changes)).map(errorOf)).toEqual(codes)
    expect((await drawn()).filter(({ geometry }) => geometry === asStored(other))).toHaveLength(1)
    expect((await outcomesOf([{ act: 'change', id: randomUUID(), revision: 1 }])).map(errorOf)).toEqual(['ERR_0404'])
  })
})

describe('Labels', () => {
  it('of which the project has none are left out, as deleted ones are', async () => {
    const stranger = await addProject(server, lab.member)
    const [foreign = ''] = await addLabels(server, lab.member, stranger, 'Others', ['Foreign'])
    const params = { labelId: unsure }
    await server.call(contract.deleteLabel, { token: lab.member.token, params })
    await outcomesOf([creation({ labels: [foreign, unsure, positive, positive, randomUUID()] })])
    expect((await drawn()).map(labelsOf)).toEqual([[positive]])
    // The answer says which are stored.
    const id = randomUUID()
    expect(await outcomesOf([creation({ id, labels: [unsure, negative] })])).toEqual([
      { id, no: 2, revision: 1, labels: [negative] },
    ])
  })

  it('D3-3-18 are counted for the image and the project, without those of deleted annotations', async () => {
    const all = [[positive], [positive, negative], [], [positive]].map((labels) => creation({ labels }))
    await outcomesOf(all)
    await outcomesOf([{ act: 'delete', id: all[0]?.id ?? '' }])
    const { token } = annotator
    const image = (await server.call(contract.getImage, { token, params: { imageId } })).body.data
    const counts = Object.fromEntries(image.labelAssignmentCounts?.map(({ labelId, count }) => [labelId, count]) ?? [])
    expect([counts, image.annotationCount, image.roiCount]).toEqual([{ [positive]: 2, [negative]: 1 }, 3, 0])
    const query = { labelAssignmentCount: 'true' } as const
    const { data } = (await server.call(contract.listLabels, { token, params: { projectId }, query })).body
    expect(data.map(({ labelAssignmentCount }) => labelAssignmentCount)).toEqual([2, 1, 0])
  })

  it('D2-7-51 D2-7-52 D2-7-53 filter the list', async () => {
    const sets = [[], [positive], [negative], [positive, negative], [positive]]
    const all = sets.map((labels, at) => creation({ labels, geometry: squareAt(at * 20, 0) }))
    await outcomesOf(all)
    const found = async (query: object) => (await drawn(query)).map(({ no }) => no).toSorted()
    expect(await found({ 'filter[label]': 'unlabeled' })).toEqual([1])
    expect(await found({ 'filter[label]': 'multipleDistinct' })).toEqual([4])
    expect(await found({ 'filter[label]': 'distinct', 'filter[labelId]': positive })).toEqual([2, 5])
    expect(await found({ 'filter[label]': 'distinct' })).toEqual([2, 3, 5])
    expect(await found({ 'filter[labelId]': positive })).toEqual([2, 5])
    expect((await listed({ 'filter[label]': 'some' })).code).toBe('ERR_0400')
    // With other conditions, over pages.
    const page = { 'filter[label]': 'distinct', 'filter[owner]': annotator.id, 'page[size]': 2 }
    const { data, links } = (await listed(page)).body
    const next = Object.fromEntries(new URL(links.next ?? '', 'http://x').searchParams)
    expect([data.length, await found(next)]).toEqual([2, [expect.any(Number)]])
    expect(await found({ 'filter[owner]': colleague.id })).toEqual([])
  })

  it('the list is filtered by time and by box', async () => {
    const all = [0, 100, 200].map((x) => creation({ geometry: squareAt(x, x) }))
    await outcomesOf(all)
    const within = async (box: string) =>
      (await drawn({ 'filter[image]': imageId, 'filter[box]': box })).map(({ no }) => no).toSorted()
    expect(await within('0,0,1000,800')).toEqual([1, 2, 3])
    expect(await within('5,5,105,105')).toEqual([1, 2])
    // A common edge is enough.
    expect(await within('110,110,120,120')).toEqual([2])
    expect(await within('11,0,99,800')).toEqual([])
    expect((await listed({ 'filter[box]': '1,2,3' })).code).toBe('ERR_0400')
    const [{ modified } = { modified: '' }] = await drawn()
    const later = new Date(new Date(modified).getTime() + 60_000).toISOString()
    expect(await drawn({ 'filter[from]': later })).toEqual([])
    expect(await drawn({ 'filter[to]': later })).toHaveLength(3)
    expect(await drawn({ 'filter[from]': modified, 'filter[to]': modified })).toEqual([])
  })

  it('are classes in the GeoJSON file, of QuPath’s form', async () => {
    await outcomesOf([creation({ labels: [negative] })])
    await outcomesOf([creation({ labels: [positive, negative] }), creation()])
    const { token } = annotator
    const answer = await server.call(contract.exportAnnotations, { token, params: { imageId }, query: {} })
    const { features } = JSON.parse(String(answer.raw))
    const classes = new Map(
      features.map(({ properties }: { properties: { name: string } }) => [properties.name, properties]),
    )
    expect(classes.get('1')).toMatchObject({ classification: { name: 'Negative', color: [0xe6, 0x9f, 0x01] } })
    expect(classes.get('2')).toMatchObject({
      classification: {
        names: expect.arrayContaining(['Positive', 'Negative']),
        color: [0xe6, 0x9f, expect.any(Number)],
      },
    })
    expect(classes.get('3')).not.toHaveProperty('classification')
  })

  it('go along when the image is moved: those of the same names, and what is missing is added', async () => {
    const target = await addProject(server, lab.member)
    const [same = ''] = await addLabels(server, lab.member, target, 'Ki-67', ['Positive'])
    const twice = creation({ labels: [positive] })
    const gone = creation({ labels: [unsure] })
    await outcomesOf([creation({ labels: [positive, negative] }), twice, gone, creation()])
    await outcomesOf([{ act: 'change', id: twice.id, revision: 1, labels: [negative] }])
    await outcomesOf([{ act: 'delete', id: gone.id }])
    const { token } = lab.member
    const body = { data: { images: [imageId], project: target } }
    expect((await server.call(contract.moveImages, { token, params: { projectId }, body })).code).toBeNull()
    const { data: labels } = (
      await server.call(contract.listLabels, { token, params: { projectId: target }, query: {} })
    ).body
    expect(labels.map(({ name }) => name)).toEqual(['Positive', 'Negative', 'Unsure'])
    const nameOf = new Map(labels.map(({ id, name }) => [id, name]))
    const names = (await drawn({}, target)).map((each) =>
      labelsOf(each)
        .map((id) => nameOf.get(id))
        .toSorted(),
    )
    expect(names.toSorted()).toEqual([[], ['Negative'], ['Negative', 'Positive']])
    const [version] = await server.context.db
      .select()
      .from(annotationVersions)
      .where(eq(annotationVersions.annotationId, twice.id))
    expect(version?.labels).toEqual([same])
    // What is restored later has its label, too.
    await outcomesOf([{ act: 'restore', id: gone.id }], lab.member)
    expect((await drawn({}, target)).map(labelsOf)).toContainEqual([labels.find(({ name }) => name === 'Unsure')?.id])
    expect(await drawn()).toEqual([])
    // Who had the image open before, and no network, names the labels of the project that it has left.
    await outcomesOf([{ act: 'change', id: twice.id, revision: 2, labels: [positive] }], lab.member)
    expect((await drawn({}, target)).find(({ id }) => id === twice.id)?.labelAssignments).toEqual([{ labelId: same }])
  })
})

/** The annotations of the image, also deleted ones, with the ids of their labels. */
const current = async () => {
  const { db } = server.context
  const rows = await db.select().from(annotations).where(eq(annotations.imageId, imageId))
  const given = await db.select().from(labelAssignments)
  return rows.map((row) => ({
    ...row,
    labels: given.filter(({ annotationId }) => annotationId === row.id).map(({ labelId }) => labelId),
  }))
}

/** The annotations of the image as they were at a revision of their layer: ids, geometries and labels. */
const stateAt = async (revision: number) => {
  const { db } = server.context
  const before = await db.select().from(annotationVersions).where(eq(annotationVersions.imageId, imageId))
  const now = await current()
  const rows = [
    ...before.filter((row) => row.layerRevision <= revision && revision < row.replacedWith),
    ...now.map(({ id, ...row }) => ({ ...row, annotationId: id })).filter((row) => row.layerRevision <= revision),
  ]
  return rows
    .filter(({ deleted }) => deleted === null)
    .map((row) => `${row.annotationId} ${row.shape.toString('hex')} ${row.labels.toSorted()}`)
    .toSorted()
}

it('every change leaves what was before: who, when and what, and the state of each revision', async () => {
  const [one, second] = [creation(), creation({ geometry: squareAt(20, 20), labels: [positive] })]
  const steps: [Person, Change[]][] = [
    [annotator, [one, second]],
    [colleague, [{ act: 'change', id: one.id, revision: 1, geometry: other }]],
    [annotator, [{ act: 'change', id: second.id, revision: 1, labels: [negative] }]],
    [colleague, [{ act: 'delete', id: one.id }, creation({ geometry: squareAt(70, 70) })]],
    [annotator, [{ act: 'restore', id: one.id }]],
  ]
  const states: string[][] = []
  for (const [person, changes] of steps) {
    await outcomesOf(changes, person)
    const there = (await current()).filter(({ deleted }) => deleted === null)
    states.push(there.map(({ id, shape, labels }) => `${id} ${shape.toString('hex')} ${labels.toSorted()}`).toSorted())
  }
  for (const [index, state] of states.entries()) expect(await stateAt(index + 1)).toEqual(state)
  const versions = await server.context.db
    .select()
    .from(annotationVersions)
    .where(eq(annotationVersions.annotationId, one.id))
    .orderBy(annotationVersions.revision)
  expect(versions.map(({ revision, modifiedBy, deleted }) => [revision, modifiedBy, deleted !== null])).toEqual([
    [1, annotator.id, false],
    [2, colleague.id, false],
    [3, colleague.id, true],
  ])
  const [ofSecond] = await server.context.db
    .select()
    .from(annotationVersions)
    .where(eq(annotationVersions.annotationId, second.id))
  expect(ofSecond?.labels).toEqual([positive])
})
