import { sampleChannel, sampleChannelsView } from '../../testing/sample-image.ts'
import { initialChannels } from '../tiles/channel-settings.ts'
import { plainTone } from '../tiles/tone.ts'
import { sceneOf, viewOf, withView } from './view-address.ts'
import { upright, type ViewState } from './view-state.ts'

const view = sampleChannelsView({
  width: 80_000,
  height: 60_000,
  timePoints: 12,
  zCount: 9,
  zShown: 4,
  hasMaximum: true,
})
const initial: ViewState = {
  place: null,
  orientation: upright,
  channels: initialChannels(view),
  time: 0,
  plane: 4,
  tone: plainTone,
}
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
  ['turned', { orientation: { rotation: 90, mirrored: false } }, '&turn=90'],
  ['turned and mirrored', { orientation: { rotation: 12.345, mirrored: true } }, '&turn=12.345&mirror=1'],
  ['mirrored', { orientation: { rotation: 0, mirrored: true } }, '&mirror=1'],
  ['of a later time', { time: 6 }, '&t=7'],
  ['of the first Z plane', { plane: 0 }, '&z=1'],
  ['of the maximum of the Z planes', { plane: 'max' }, '&z=max'],
  ['of a time in a Z plane', { time: 1, plane: 8 }, '&t=2&z=9'],
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
  ['with a colour of its own', { channels: channelsWith({ color: '#FF8800' }) }, '&channels=0*1*c0_FF8800'],
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
  const search = new URLSearchParams('image=1&at=1_2&zoom=50&t=3&z=2&turn=4&mirror=1&channels=none&tone=5_5&job=2')
  expect(`${withView(search, initial, view)}`).toBe('image=1&job=2')
})

test.each<[string, string, object]>([
  ['a place outside of the image', 'at=1e9_-5&zoom=100', { place: { x: 80_000, y: 0, zoom: 1 } }],
  ['a time after the last', 't=13', { time: 11 }],
  ['a time before the first', 't=0', { time: 0 }],
  ['a time between two', 't=1.6', { time: 1 }],
  ['a Z plane above the stack', 'z=99', { plane: 8 }],
  ['a Z plane below the stack', 'z=-3', { plane: 0 }],
  ['more than a whole turn', 'turn=450', { orientation: { rotation: 90, mirrored: false } }],
  ['a turn to the left', 'turn=-90', { orientation: { rotation: 270, mirrored: false } }],
  ['more than the largest brightness', 'tone=101_0', { tone: { brightness: 100, contrast: 0 } }],
])('of %s the nearest one is taken: %s', (_, search, found) => {
  expect(viewOf(new URLSearchParams(search), view)).toEqual(found)
})

test.each([
  ['scene=2', 1],
  ['scene=99', 2],
  ['scene=0', 0],
  ['scene=x', 0],
  ['', 0],
])('the address ?%s leads to the scene with index %d of three', (search, scene) => {
  const scenes = ['A', 'B', 'C'].map((name) => ({ name, width: 1, height: 1 }))
  expect(sceneOf(new URLSearchParams(search), { scenes })).toBe(scene)
  expect(sceneOf(new URLSearchParams(search), {})).toBe(0)
})

test('a copied link states the plane also where it is the one that is shown first', () => {
  expect(`${withView(new URLSearchParams(), initial, view, true)}`).toBe('z=5')
  expect(`${withView(new URLSearchParams(), initial, sampleChannelsView(), true)}`).toBe('')
})

test('an image without a stack or a maximum ignores them', () => {
  expect(viewOf(new URLSearchParams('z=3'), sampleChannelsView())).toEqual({})
  expect(viewOf(new URLSearchParams('z=max'), { ...view, hasMaximum: false })).toEqual({})
})

test.each([
  ['at=5_5', 'a place without a zoom'],
  ['at=5_5&zoom=0', 'no zoom'],
  ['at=x_5&zoom=100', 'no place'],
  ['t=x', 'no time'],
  ['z=x', 'no plane'],
  ['turn=x', 'no turn'],
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

test.each(['g0_0', 'g0_9', 'g0_x', 'g0', 'm0_pink', 'm0_channel', 'g9_2', 'i', 'c0_red', 'c0'])(
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
