import { geometryOfWkt } from '@lamella/shared/geometry'
import type { DrawnObject } from './drawn-objects.ts'
import { areAlike, cutHole, merge, simplify, splitBy, subtract } from './shape-edits.ts'

const squareAt = (x: number, y: number): string =>
  `POLYGON ((${x} ${y},${x + 10} ${y},${x + 10} ${y + 10},${x} ${y + 10},${x} ${y}))`
const object = (text: string, changes: Partial<DrawnObject> = {}): DrawnObject => ({
  id: `of ${text}`,
  text,
  geometry: geometryOfWkt(text),
  labels: ['label'],
  no: 1,
  revision: 4,
  area: 0,
  owner: 'mia',
  ownerName: 'Mia',
  name: null,
  scene: 0,
  z: 2,
  t: null,
  ...changes,
})
const [one, other] = [object(squareAt(10, 10)), object(squareAt(15, 10))]

test.each<[string, DrawnObject[], boolean]>([
  ['two areas', [one, other], true],
  ['one area', [one], false],
  ['none', [], false],
  ['an area and a point', [one, object('POINT (1 1)')], false],
  ['areas on two planes', [one, object(squareAt(0, 0), { z: 3 })], false],
  ['an annotation and a region', [one, object(squareAt(0, 0), { name: 'Border' })], false],
])('whether %s can become one', (_, objects, expected) => {
  expect(areAlike(objects)).toBe(expected)
})

test('what is made of an object has its labels and its plane, and what was goes', async () => {
  const merged = await merge([one, other])
  expect(merged).toMatchObject({
    ids: [one.id],
    redo: [
      { act: 'change', id: one.id, seen: 4 },
      { act: 'delete', id: other.id, seen: 4 },
    ],
    undo: [
      { act: 'change', id: one.id, geometry: one.text },
      { act: 'restore', id: other.id },
    ],
  })
  const parted = await splitBy(one, geometryOfWkt('LINESTRING (0 13,50 13)'))
  expect(parted).toMatchObject({
    redo: [
      { act: 'change', id: one.id },
      { act: 'create', labels: ['label'], scene: 0, z: 2, t: null },
    ],
    undo: [{ act: 'change', id: one.id, geometry: one.text }, { act: 'delete' }],
  })
})

test.each([
  ['a line beside', () => splitBy(one, geometryOfWkt('LINESTRING (0 0,50 0)')), /does not go through/],
  ['a hole beside', () => cutHole(one, geometryOfWkt(squareAt(50, 50))), /does not lie in/],
  ['a hole around', () => cutHole(one, geometryOfWkt('POLYGON ((0 0,99 0,99 79,0 79,0 0))')), /Nothing would be left/],
  ['others beside', () => subtract([one, object(squareAt(50, 50))]), /do not overlap/],
  ['corners that are all seen', () => simplify([one], 1), /Zoom out/],
])('%s is refused in words', async (_, make, reason) => {
  expect(await make()).toEqual({ refused: expect.stringMatching(reason) })
})
