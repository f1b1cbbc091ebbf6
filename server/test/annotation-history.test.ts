import { randomUUID } from 'node:crypto'
import * as contract from '@lamella/shared/contract'
import { eq } from 'drizzle-orm'
import { annotations } from '../src/platform/db/schema/index.ts'
import { addAnnotatedImage, addLabels, annotate, creation, squareAt } from './annotated-image.ts'
import { setUpServer } from './helper.ts'
import { addOrganisation, addPerson, addProject, type Organisation, type Person } from './people.ts'

const server = setUpServer()
let lab: Organisation
let annotator: Person
let colleague: Person
let guest: Person
let projectId: string
let imageId: string
let positive: string
let negative: string
beforeEach(async () => {
  lab = await addOrganisation(server)
  annotator = await addPerson(server, lab.id, 'ann')
  colleague = await addPerson(server, lab.id, 'col')
  guest = await addPerson(server, lab.id, 'gus')
  projectId = await addProject(server, lab.member, [
    [annotator, 'annotator'],
    [colleague, 'annotator'],
    [guest, 'viewer'],
  ])
  imageId = await addAnnotatedImage(server, lab.member, projectId)
  ;[positive = '', negative = ''] = await addLabels(server, lab.member, projectId, 'Ki-67', ['Positive', 'Negative'])
})

const change = (changes: contract.AnnotationChange[], person = annotator, image = imageId) =>
  annotate(server, person, image, changes)
const trash = async (query: object = {}) => {
  const { token } = guest
  const input = { token, params: { projectId }, query: query as never }
  return (await server.call(contract.listDeletedAnnotations, input)).body
}
const history = async (query: object = {}, image = imageId) => {
  const { token } = guest
  return (
    await server.call(contract.getAnnotationHistory, { token, params: { imageId: image }, query: query as never })
  ).body
}
const trashImage = async (image: string) => {
  const { token } = lab.member
  expect((await server.call(contract.trashImage, { token, params: { imageId: image } })).status).toBe(204)
}

describe('The trash', () => {
  it('has what was deleted as it was, the last one first, with who did it and when', async () => {
    const one = creation({ labels: [positive] })
    const area = creation({ kind: 'RegionOfInterest', name: 'Border', geometry: squareAt(30, 30) })
    await change([one, area, creation()])
    expect((await trash()).data).toEqual([])
    const { token } = annotator
    const query = {} as never
    const all = await server.call(contract.listAnnotations, { token, params: { projectId }, query })
    const before = all.body.data.find(({ id }) => id === one.id)
    await change([{ act: 'delete', id: one.id, revision: 1 }], colleague)
    await change([{ act: 'delete', id: area.id }])
    const at = expect.any(String)
    const [last, first] = (await trash()).data
    expect(first).toEqual({
      id: one.id,
      object: { ...before, revision: 2, modified: at },
      deleted: at,
      deletedBy: { id: colleague.id, fullName: expect.stringContaining('col') },
    })
    expect(last).toMatchObject({
      id: area.id,
      object: { type: 'RegionOfInterest', name: 'Border', no: 2, geometry: squareAt(30, 30).replaceAll(', ', ',') },
      deletedBy: { id: annotator.id },
    })
    // What is restored is there again, with its labels.
    await change([{ act: 'restore', id: one.id, revision: 2 }])
    expect((await trash()).data.map(({ id }) => id)).toEqual([area.id])
    const again = await server.call(contract.listAnnotations, { token, params: { projectId }, query })
    expect(again.body.data.find(({ id }) => id === one.id)).toEqual({ ...before, revision: 3, modified: at })
  })

  it('is of the images of the project that are not in the trash themselves, or of one image', async () => {
    const otherImage = await addAnnotatedImage(server, lab.member, projectId)
    const elsewhere = await addAnnotatedImage(server, lab.member, await addProject(server, lab.member))
    const [here, there, away] = [creation(), creation(), creation()]
    for (const [one, image] of [
      [here, imageId],
      [there, otherImage],
      [away, elsewhere],
    ] as const) {
      await change([one], lab.member, image)
      await change([{ act: 'delete', id: one.id }], lab.member, image)
    }
    expect((await trash()).data.map(({ id }) => id)).toEqual([there.id, here.id])
    expect((await trash({ 'filter[image]': imageId })).data.map(({ id }) => id)).toEqual([here.id])
    expect((await trash({ 'filter[image]': elsewhere })).data).toEqual([])
    await trashImage(otherImage)
    expect((await trash()).data.map(({ id }) => id)).toEqual([here.id])
  })

  it('has what was deleted within 30 days; what is older can still be restored', async () => {
    const [old, young] = [creation(), creation()]
    await change([old, young])
    await change([old, young].map(({ id }) => ({ act: 'delete' as const, id })))
    const deleted = new Date(server.context.now().getTime() - 30 * 24 * 3_600_000 - 1)
    await server.context.db.update(annotations).set({ deleted }).where(eq(annotations.id, old.id))
    expect((await trash()).data.map(({ id }) => id)).toEqual([young.id])
    const { outcomes } = (await change([{ act: 'restore', id: old.id }])).body.data
    expect(outcomes).toEqual([{ id: old.id, no: 1, revision: 3 }])
  })

  it('is read page after page, also while something of it is restored', async () => {
    const all = Array.from({ length: 5 }, () => creation())
    await change(all)
    for (const { id } of all) await change([{ act: 'delete', id }])
    const first = await trash({ 'page[size]': 2 })
    const [, , third = creation(), second = creation(), last = creation()] = all
    expect(first.data.map(({ id }) => id)).toEqual([last.id, second.id])
    await change([{ act: 'restore', id: second.id }])
    const after = new URLSearchParams(first.links.next?.split('?')[1]).get('page[after]')
    const next = await trash({ 'page[size]': 2, 'page[after]': after })
    expect(next.data.map(({ id }) => id)).toEqual([third.id, all[1]?.id])
    expect((await trash({ 'page[size]': 5 })).links.next).toBeNull()
  })
})

