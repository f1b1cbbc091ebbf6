import fc from 'fast-check'
import { type ChannelSetting, plainLook } from './channel-settings.ts'
import { colourMaps } from './colour-map.ts'
import { composeChannels, composeRgb } from './compose.ts'
import type { SampleArray } from './sample-array.ts'

type Shown = Omit<ChannelSetting, 'index' | 'name' | 'visible'>
const settingOf = (changes: Partial<Shown> = {}): Shown => ({
  color: '#FFFFFF',
  min: 0,
  max: 255,
  ...plainLook,
  ...changes,
})
const layer = (samples: SampleArray, changes: Partial<Shown> = {}) => ({ samples, setting: settingOf(changes) })
const bandOf = (rgba: Uint8ClampedArray, band: number): number[] => [...rgba.filter((_, at) => at % 4 === band)]

test('a channel is stretched over its range and coloured', () => {
  const samples = Uint16Array.of(0, 100, 150, 200, 65535)
  const rgba = composeChannels([layer(samples, { color: '#00FF00', min: 100, max: 200 })], 5)
  expect(bandOf(rgba, 1)).toEqual([0, 0, 128, 255, 255])
  expect(bandOf(rgba, 0)).toEqual([0, 0, 0, 0, 0])
})

test.each<[string, SampleArray]>([
  ['signed 8 bit', Int8Array.of(-100, -50, 0, 100)],
  ['signed 16 bit', Int16Array.of(-100, -50, 0, 100)],
  ['signed 32 bit', Int32Array.of(-100, -50, 0, 100)],
  ['floats', Float32Array.of(-100, -50, 0, 100)],
  ['floats with what is no number', Float32Array.of(Number.NaN, -50, 0, Number.POSITIVE_INFINITY)],
])('samples below zero have their place in a range: %s', (_, samples) => {
  expect(bandOf(composeChannels([layer(samples, { min: -100, max: 0 })], 4), 2)).toEqual([0, 128, 255, 255])
})

test('samples of few bits, which have a table, look as the same samples without one', () => {
  const whole = {
    '8 bit': [0, 255],
    'signed 8 bit': [-128, 127],
    '16 bit': [0, 65_535],
    'signed 16 bit': [-32_768, 32_767],
  }
  const formats = { '8 bit': Uint8Array, 'signed 8 bit': Int8Array, '16 bit': Uint16Array, 'signed 16 bit': Int16Array }
  const some = fc.constantFrom(...(Object.keys(formats) as (keyof typeof formats)[])).chain((format) => {
    const [min = 0, max = 0] = whole[format]
    const sample = fc.integer({ min, max })
    // Ends may lie between two samples, beside all of them, or in the wrong order.
    const end = fc.double({ min: min - 10, max: max + 10, noNaN: true })
    return fc.record({
      samples: fc.array(sample, { minLength: 1, maxLength: 16 }).map((values) => formats[format].from(values)),
      range: fc.record({ min: fc.oneof(sample, end), max: fc.oneof(sample, end) }),
    })
  })
  fc.assert(
    fc.property(some, ({ samples, range }) => {
      const pixels = samples.length
      expect([...composeChannels([layer(samples, range)], pixels)]).toEqual([
        ...composeChannels([layer(Float64Array.from(samples), range)], pixels),
      ])
    }),
  )
})

test('channels are added and clipped at white', () => {
  const full = (color: string) => layer(Uint8Array.of(255), { color })
  expect([...composeChannels([full('#FF0000'), full('#0000FF')], 1)]).toEqual([255, 0, 255, 255])
  expect([...composeChannels([full('#FFFFFF'), full('#FFFFFF')], 1)]).toEqual([255, 255, 255, 255])
})

test('without channels the picture is black and opaque', () => {
  expect([...composeChannels([], 1)]).toEqual([0, 0, 0, 255])
})

test('any number of channels sums up to what each adds, at most to white', () => {
  const part = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255))
  fc.assert(
    fc.property(fc.array(part, { maxLength: 24 }), (parts) => {
      const hex = (value: number) => value.toString(16).padStart(2, '0')
      const layers = parts.map(([sample, ...rgb]) =>
        layer(Uint8Array.of(sample), { color: `#${rgb.map(hex).join('')}` }),
      )
      const sums = [1, 2, 3].map((band) =>
        Math.min(
          255,
          parts.reduce((sum, one) => sum + Math.round((one[0] / 255) * (one[band] ?? 0)), 0),
        ),
      )
      const drawn = [...composeChannels(layers, 1)]
      // Each of them is rounded once; a level between two steps may go to either.
      for (const [at, sum] of sums.entries()) expect(Math.abs((drawn[at] ?? 0) - sum)).toBeLessThanOrEqual(parts.length)
    }),
  )
})

test('an 8-bit grey channel over its whole range is itself', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), (samples) => {
      expect(bandOf(composeChannels([layer(samples)], samples.length), 2)).toEqual([...samples])
    }),
  )
})

test('a gamma below 1 brightens what is dark, and the ends of the range stay', () => {
  const samples = Uint8Array.of(0, 64, 255)
  expect(bandOf(composeChannels([layer(samples, { gamma: 0.5 })], 3), 0)).toEqual([0, 128, 255])
  expect(bandOf(composeChannels([layer(samples, { gamma: 2 })], 3), 0)).toEqual([0, 16, 255])
})

test('inverted, bright is dark', () => {
  expect(bandOf(composeChannels([layer(Uint8Array.of(0, 55, 255), { invert: true })], 3), 0)).toEqual([255, 200, 0])
})

test.each([
  ['channel', [0, 0, 0], [255, 128, 0]],
  ['grey', [0, 0, 0], [255, 255, 255]],
  ['viridis', [68, 1, 84], [253, 231, 37]],
  ['magma', [0, 0, 4], [252, 253, 191]],
  ['fire', [0, 0, 0], [255, 255, 255]],
] as const)('the colours %s go from their first to their last', (map, first, last) => {
  const drawn = [...composeChannels([layer(Uint8Array.of(0, 255), { map, color: '#FF8000' })], 2)]
  expect(drawn).toEqual([...first, 255, ...last, 255])
})

test('every scientific colour map becomes brighter with the level', () => {
  const samples = Uint8Array.from({ length: 256 }, (_, at) => at)
  for (const map of colourMaps.filter((name) => name !== 'channel')) {
    const rgba = composeChannels([layer(samples, { map })], 256)
    const light = [...samples].map((at) => {
      const [red = 0, green = 0, blue = 0] = rgba.subarray(at * 4)
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    })
    for (let at = 8; at < 256; at += 8) expect(light[at]).toBeGreaterThan(light[at - 8] ?? 255)
  }
})

test('interleaved RGB keeps its order, with gamma and inverted too', () => {
  const samples = Uint16Array.of(0, 20_000, 65535)
  const drawn = (changes: Partial<Shown>) => [...composeRgb(samples, 1, settingOf({ max: 65535, ...changes }))]
  expect(drawn({})).toEqual([0, 78, 255, 255])
  expect(drawn({ gamma: 2 })).toEqual([0, 24, 255, 255])
  expect(drawn({ invert: true })).toEqual([255, 177, 0, 255])
})
