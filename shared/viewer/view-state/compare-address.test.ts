import { sampleChannelsView } from '../../testing/sample-image.ts'
import { plainTone } from '../tiles/tone.ts'
import { type ComparedView, comparisonOf, withComparison, withoutComparison } from './compare-address.ts'
import { viewOf } from './view-address.ts'

const still = sampleChannelsView({ width: 800, height: 600, timePoints: 1 })
const stack = sampleChannelsView({ width: 400, height: 300, timePoints: 5, zCount: 9, zShown: 4, hasMaximum: true })
const views = [still, stack]
const address = new URLSearchParams('image=1&with=2&turn=90')
const initial = comparisonOf(address, views)
const [lookA, lookB] = initial.looks
if (!lookA || !lookB) throw new Error('two images have two looks')
const hidden = (look: typeof lookA) => ({
  ...look,
  channels: look.channels.map((channel, at) => ({ ...channel, visible: at !== 0 })),
})

test('of an address that states nothing, each image is as its own viewer shows it first', () => {
  expect(initial).toMatchObject({ place: null, time: 0, plane: 4, looks: [{ tone: plainTone }, { tone: plainTone }] })
  expect(`${withComparison(address, initial, views)}`).toBe(`${address}`)
})

test.each<[string, Partial<ComparedView>]>([
  ['a place', { place: { x: 10, y: 20, zoom: 2 } }],
  ['a time point of the second image, which the first has not', { time: 3 }],
  ['a plane', { plane: 1 }],
  ['the maximum of the planes', { plane: 'max' }],
  ['channels of the first image', { looks: [hidden(lookA), lookB] }],
  ['channels of the second', { looks: [lookA, hidden(lookB)] }],
  ['the tone of the second', { looks: [lookA, { ...lookB, tone: { ...plainTone, brightness: 0.25 } }] }],
])('the address restores %s', (_, changes) => {
  const changed = { ...initial, ...changes }
  const search = withComparison(address, changed, views)
  expect(comparisonOf(search, views)).toEqual(changed)
  expect(search.get('turn')).toBe('90')
  // Back to the beginning nothing is left.
  expect(`${withComparison(search, initial, views)}`).toBe(`${address}`)
})

test('left, the comparison gives the first image its view', () => {
  const looks = [hidden(lookA), hidden(lookB)]
  const search = withComparison(new URLSearchParams('image=1&with=2&compare=swipe'), { ...initial, looks }, views)
  const left = withoutComparison(search)
  expect([...left.keys()]).toEqual(['image', 'channels'])
  expect(viewOf(left, still)?.channels).toEqual(looks[0]?.channels)
})
