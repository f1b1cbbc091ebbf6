import type { Annotation } from '@lamella/shared/contract'
import fc from 'fast-check'
import { sampleAnnotation, sampleRegion } from '../../../test/sample-annotation.ts'
import { returningTo } from './commands.ts'
import { objectReader, type StoredObject } from './drawn-objects.ts'
import { changeOf } from './edit.ts'

const mia = { id: 'mia', fullName: 'Mia' }
const labels = ['a', 'b', 'c'].map((end) => ({ labelId: `019aa000-0000-7000-8000-a0000000000${end}` }))

/** An object with one of five ids, and content that follows from its revision, as on the server. */
const objectAt = (place: number, revision: number): StoredObject => {
  const geometry = `POINT (${place} ${revision})`
  const id = `019aa000-0000-7000-8000-e0000000000${place}`
  return place === 0
    ? sampleRegion({ id, revision, name: `Region ${revision}` })
    : sampleAnnotation({ id, revision, geometry, geometryType: 'Point', labelAssignments: labels.slice(revision % 4) })
}
const state = fc
  .uniqueArray(fc.record({ place: fc.nat(4), revision: fc.integer({ min: 1, max: 6 }) }), {
    selector: ({ place }) => place,
  })
  .map((all) => all.map(({ place, revision }) => objectAt(place, revision)))

const contents = (objects: ReturnType<ReturnType<typeof objectReader>>) =>
  new Map(objects.map(({ id, text, name, labels: ids }) => [id, [text, name, [...ids]]]))

it('whatever was changed since, the image is as it was, and then again as it is', () => {
  fc.assert(
    fc.property(state, state, (stored, past) => {
      const now = objectReader()(stored, [], mia)
      const was = objectReader()(past, [], mia)
      const { command, counts } = returningTo(now, past)
      const read = objectReader()
      expect(contents(read(stored, command.redo, mia))).toEqual(contents(was))
      expect(contents(read(stored, [...command.redo, ...command.undo], mia))).toEqual(contents(now))
      const isThere = (all: readonly StoredObject[]) => (one: StoredObject) => all.some(({ id }) => id === one.id)
      expect(counts.deleted).toBe(stored.filter((one) => !isThere(past)(one)).length)
      expect(counts.restored).toBe(past.filter((one) => !isThere(stored)(one)).length)
    }),
  )
})

it('what was not changed since is left alone', () => {
  const stored = [objectAt(1, 3), objectAt(0, 2)]
  const { command, counts } = returningTo(objectReader()(stored, [], mia), stored)
  expect([command.redo, counts]).toEqual([[], { deleted: 0, restored: 0, changed: 0 }])
})

it('what comes back is restored whatever others have made of it, then made what it was', () => {
  const was = objectAt(1, 2) as Annotation
  const { command } = returningTo([], [was])
  const given = was.labelAssignments.map(({ labelId }) => labelId)
  expect(command.redo.map((edit) => changeOf(edit, 7))).toEqual([
    { act: 'restore', id: was.id },
    { act: 'change', id: was.id, revision: 7, geometry: was.geometry, labels: given },
  ])
})

it('marks of a region are not made again', () => {
  const region = sampleRegion({ revision: 4, name: 'Border' })
  const marked = { ...region, revision: 2, exhaustiveFor: [labels[0]?.labelId ?? ''] }
  expect(returningTo(objectReader()([region], [], mia), [marked]).command.redo).toEqual([])
})
