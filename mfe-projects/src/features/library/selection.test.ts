import type { Image } from '@lamella/shared/contract'
import { sampleImage } from '@lamella/shared/testing/sample-image.ts'
import { leapOf, noSelection, pick, pickRange, rangeTo, retag, stepOf, toggle } from './selection.ts'

const images: Image[] = Array.from({ length: 1200 }, (_, index) =>
  sampleImage({ id: `019aa000-0000-7000-8000-${String(index).padStart(12, '0')}` }),
)
const image = (index: number): Image => images[index] ?? sampleImage()
const idsOf = (chosen: { images: ReadonlyMap<string, Image> }) =>
  [...chosen.images.keys()].map((id) => Number(id.slice(-12)))

test('an image is added and taken away, and ranges begin at it', () => {
  const two = toggle(pick(image(3), 3), image(5), 5)
  expect([idsOf(two), two.anchor]).toEqual([[3, 5], 5])
  expect(idsOf(toggle(two, image(3), 3))).toEqual([5])
  expect(rangeTo(two, 7)).toEqual([5, 7])
  expect(rangeTo(two, 2)).toEqual([2, 5])
  expect(rangeTo(noSelection, 2)).toEqual([2, 2])
})

test('a range takes the place of what was chosen, and keeps its beginning', () => {
  const range = pickRange(pick(image(3), 3), images.slice(1, 4), 1)
  expect([idsOf(range), range.anchor, range.current]).toEqual([[1, 2, 3], 3, 1])
})

test('no more than one action can take are chosen, and it is said', () => {
  const all = pickRange(noSelection, images.slice(0, 1001), 0)
  expect([all.images.size, all.isCut]).toEqual([1000, true])
  const more = toggle(all, image(1100), 1100)
  expect([more.images.size, more.isCut]).toEqual([1000, true])
  expect(pickRange(noSelection, images.slice(0, 1000), 0).isCut).toBe(false)
  expect(rangeTo(pick(image(0), 0), 5000)).toEqual([0, 1000])
  expect(rangeTo(pick(image(0), 5000), 0)).toEqual([4000, 5000])
})

test.each([
  ['ArrowDown', 4, 4],
  ['ArrowUp', 4, -4],
  ['ArrowRight', 4, 1],
  ['ArrowLeft', 4, -1],
  ['ArrowRight', 1, null],
  ['Enter', 4, null],
])('%s in %i columns', (key, columns, step) => {
  expect(stepOf(key, columns)).toBe(step)
})

test.each([
  ['Home', 40, 0],
  ['End', 40, 99],
  ['PageDown', 40, 52],
  ['PageDown', 95, 99],
  ['PageUp', 40, 28],
  ['PageUp', 3, 0],
  ['ArrowDown', 40, null],
])('%s at image %i of 100, of which 12 are in view', (key, index, wanted) => {
  expect(leapOf(key, index, { total: 100, screenful: 12 })).toBe(wanted)
})

test('what is chosen has the tags that were just changed, in their order', () => {
  const tagged = pickRange(
    noSelection,
    [{ ...image(0), tags: ['new', 'old'] }, { ...image(1), tags: ['old'] }, image(2)],
    0,
  )
  const after = retag(tagged, new Set([image(0).id, image(1).id]), { add: ['good', 'new'], remove: ['old'] })
  expect([...after.images.values()].map(({ tags }) => tags)).toEqual([['good', 'new'], ['good', 'new'], image(2).tags])
  expect([after.anchor, after.current]).toEqual([tagged.anchor, tagged.current])
})
