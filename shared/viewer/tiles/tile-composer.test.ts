import fc from 'fast-check'
import { type ChannelSetting, plainLook } from './channel-settings.ts'
import { composeChannels } from './compose.ts'
import type { SampleArray } from './sample-array.ts'
import { TileComposer } from './tile-composer.ts'

type Shown = Omit<ChannelSetting, 'index' | 'name' | 'visible'>
const pixels = 4
const color = fc.stringMatching(/^#[0-9a-f]{6}$/)
const setting = fc.record({ color, min: fc.nat(200), max: fc.integer({ min: 201, max: 255 }) })
const settingOf = (changes: Partial<Shown>): Shown => ({ color: '#FFFFFF', min: 0, max: 255, ...plainLook, ...changes })
/** Changes of one channel each, several of the same one after the other as by a slider, and changes of all. */
const acts = fc.array(
  fc.oneof(
    fc.record({ at: fc.nat(7), settings: fc.array(setting, { minLength: 1, maxLength: 3 }) }),
    fc.constant('all'),
    // The view was moved, and another part of the tile is wanted.
    fc
      .nat(pixels - 1)
      .chain((from) => fc.record({ from: fc.constant(from), to: fc.integer({ min: from + 1, max: pixels }) })),
  ),
  { maxLength: 12 },
)

test('whatever changes one after the other, a part of a tile is what its channels are at once', () => {
  const channel = fc.uint8Array({ minLength: pixels, maxLength: pixels })
  fc.assert(
    fc.property(fc.array(fc.tuple(channel, setting), { minLength: 1, maxLength: 8 }), acts, (channels, changes) => {
      const composer = new TileComposer()
      const tile = {}
      let layers = channels.map(([samples, look]) => ({ samples, setting: settingOf(look) }))
      let part = { from: 0, to: pixels }
      const expectSame = (): void =>
        expect([...composer.compose(tile, layers, part)]).toEqual([
          ...composeChannels(layers, pixels).subarray(4 * part.from, 4 * part.to),
        ])
      expectSame()
      for (const change of changes) {
        if (typeof change === 'object' && 'from' in change) {
          part = change
          expectSame()
          continue
        }
        if (change === 'all') {
          layers = layers.map((layer) => ({ ...layer, setting: { ...layer.setting, invert: !layer.setting.invert } }))
          expectSame()
          continue
        }
        for (const look of change.settings) {
          const at = change.at % layers.length
          layers = layers.map((layer, index) => (index === at ? { ...layer, setting: settingOf(look) } : layer))
          expectSame()
        }
      }
    }),
  )
})

test('with other samples too, as at another time point, all channels are composed anew', () => {
  const composer = new TileComposer()
  const tile = {}
  const [still, first, next] = [
    settingOf({ color: '#FF0000' }),
    settingOf({ color: '#00FF00' }),
    settingOf({ max: 128 }),
  ]
  const layersOf = (samples: SampleArray, changed: Shown) => [
    { samples, setting: still },
    { samples: Uint8Array.of(0), setting: changed },
  ]
  const one = { from: 0, to: 1 }
  const [now, later] = [Uint8Array.of(1), Uint8Array.of(9)]
  composer.compose(tile, layersOf(now, first), one)
  composer.compose(tile, layersOf(now, next), one)
  expect([...composer.compose(tile, layersOf(later, first), one)]).toEqual([9, 0, 0, 255])
})

test.each<[string, SampleArray]>([
  ['8 bit', Uint8Array.of(10, 200)],
  ['signed 16 bit', Int16Array.of(10, 200)],
  ['floats', Float32Array.of(10, 200)],
])('the light of the others stays the same over many moves of one channel: %s', (_, samples) => {
  const composer = new TileComposer()
  const tile = {}
  const still = settingOf({ color: '#FF0000' })
  const whole = { from: 0, to: 2 }
  for (const max of [255, 254, 128, 300, 255]) {
    const layers = [still, settingOf({ color: '#FFFF00', max })].map((setting) => ({ samples, setting }))
    expect([...composer.compose(tile, layers, whole)]).toEqual([...composeChannels(layers, 2)])
  }
})