describe('The history', () => {
  it('tells what each call has made of each object, by whom, the last one first', async () => {
    const [one, two] = [creation({ labels: [positive] }), creation({ geometry: squareAt(20, 20) })]
    const area = creation({ kind: 'RegionOfInterest', geometry: squareAt(40, 40) })
    expect((await history()).data).toEqual([])
    await change([one, two, area])
    await change([{ act: 'change', id: one.id, revision: 1, labels: [negative] }], colleague)
    await change([
      { act: 'change', id: two.id, revision: 1, geometry: squareAt(21, 20) },
      { act: 'delete', id: one.id, revision: 2 },
    ])
    await change([{ act: 'restore', id: one.id }], colleague)
    await change([{ act: 'change', id: area.id, revision: 1, name: 'Border' }])
    // Changes nothing, so it is no step.
    await change([{ act: 'delete', id: randomUUID() }])
    const at = expect.any(String)
    const by = (person: Person) => ({ id: person.id, fullName: expect.any(String) })
    const counts = { create: 0, change: 0, delete: 0, restore: 0 }
    const same = { name: null, nameBefore: null, isReshaped: false }
    const [ofOne, ofTwo] = [
      { id: one.id, no: 1, ...same, labels: [negative], labelsBefore: [negative] },
      { id: two.id, no: 2, ...same, labels: [], labelsBefore: [] },
    ]
    const roi = 'RoiWithoutAName'
    const ofArea = { id: area.id, no: 3, labels: [], labelsBefore: [], isReshaped: false }
    expect((await history()).data).toEqual([
      {
        ...{ revision: 5, at, by: by(annotator), counts: { ...counts, change: 1 } },
        objects: [{ ...ofArea, act: 'change', name: 'Border', nameBefore: roi }],
      },
      {
        ...{ revision: 4, at, by: by(colleague), counts: { ...counts, restore: 1 } },
        objects: [{ ...ofOne, act: 'restore' }],
      },
      {
        ...{ revision: 3, at, by: by(annotator), counts: { ...counts, change: 1, delete: 1 } },
        objects: [
          { ...ofOne, act: 'delete' },
          { ...ofTwo, act: 'change', isReshaped: true },
        ],
      },
      {
        ...{ revision: 2, at, by: by(colleague), counts: { ...counts, change: 1 } },
        objects: [{ ...ofOne, act: 'change', labelsBefore: [positive] }],
      },
      {
        ...{ revision: 1, at, by: by(annotator), counts: { ...counts, create: 3 } },
        objects: [
          { ...ofOne, act: 'create', labels: [positive], labelsBefore: null },
          { ...ofTwo, act: 'create', labelsBefore: null },
          { ...ofArea, act: 'create', name: roi, nameBefore: null, labelsBefore: null },
        ],
      },
    ])
  })

  it('counts all objects of a step, and names the first of each act', async () => {
    const many = Array.from({ length: 30 }, () => creation())
    await change(many)
    await change(
      many.map(({ id }, at) =>
        at < 4 ? { act: 'delete', id } : { act: 'change', id, revision: 1, labels: [positive] },
      ),
    )
    const [second, first] = (await history()).data
    expect(first?.counts).toEqual({ create: 30, change: 0, delete: 0, restore: 0 })
    const first20 = Array.from({ length: 20 }, (_, at) => at + 1)
    expect(first?.objects.map(({ no }) => no)).toEqual(first20)
    expect(second?.counts).toEqual({ create: 0, change: 26, delete: 4, restore: 0 })
    expect(second?.objects.map(({ no }) => no)).toEqual(Array.from({ length: 24 }, (_, at) => at + 1))
  })

  it('is read page after page, and is that of one image', async () => {
    const one = creation()
    await change([one])
    for (let revision = 1; revision < 7; revision += 1) {
      await change([{ act: 'change', id: one.id, revision, geometry: squareAt(revision, 0) }])
    }
    const other = await addAnnotatedImage(server, lab.member, projectId)
    await change([creation()], annotator, other)
    const read: number[] = []
    for (let query: object | null = { 'page[size]': 3 }; query; ) {
      const { data, links } = await history(query)
      read.push(...data.map(({ revision }) => revision))
      query = links.next === null ? null : Object.fromEntries(new URLSearchParams(links.next.split('?')[1]))
    }
    expect(read).toEqual([7, 6, 5, 4, 3, 2, 1])
    expect((await history({}, other)).data.map(({ revision }) => revision)).toEqual([1])
    // Of an image in the trash there is none.
    await trashImage(other)
    const input = { token: guest.token, params: { imageId: other }, query: {} as never }
    expect((await server.call(contract.getAnnotationHistory, input)).status).toBe(404)
  })
})
