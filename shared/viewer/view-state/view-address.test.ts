import { sampleChannel, sampleChannelsView } from '../../testing/sample-image.ts'
import { initialChannels } from '../tiles/channel-settings.ts'
import { plainTone } from '../tiles/tone.ts'
import { viewOf, withView } from './view-address.ts'
import type { ViewState } from './view-state.ts'

const view = sampleChannelsView({ width: 80_000, height: 60_000, timePoints: 12 })
const initial: ViewState = { place: null, channels: initialChannels(view), time: 0, tone: plainTone }
const address = (changes: Partial<ViewState>) =>
  `${withView(new URLSearchParams('image=1'), { ...initial, ...changes }, view)}`
const channelsWith = (...changes: object[]) => initial.channels.map((channel, at) => ({ ...channel, ...changes[at] }))

test.each<[string, Partial<ViewState>, string]>([
  ['at first', {}, ''],
  ['of a place', { place: { x: 219.4, y: 188, zoom: 2.2 } }, '&at=219.40_188.00&zoom=220'],
  [
    'of a place of a whole slide',
    { place: { x: 60_000, y: 41_234.56, zoom: 1 / 300 } },
    '&at=60000.00_41234.56&zoom=0.3333333',
  ],
  ['of a later time', { time: 6 }, '&t=7'],
  ['with a channel off', { channels: channelsWith({ visible: false }) }, '&channels=1'],
  ['with all channels off', { channels: channelsWith({ visible: false }, { visible: false }) }, '&channels=none'],
  [
    'with ranges, one of a channel that is off',
    { channels: channelsWith({ min: 312, max: 3204 }, { visible: false, min: -2.5, max: 1e-7 }) },
    '&channels=0_312_3204*-1_-2.5_1e-7',
  ],
  [
    'with looks of both channels',
    { channels: channelsWith({ gamma: 0.85, map: 'viridis' }, { visible: false, invert: true, map: 'fire' }) },
    '&channels=0*g0_0.85*m0_viridis*m1_fire*i1',
  ],
  [
    'with a look of a channel while all are off',
    { channels: channelsWith({ visible: false, gamma: 2 }, { visible: false }) },
    '&channels=none*g0_2',
  ],
  ['with another tone', { tone: { brightness: 20, contrast: -10 } }, '&tone=20_-10'],
])('the address of the view %s, which leads back to it', (_, changes, text) => {
  expect(address(changes)).toBe(`image=1${text}`)
  const found = viewOf(new URLSearchParams(address(changes)), view)
  const { place } = changes
  expect(found).toEqual(
    text === ''
      ? null
      : {
          ...changes,
          ...(place && {
            place: {
              x: expect.closeTo(place.x, 2),
              y: expect.closeTo(place.y, 2),
              zoom: expect.closeTo(place.zoom, 8),
            },
          }),
        },
  )
})

test('what was stated before is replaced, and other parameters are kept', () => {
  const search = new URLSearchParams('image=1&at=1_2&zoom=50&t=3&channels=none&tone=5_5&job=2')
  expect(`${withView(search, initial, view)}`).toBe('image=1&job=2')
})

test.each([
  ['at=1e9_5&zoom=100', 'a place outside of the image'],
  ['at=5_5', 'a place without a zoom'],
  ['at=5_5&zoom=0', 'no zoom'],
  ['at=x_5&zoom=100', 'no place'],
  ['t=13', 'a time after the last'],
  ['t=0', 'a time before the first'],
  ['t=1.5', 'a time between two'],
  ['tone=101_0', 'more than the largest brightness'],
  ['tone=5', 'brightness without contrast'],
  ['tone=5_5_5', 'more than a tone'],
  ['tone=x_5', 'no tone'],
])('%s is ignored: %s', (search) => {
  expect(viewOf(new URLSearchParams(search), view)).toEqual({})
})

test.each([['7'], ['x'], ['0_5'], ['<script>']])('channels that do not exist are those at first: %s', (text) => {
  expect(viewOf(new URLSearchParams({ channels: text }), view)?.channels).toEqual(initial.channels)
})

test.each(['0_9_1', '0_x_9', '0_Infinity_9'])('a range that is none is that at first: %s', (text) => {
  expect(viewOf(new URLSearchParams({ channels: text }), view)?.channels).toEqual(channelsWith({}, { visible: false }))
})

test.each(['g0_0', 'g0_9', 'g0_x', 'g0', 'm0_pink', 'm0_channel', 'g9_2', 'i'])(
  'a look that is none is left out: %s',
  (text) => {
    expect(viewOf(new URLSearchParams({ channels: `0*1*${text}` }), view)?.channels).toEqual(initial.channels)
  },
)

test('of many channels those that are on are stated', () => {
  const many = sampleChannelsView({ channels: Array.from({ length: 21 }, (_, index) => sampleChannel({ index })) })
  const channels = initialChannels(many).map((channel) => ({ ...channel, visible: channel.index === 17 }))
  expect(`${withView(new URLSearchParams(), { ...initial, channels }, many)}`).toBe('channels=17')
})
