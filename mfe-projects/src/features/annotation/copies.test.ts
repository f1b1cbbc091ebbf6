import { boxOf, geometryOfWkt } from '@lamella/shared/geometry'
import { type CopiedObject, copiedObjects, copyObjects } from './clipboard.ts'
import { copyToAllTimes, duplicate, paste } from './copies.ts'
import type { DrawnObject } from './drawn-objects.ts'
import type { ShapeEdit } from './shape-edits.ts'
import type { LabelsById, RankedLabel } from './use-labels.ts'

const squareAt = (x: number, y: number): string =>
  `POLYGON ((${x} ${y},${x + 10} ${y},${x + 10} ${y + 10},${x} ${y + 10},${x} ${y}))`
const object = (text: string, changes: Partial<DrawnObject> = {}): DrawnObject => ({
  id: `of ${text}`,
  text,
  geometry: geometryOfWkt(text),
  labels: [],
  no: 1,
  revision: 4,
  area: 0,
  owner: 'mia',
  ownerName: 'Mia',
  name: null,
  scene: 0,
  z: null,
  t: null,
  ...changes,
})
const size = { width: 100, height: 80 }
const created = (done: ShapeEdit) =>
  'redo' in done ? done.redo.flatMap((edit) => (edit.act === 'create' ? [edit] : [])) : []
const cornersOf = (done: ShapeEdit) => created(done).map(({ geometry }) => boxOf(geometryOfWkt(geometry)).slice(0, 2))

test.each([
  ['where there is room', squareAt(10, 10), [22, 22]],
  ['at the right edge', squareAt(85, 10), [73, 22]],
  ['in the lower right corner', squareAt(90, 70), [78, 58]],
  ['as large as the image', 'POLYGON ((0 0,100 0,100 80,0 80,0 0))', [0, 0]],
])('a copy lies beside its object, %s', (_, text, corner) => {
  expect(cornersOf(duplicate([object(text)], 12, size))).toEqual([corner])
})

test('copies at all time points are made where there is none yet', () => {
  const [moving, fixed] = [object(squareAt(10, 10), { t: 1, labels: ['cell'] }), object(squareAt(50, 10))]
  const there = [moving, fixed, object(squareAt(10, 10), { t: 3, id: 'made before' })]
  const done = copyToAllTimes([moving, fixed], there, 5)
  expect(created(done).map(({ t, labels }) => [t, labels])).toEqual([0, 2, 4].map((t) => [t, ['cell']]))
  expect(copyToAllTimes([fixed], there, 5)).toEqual({ refused: expect.stringMatching(/at all time points already/) })
  expect(copyToAllTimes([moving, moving], there, 6000)).toEqual({ refused: expect.stringMatching(/At most 10,000/) })
})

describe('what was copied is pasted', () => {
  const label = (id: string, name: string): RankedLabel =>
    ({ id, name, labelset: 'set', color: '#000000', rank: 0 }) as RankedLabel
  const labelsOf = (...labels: RankedLabel[]): LabelsById => new Map(labels.map((each) => [each.id, each]))
  const here = labelsOf(label('p', 'Positive'), label('n', 'Negative'))
  const target = { ...size, scene: 1, z: 4, t: 2, there: [], labels: here, by: 12 }
  const copied = (...objects: DrawnObject[]): readonly CopiedObject[] => {
    copyObjects('mia', objects, here)
    return copiedObjects('mia')
  }
  beforeEach(() => localStorage.clear())

  test('where it was, with its labels, onto the plane that is shown', async () => {
    const [labelled, region] = [
      object(squareAt(10, 10), { labels: ['n', 'gone'] }),
      object(squareAt(30, 30), { name: 'Rim' }),
    ]
    expect(created(await paste(copied(labelled, region), target))).toEqual([
      expect.objectContaining({ geometry: labelled.text, labels: ['n'], scene: 1, z: 4, t: 2 }),
      expect.objectContaining({ geometry: region.text, kind: 'RegionOfInterest', name: 'Rim' }),
    ])
  })

  test('beside what covers the same there, as often as it is pasted', async () => {
    const one = object(squareAt(10, 10), { scene: 1, z: 4, t: 2 })
    const objects = copied(one)
    expect(cornersOf(await paste(objects, { ...target, there: [one] }))).toEqual([[22, 22]])
    const there = [one, { ...one, text: squareAt(22, 22) }]
    expect(cornersOf(await paste(objects, { ...target, there }))).toEqual([[34, 34]])
    expect(cornersOf(await paste(objects, { ...target, there: [{ ...one, t: 3 }] }))).toEqual([[10, 10]])
  })

  test('without what a smaller image or another project does not have, which is told', async () => {
    const objects = copied(
      object(squareAt(95, 10), { labels: ['p', 'n'] }),
      object(squareAt(200, 10)),
      object('LINESTRING (90 10,120 10)'),
    )
    const done = await paste(objects, { ...target, labels: labelsOf(label('other', 'Positive')) })
    expect(created(done).map(({ geometry, labels }) => [boxOf(geometryOfWkt(geometry)), labels])).toEqual([
      [[95, 10, 100, 20], ['other']],
    ])
    expect(done).toMatchObject({
      told: '2 of 3 lie outside of this image and were left out. This project has no label Negative.',
    })
    expect(await paste(copied(object(squareAt(200, 10))), target)).toEqual({
      refused: 'What was copied lies outside of this image.',
    })
  })

  test('by the same user only, and never what was copied before', async () => {
    const objects = copied(object(squareAt(10, 10)))
    expect(copiedObjects('other')).toEqual([])
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const large = copied(object(squareAt(20, 20)), object(squareAt(40, 20)))
    full.mockRestore()
    expect([objects.length, large.length]).toEqual([1, 2])
    localStorage.setItem('lamella.annotationClipboard', '{"of": "another release"}')
    expect(copiedObjects('mia')).toHaveLength(2)
  })
})
