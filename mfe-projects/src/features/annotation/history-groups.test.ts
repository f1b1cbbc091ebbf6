import type { AnnotationStep, ChangedObject } from '@lamella/shared/contract'
import { groupSteps } from './history-groups.ts'

const [mia, ben] = ['Mia', 'Ben'].map((fullName) => ({ id: fullName, fullName }))
const object = (no: number, act: ChangedObject['act'], changes: Partial<ChangedObject> = {}): ChangedObject => ({
  id: `object ${no}`,
  no,
  act,
  name: null,
  nameBefore: null,
  labels: [],
  labelsBefore: act === 'create' ? null : [],
  isReshaped: false,
  ...changes,
})
/** @param minute - of the hour */
const step = (minute: number, objects: ChangedObject[], changes: Partial<AnnotationStep> = {}): AnnotationStep => {
  const counts = { create: 0, change: 0, delete: 0, restore: 0 }
  for (const { act } of objects) counts[act] += 1
  const at = new Date(Date.UTC(2026, 10, 12, 14, minute)).toISOString()
  return { revision: minute, at, by: mia ?? { id: '', fullName: '' }, counts, objects, ...changes }
}
const told = (steps: AnnotationStep[]) =>
  groupSteps(steps).map(({ by, text, objects, further }) => [
    by.fullName,
    text,
    objects.map(({ no }) => no).join(' '),
    further,
  ])
const roi = { name: 'Border', nameBefore: 'Border' }

test.each<[string, ChangedObject[], string]>([
  ['drawn', [object(1, 'create'), object(2, 'create')], 'added 2 annotations'],
  ['one region', [object(1, 'create', { name: 'Border' })], 'added 1 region'],
  ['both kinds', [object(1, 'create', { name: 'Border' }), object(2, 'create')], 'added 2 objects'],
  ['labels', [object(1, 'change', { labels: ['a'] })], 'changed the labels of 1 annotation'],
  [
    'the same labels in another order',
    [object(1, 'change', { labels: ['a', 'b'], labelsBefore: ['b', 'a'] })],
    'changed 1 annotation',
  ],
  ['shape', [object(1, 'change', { isReshaped: true, ...roi })], 'changed the shape of 1 region'],
  ['name', [object(1, 'change', { ...roi, nameBefore: 'Old' })], 'renamed 1 region'],
  ['several things', [object(1, 'change', { labels: ['a'], isReshaped: true })], 'changed 1 annotation'],
  ['deleted', [object(1, 'delete')], 'deleted 1 annotation'],
  ['restored', [object(1, 'restore')], 'restored 1 annotation'],
  [
    'a merge',
    [object(1, 'change', { isReshaped: true }), object(2, 'delete')],
    'changed the shape of 1 annotation, deleted 1 annotation',
  ],
])('%s is told', (_, objects, text) => {
  expect(told([step(5, objects)])).toEqual([['Mia', text, objects.map(({ no }) => no).join(' '), 0]])
})

test('what one person does without a pause of 5 minutes is one entry', () => {
  expect(
    told([
      step(30, [object(7, 'create')]),
      step(24, [object(6, 'create')]),
      step(20, [object(5, 'create')]),
      step(19, [object(4, 'create')], { by: ben }),
      step(18, [object(3, 'create')]),
      step(17, [object(3, 'change', { isReshaped: true })]),
      step(16, [object(2, 'create')]),
    ]),
  ).toEqual([
    ['Mia', 'added 1 annotation', '7', 0],
    ['Mia', 'added 2 annotations', '5 6', 0],
    ['Ben', 'added 1 annotation', '4', 0],
    ['Mia', 'added 1 annotation', '3', 0],
    ['Mia', 'changed the shape of 1 annotation', '3', 0],
    ['Mia', 'added 1 annotation', '2', 0],
  ])
})

test('an object that is changed several times is one, from its first labels to its last', () => {
  const [group] = groupSteps([
    step(12, [object(1, 'change', { labels: ['c'], labelsBefore: ['b'] })]),
    step(11, [object(1, 'change', { labels: ['b'], labelsBefore: ['a'] })]),
  ])
  expect(group).toMatchObject({ revision: 12, text: 'changed the labels of 1 annotation' })
  expect(group?.objects).toEqual([object(1, 'change', { labels: ['c'], labelsBefore: ['a'] })])
})

test('objects that are not named are counted', () => {
  const first = Array.from({ length: 20 }, (_, at) => object(at + 1, 'change', { isReshaped: true }))
  const large = step(5, first, { counts: { create: 0, change: 900, delete: 0, restore: 0 } })
  expect(told([large])).toEqual([['Mia', 'changed 900 objects', first.map(({ no }) => no).join(' '), 880]])
})
