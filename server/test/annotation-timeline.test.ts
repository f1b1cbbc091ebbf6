import * as contract from '@lamella/shared/contract'
import { type ImageLayer, readLayer } from '@lamella/shared/testing/annotation-layer.ts'
import fc from 'fast-check'
import { onPremisePlans } from '../src/domains/quotas/plans.ts'
import { addAnnotatedImage, addLabels, annotate, creation, squareAt } from './annotated-image.ts'
import { setUpServer } from './helper.ts'
import { addOrganisation, addPerson, addProject, type Organisation, type Person } from './people.ts'

const server = setUpServer()
let lab: Organisation
let viewer: Person
let colleague: Person
let projectId: string
let labels: string[]
beforeEach(async () => {
  lab = await addOrganisation(server, onPremisePlans)
  viewer = await addPerson(server, lab.id, 'vic')
  colleague = await addPerson(server, lab.id, 'col')
  projectId = await addProject(server, lab.member, [
    [viewer, 'viewer'],
    [colleague, 'annotator'],
  ])
  labels = await addLabels(server, lab.member, projectId, 'Cells', ['Positive', 'Negative'])
})

const objectsOf = async (imageId: string, at?: number): Promise<ImageLayer['objects']> => {
  const call = { token: viewer.token, params: { imageId }, query: { at } }
  const { raw } = await server.call(contract.getAnnotationLayer, call)
  const { objects } = readLayer(Uint8Array.from(raw), imageId, undefined)
  // Labels have no order.
  const inOrder = (object: (typeof objects)[number]) =>
    object.type === 'Annotation'
      ? { ...object, labelAssignments: object.labelAssignments.toSorted((a, b) => (a.labelId < b.labelId ? -1 : 1)) }
      : { ...object, exhaustiveFor: object.exhaustiveFor.toSorted() }
  return objects.map(inOrder).toSorted((one, other) => one.no - other.no)
}
const timelineOf = async (imageId: string) =>
  (await server.call(contract.getAnnotationTimeline, { token: viewer.token, params: { imageId } })).body.data

/** One of four objects, the last of them a region, and what is done to it. */
const act = fc.record({
  object: fc.nat(3),
  what: fc.constantFrom('draw', 'move', 'label', 'delete', 'restore'),
  place: fc.nat(60),
})

it('each moment is what was there then, whatever was done since', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(act, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12 }),
      async (calls) => {
        const imageId = await addAnnotatedImage(server, lab.member, projectId)
        const ids = [0, 1, 2, 3].map(() => creation().id)
        const moments = new Map<number, ImageLayer['objects']>([[0, []]])
        for (const [turn, acts] of calls.entries()) {
          const now = new Map((await objectsOf(imageId)).map(({ id, revision }) => [id, revision]))
          const named = [...new Map(acts.map((each) => [each.object, each])).values()]
          const changes = named.flatMap(({ object, what, place }): contract.AnnotationChange[] => {
            const id = ids[object] ?? ''
            const revision = now.get(id)
            const geometry = squareAt(place, place)
            const kind = object === 3 ? ('RegionOfInterest' as const) : ('Annotation' as const)
            if (what === 'draw') return [creation({ id, kind, geometry, labels: labels.slice(place % 3) })]
            if (what === 'restore') return [{ act: 'restore', id }]
            if (what === 'delete') return [{ act: 'delete', id }]
            if (revision === undefined) return []
            return [
              {
                act: 'change',
                id,
                revision,
                ...(what === 'move' ? { geometry } : { labels: labels.slice(place % 3) }),
              },
            ]
          })
          if (changes.length === 0) continue
          const person = turn % 2 === 0 ? lab.member : colleague
          const { revision } = (await annotate(server, person, imageId, changes)).body.data
          moments.set(revision, await objectsOf(imageId))
        }
        for (const [revision, objects] of moments) expect(await objectsOf(imageId, revision)).toEqual(objects)
        const { parts } = await timelineOf(imageId)
        expect(parts.map(({ revision }) => revision)).toEqual([...moments.keys()].slice(1))
      },
    ),
    { numRuns: 8 },
  )
}, 120_000)

it('the timeline tells who has changed how many objects, in parts of equally many steps', async () => {
  const imageId = await addAnnotatedImage(server, lab.member, projectId)
  expect(await timelineOf(imageId)).toEqual({ parts: [], people: [] })
  await annotate(server, colleague, imageId, [creation(), creation()])
  const one = creation()
  await annotate(server, lab.member, imageId, [one])
  const { parts, people } = await timelineOf(imageId)
  expect(people.map(({ id }) => id)).toEqual([colleague.id, lab.member.id])
  expect(parts).toEqual([
    { revision: 1, at: expect.any(String), changes: [{ by: colleague.id, count: 2 }] },
    { revision: 2, at: expect.any(String), changes: [{ by: lab.member.id, count: 1 }] },
  ])
  for (let revision = 1; revision <= 150; revision += 1) {
    const change = { act: 'change', id: one.id, revision, geometry: squareAt(revision, 0) } as const
    await annotate(server, lab.member, imageId, [change])
  }
  const long = await timelineOf(imageId)
  expect(long.parts.length).toBeLessThanOrEqual(contract.timelineParts)
  expect(long.parts.at(-1)?.revision).toBe(152)
  expect(long.parts[0]?.changes).toEqual([
    { by: colleague.id, count: 2 },
    { by: lab.member.id, count: 1 },
  ])
  const counts = long.parts.flatMap(({ changes }) => changes.map(({ count }) => count))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(153)
})
