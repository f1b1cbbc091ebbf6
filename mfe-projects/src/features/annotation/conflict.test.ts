import { sampleAnnotation, sampleRegion } from '../../../test/sample-annotation.ts'
import { type Conflict, conflictOf, resolutionOf } from './conflict.ts'
import type { Edit } from './edit.ts'

const { id, geometry } = sampleAnnotation()
const theirs = { geometry, labels: ['theirs'], name: null, scene: 0, z: null, t: null }
const current = sampleAnnotation({ labelAssignments: [{ labelId: 'theirs' }], revision: 5 })
const refusal = { id, error: { code: 'ERR_7001', detail: 'Changed.' }, current }
const gone = { id, error: { code: 'ERR_0404', detail: 'Not found' } }
const before = { geometry: 'POINT (5 5)', labels: ['old'], scene: 0, z: 2, t: null }
const give = (label: string): Edit => ({ act: 'change', id, labels: [label], before })
const move: Edit = { act: 'change', id, geometry: 'POINT (1 1)', before }
const [remove, restore]: Edit[] = [
  { act: 'delete', id },
  { act: 'restore', id },
]

test.each<[string, Edit[], Conflict['mine']]>([
  ['labels', [give('one'), give('mine')], { ...theirs, labels: ['mine'] }],
  ['a geometry, and not the labels', [move], { ...theirs, geometry: 'POINT (1 1)' }],
  ['a deletion', [give('mine'), remove as Edit], null],
  ['what was deleted and is back', [give('mine'), remove as Edit, restore as Edit], { ...theirs, labels: ['mine'] }],
])('the own version has %s of the refused edits', (_, edits, mine) => {
  expect(conflictOf(refusal, edits)).toEqual({ id, no: 1, mine, theirs, revision: 5, rest: [] })
})

test('where both have done the same there is nothing to decide', () => {
  expect(conflictOf(refusal, [give('theirs')])).toBeNull()
  expect(conflictOf(refusal, [remove as Edit, restore as Edit])).toBeNull()
  expect(conflictOf({ id, error: { code: 'ERR_7006', detail: 'Outside.' } }, [move])).toBeNull()
})

const conflict = (edits: Edit[]): Conflict => {
  const found = conflictOf(refusal, edits)
  if (!found) throw new Error('There is no conflict')
  return found
}
const acts = (edits: readonly Edit[]) => edits.map(({ act }) => act)

test('the own version is stored over the one that was shown, and no newer one', () => {
  const { redo, undo, isDone } = resolutionOf(conflict([give('mine')]), 'mine')
  expect([redo, isDone]).toMatchObject([[{ act: 'change', id, labels: ['mine'], seen: 5 }], false])
  expect(redo[0]).not.toHaveProperty('geometry')
  expect(undo).toMatchObject([{ act: 'change', labels: ['theirs'] }])
  expect(resolutionOf(conflict([remove as Edit]), 'mine').redo).toEqual([{ act: 'delete', id, seen: 5 }])
})

test('theirs stays without being sent, and can be taken back', () => {
  const { redo, undo, isDone } = resolutionOf(conflict([give('mine')]), 'theirs')
  expect([acts(redo), isDone]).toEqual([['change'], true])
  expect(undo).toMatchObject([{ act: 'change', labels: ['mine'] }])
})

test('both: a second object; but nothing is deleted by it', () => {
  const { redo, isDone } = resolutionOf(conflict([give('mine')]), 'both')
  expect([redo, isDone]).toMatchObject([[{ act: 'create', geometry, labels: ['mine'] }], false])
  expect(redo[0]?.id).not.toBe(id)
  expect(resolutionOf(conflict([remove as Edit]), 'both').isDone).toBe(true)
})

test('what others have deleted is made anew on its plane', () => {
  const found = conflictOf(gone, [give('mine')])
  expect(found).toEqual({
    id,
    no: null,
    mine: { ...before, name: null, labels: ['mine'] },
    theirs: null,
    revision: undefined,
    rest: [],
  })
  const { redo } = resolutionOf(found as Conflict, 'mine')
  expect(redo).toMatchObject([{ act: 'create', geometry: 'POINT (5 5)', labels: ['mine'], z: 2 }])
})

test('of a region the names are compared, and what was deleted is made anew as a region', () => {
  const { id, geometry } = sampleRegion()
  const named = { geometry, kind: 'RegionOfInterest', name: 'Before' } as const
  const rename: Edit = { act: 'change', id, name: 'Mine', before: named }
  const current = sampleRegion({ name: 'Theirs', revision: 5, dimensionCoordinates: [{ id: 't', sampleIndex: 3 }] })
  const refusal = { id, error: { code: 'ERR_7001', detail: 'Changed.' }, current }
  const found = conflictOf(refusal, [rename])
  expect(found).toMatchObject({ mine: { name: 'Mine', t: 3 }, theirs: { name: 'Theirs', t: 3, labels: [] } })
  const { redo, undo } = resolutionOf(found as Conflict, 'mine')
  expect([redo, undo]).toMatchObject([[{ name: 'Mine', seen: 5 }], [{ name: 'Theirs' }]])
  expect(conflictOf({ ...refusal, current: { ...current, name: 'Mine' } }, [rename])).toBeNull()
  const again = resolutionOf(conflictOf({ ...gone, id }, [rename]) as Conflict, 'mine')
  expect(again.redo).toMatchObject([{ act: 'create', kind: 'RegionOfInterest', name: 'Mine', geometry }])
})

test('what was done to other objects in the same step comes with the own version, and goes with it', () => {
  const step = 's'
  const other = { geometry: 'POINT (1 1)', labels: ['old'], scene: 0, z: null, t: null }
  const rest: Edit[] = [
    { act: 'create', id: 'piece', geometry: 'POINT (2 2)', step },
    { act: 'change', id: 'piece', labels: ['new'], before: other },
    { act: 'delete', id: 'other', step },
  ]
  const back = [
    { act: 'restore', id: 'other', step },
    { act: 'change', id: 'piece', labels: ['old'], before: { ...other, labels: ['new'] } },
    { act: 'delete', id: 'piece', step },
  ]
  const found = conflictOf(refusal, [{ ...move, step }], rest) as Conflict
  const mine = resolutionOf(found, 'mine')
  expect([mine.redo, mine.undo]).toMatchObject([
    [{ act: 'change', geometry: 'POINT (1 1)', seen: 5, step }, ...rest],
    [...back, { act: 'change', geometry }],
  ])
  expect(resolutionOf(found, 'both').redo).toMatchObject([{ act: 'create', step }, ...rest])
  const kept = resolutionOf(found, 'theirs')
  expect([kept.isDone, kept.undo.slice(1)]).toEqual([true, rest])
})
